import type { Client } from '@kangmai/testkit/client';
import { makeCall, requestFor } from '@kangmai/testkit/isolation-input';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;
let samples: Samples;
let imeis = 860_000_000_070_000;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-08-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
  samples = await Samples.of(ward.app, 'Alpha');
});
afterAll(() => ward.close());

/** Services that concern a case, a call for help or the device that made it. */
const services = /\/(AbnormalData|SOS_Records|AlarmNotices|AlarmPolicys|DutyHandovers|Device_binds|Watch_bps)\//i;

/** Calls that are not made here, each with its reason. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [
    /\/(Account|TokenAuth|Session|Profile)\//i,
    'the session of the caller: what follows would be refused for want of one',
  ],
  [/\/(Tenant|TenantSettings|Edition|HostSettings|TenantRegistration)\//i, 'the tenant as a whole, by the host'],
  [
    /\/(User|Role|Permission|OrganizationUnit|UserLink|UserDelegation)\//i,
    'users and rights: the caller would lose the own',
  ],
];

interface Alarm {
  readonly person: number;
  readonly imei: string;
  readonly caseId: number;
  readonly recordId: number | null;
  readonly noticeId: number;
}

/** A critical case and, after a press, its record; somebody was reached before the last rise, and nobody since. */
async function alarm(kind: 'reading' | 'press'): Promise<Alarm> {
  imeis += 1;
  const imei = String(imeis);
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  const send = async (dataType: string, values: object): Promise<void> => {
    ward.advance(1);
    await ward.send({ imei, dataType, measuredAt: ward.now().toISOString(), values });
    await ward.follow();
  };
  const raise = (high: number, low: number) =>
    kind === 'reading' ? send('bp', { high, low }) : send('event', { event: 'sos' });
  await raise(188, 112);
  const found = () =>
    ward.sql<Alarm>(
      `select c.id as "caseId", (select max(s.id) from sos_record s where s.tenant_id = $1 and s.case_id = c.id) as "recordId", (select max(n.id) from alarm_notice n where n.tenant_id = $1 and n.case_id = c.id) as "noticeId"
       from abnormal_case c where c.tenant_id = $1 and c.client_id = $2 and c.type in ('bpHigh', 'sos') order by c.id desc limit 1`,
      [person],
    );
  const [before] = await found();
  expect((await admin.post('AbnormalData/LogContact', { id: before?.caseId, callOutcome: 1 })).status).toBe(200);
  await raise(206, 124);
  const [row] = await found();
  if (!row) throw new Error('no case');
  return { ...row, person, imei };
}

const alive = async ({ caseId, recordId }: Alarm): Promise<boolean> => {
  const [row] = await ward.sql<{ open: boolean }>(
    `select c.state in (0, 1, 2) and not c.is_deleted and not exists (select from sos_record s where s.tenant_id = $1 and s.id = $3 and (s.state > 2 or s.is_deleted)) as open
     from abnormal_case c where c.tenant_id = $1 and c.id = $2`,
    [caseId, recordId],
  );
  return row?.open === true;
};

/** What a caller may add to close something, by any name that a call could read. */
const closing = { handleType: 1, handleResult: '已处理，情况平稳' };
const wishes = [3, 4, 'handled', 'falseAlarm', '3'].map((state) => ({
  ...closing,
  state,
  resolution: '已处理，情况平稳',
  callOutcome: 4,
  isFalse: true,
  guardianContacted: false,
}));

async function tryToClose(entry: Entry, given: Alarm): Promise<void> {
  for (const id of [given.caseId, given.recordId ?? given.caseId, given.noticeId]) {
    const { query, body } = await requestFor(entry, samples, { id, imei: given.imei });
    const bodies = wishes.map((wish) => ({ ...wish, id, ids: [id], caseId: given.caseId }));
    for (const wish of [
      ...bodies.map((each) => ({ id, state: each.state, ...closing })),
      ...bodies,
      { ...body, ...bodies[0] },
    ]) {
      const answer = await makeCall(admin, entry, { query: { ...query, id }, body: wish });
      expect(answer.status, `${entry.path} ${answer.text}`).toBeLessThan(500);
    }
  }
  await ward.follow();
}

/** The usual input of a call of another service, with the case in every place that could name it. */
async function tryElsewhere(entry: Entry, given: Alarm): Promise<void> {
  const { query, body } = await requestFor(entry, samples, { id: given.caseId, imei: given.imei });
  const [wish] = wishes;
  for (const more of [{}, { ...wish, ids: [given.caseId], caseId: given.caseId, userId: given.person }]) {
    const answer = await makeCall(admin, entry, {
      query: { ...query, id: given.caseId },
      body: { ...body, ...more, id: given.caseId },
    });
    expect(answer.status, `${entry.path} ${answer.text}`).toBeLessThan(500);
  }
}

test.each(['reading', 'press'] as const)(
  'no call that changes something closes or removes an alarm by a %s whose person was not reached since its last rise',
  async (kind) => {
    const changing = ward.app.server.app.entries.filter(({ verb }) => verb !== 'GET');
    // Calls of other services are made once, where the alarm has a case and a record.
    const entries = changing.filter(({ path }) =>
      kind === 'press' ? !leftOut.some(([which]) => which.test(path)) : services.test(path),
    );
    for (const [which, reason] of leftOut)
      expect(
        changing.some(({ path }) => which.test(path)),
        reason,
      ).toBe(true);
    const closed: string[] = [];
    let given = await alarm(kind);
    for (const entry of entries) {
      await (services.test(entry.path) ? tryToClose : tryElsewhere)(entry, given);
      if (await alive(given)) continue;
      closed.push(`${entry.verb} ${entry.path.split('/').slice(-2).join('/')}`);
      given = await alarm(kind);
    }
    expect(closed).toEqual([]);
    expect((await admin.get('AbnormalData/GetAbnormalDataCount')).status, 'the caller is still signed in').toBe(200);
    expect(entries.filter(({ path }) => services.test(path)).length).toBeGreaterThan(30);
    if (kind === 'press') expect(entries.length).toBeGreaterThan(changing.length * 0.8);
  },
  600_000,
);
