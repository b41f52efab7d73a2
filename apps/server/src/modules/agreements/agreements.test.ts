import { addDays, addYears, localDay } from '@kangmai/domain';
import { careTeam, client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { Client as Owner } from 'pg';
import { termOf } from './term.ts';

const today = localDay(Date.now(), 'Asia/Shanghai');
/** The last day of a year that begins today. */
const yearOn = addDays(addYears(today, 1), -1);

let app: TestApp;
let admin: Client;
let doctor: Client;
let samples: Samples;
let doctorId: number;

beforeAll(async () => {
  app = await startApp();
  [admin, doctor] = [await app.as('admin', 'Alpha'), await app.as('doctor', 'Alpha')];
  samples = await Samples.of(app, 'Alpha');
  const [found] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name_key = 'doctor'",
  );
  doctorId = found?.id ?? 0;
});
afterAll(() => app.close());

const newTeam = (more: object = {}): Promise<number> =>
  samples.plant(careTeam, '签约团队', { maxClients: 10, leader: doctorId, ...more });
const newClient = (): Promise<number> =>
  samples.plant(client, '签约客户', { team: null, doctor: null, state: 'active' });
const save = (body: object, by = admin): Promise<Answer<number>> =>
  by.post<number>('DoctorSign/CreateOrEdit', body as never);
const move = (name: string, body: object, by = doctor): Promise<Answer<{ id: number }>> =>
  by.post<{ id: number }>(`DoctorSign/${name}`, body as never);
const refusal = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.reason,
  error?.validationErrors?.flatMap(({ members }) => members),
];

async function propose(more: object = {}): Promise<{ readonly id: number; readonly body: Record<string, unknown> }> {
  const body = {
    clientId: await newClient(),
    teamId: await newTeam(),
    doctorId,
    signDate: today,
    beginDate: today,
    endDate: yearOn,
    ...more,
  };
  return { id: await done(save(body)), body };
}

const fileOf = (id: number): Promise<{ team: number | null; doctor: number | null }> =>
  samples.inTenant(async (ctx) => {
    const found = await ctx.repo(client).get(id);
    return { team: found.team, doctor: found.doctor };
  });

test('a term is one to three years', () => {
  expect(termOf('2031-05-10')).toEqual({ from: '2032-05-09', to: '2034-05-09' });
  expect(termOf('2032-02-29')).toEqual({ from: '2033-02-28', to: '2035-02-28' });
});

test('a proposal is accepted by its doctor alone, and the client is entrusted to team and doctor', async () => {
  const { id, body } = await propose();
  expect((await move('Accept', { id }, admin)).error?.reason).toBe('state.other-person');
  await done(move('Accept', { id }));
  expect(await fileOf(Number(body['clientId']))).toEqual({ team: body['teamId'], doctor: doctorId });
  const row = await done(admin.get<Record<string, unknown>>('DoctorSign/Get', { Id: id }));
  expect(row).toMatchObject({ state: 1, applyChannel: 'staff', endDate: expect.stringContaining(yearOn) });
  expect(String(row['agreementNo'])).toMatch(/^QY\d{9}$/);
});

test('terms that cannot be are refused at their field', async () => {
  const base = { clientId: await newClient(), teamId: await newTeam(), doctorId, signDate: today, beginDate: today };
  expect(refusal(await save({ ...base, endDate: addDays(yearOn, -1) }))).toEqual([
    400,
    'validation.failed',
    ['endDate'],
  ]);
  expect(refusal(await save({ ...base, endDate: addYears(today, 3) }))).toEqual([
    400,
    'validation.failed',
    ['endDate'],
  ]);
  expect(refusal(await save({ ...base, beginDate: addDays(today, -9), endDate: yearOn }))).toEqual([
    400,
    'validation.failed',
    ['signDate'],
  ]);
  const strange = await newTeam({ leader: await samples.freshUser() });
  expect(refusal(await save({ ...base, teamId: strange, endDate: yearOn }))).toEqual([
    400,
    'validation.failed',
    ['doctorId'],
  ]);
});

test('a client has one agreement at a time, whoever comes first', async () => {
  const { body } = await propose();
  expect((await save(body)).status).toBe(409);
  const fresh = { ...body, clientId: await newClient() };
  const both = await Promise.all([save(fresh), save(fresh)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a full team accepts nobody, and nothing changes', async () => {
  const { id, body } = await propose({ teamId: await newTeam({ maxClients: 0 }) });
  expect((await move('Accept', { id })).status).toBe(400);
  expect(await fileOf(Number(body['clientId']))).toEqual({ team: null, doctor: null });
  const row = await done(admin.get<Record<string, unknown>>('DoctorSign/Get', { Id: id }));
  expect(row['state']).toBe(0);
});

/** An accepted agreement of the last year, which ends on a day. */
async function accepted(endsOn: string): Promise<{ readonly id: number; readonly clientId: number }> {
  const begins = addDays(addYears(endsOn, -1), 1);
  const { id, body } = await propose({ signDate: begins, beginDate: begins, endDate: endsOn });
  await done(move('Accept', { id }));
  return { id, clientId: Number(body['clientId']) };
}

test('an agreement is renewed once, from the day after its end', async () => {
  const { id: early } = await accepted(addDays(today, 61));
  expect((await move('Renew', { id: early, years: 1 }, admin)).error?.reason).toBe('agreement.too-early');
  const { id } = await accepted(addDays(today, 26));
  const both = await Promise.all([2, 2].map((years) => move('Renew', { id, years }, admin)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const next = both.find(({ status }) => status === 200)?.result.id;
  const row = await done(admin.get<Record<string, unknown>>('DoctorSign/Get', { Id: String(next) }));
  expect(row).toMatchObject({
    state: 1,
    beginDate: expect.stringContaining(addDays(today, 27)),
    endDate: expect.stringContaining(addYears(addDays(today, 26), 2)),
    renewedFromId: id,
  });
  const again = await move('Renew', { id, years: 1 }, admin);
  expect([again.error?.reason, again.error?.message]).toEqual([
    'agreement.renewed',
    expect.stringContaining(String(row['agreementNo'])),
  ]);
});

test('doctor and client hear of the end a month before, once', async () => {
  const { id, clientId } = await accepted(addDays(today, 10));
  const person = await samples.inTenant((ctx) => ctx.repo(client).get(clientId));
  const messages = (): Promise<readonly object[]> =>
    app.query(
      'Alpha',
      "select body from outgoing_message where tenant_id = $1 and purpose = 'agreementEnding' and recipient = $2",
      [person.phone],
    );
  await expect.poll(messages).toEqual([{ body: expect.stringContaining(addDays(today, 10)) }]);
  const notices = await app.query<{ userId: number }>(
    'Alpha',
    `select user_id as "userId" from user_notification where tenant_id = $1 and name = 'App.AgreementEnding' and data::text like $2`,
    [`%/jcpt/doctorSign/${id}%`],
  );
  expect(notices).toEqual([{ userId: doctorId }]);
});

test('terminating needs a reason; the agreement of a client who died ends', async () => {
  const { id } = await propose();
  await done(move('Accept', { id }));
  expect(refusal(await move('Terminate', { id }, admin))).toEqual([400, 'validation.failed', ['reason']]);
  await done(move('Terminate', { id, reason: '迁往外地' }, admin));
  const { id: other, body } = await propose();
  const death = { id: body['clientId'], state: 'deceased', stateReason: '病逝', stateDate: today };
  await done(admin.post('C_client/CreateOrEdit', death as never));
  await expect
    .poll(async () => (await done(admin.get<{ state: number }>('DoctorSign/Get', { Id: other }))).state)
    .toBe(4);
});

test('statistics count what was signed, by team and unit, and what was renewed', async () => {
  const { id, body } = await propose();
  await done(move('Accept', { id }));
  const asked = { begin: today, end: today, teamId: String(body['teamId']) };
  const found = await done(admin.get<Record<string, unknown>>('DoctorSign/GetStatistics', asked));
  expect(found).toMatchObject({ signed: 1, teams: [{ id: body['teamId'], signed: 1 }], renewalRate: null });
  const paper = await done(admin.get<Record<string, unknown>>('DoctorSign/GetPrintInfo', { id: String(id) }));
  expect(paper).toMatchObject({ beginDate: today, endDate: yearOn });
});

test('an agreement that begins later entrusts the client on its first day', async () => {
  const { id, body } = await propose({ beginDate: addDays(today, 2), endDate: addDays(yearOn, 2) });
  await done(move('Accept', { id }));
  expect(await fileOf(Number(body['clientId']))).toEqual({ team: null, doctor: null });
  const owner = new Owner({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query("update outbox set available_at = now() where topic = 'agreement.begins'");
  await owner.end();
  await expect.poll(() => fileOf(Number(body['clientId']))).toEqual({ team: body['teamId'], doctor: doctorId });
});
