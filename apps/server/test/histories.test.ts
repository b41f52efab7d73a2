import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { isFullRun, randomCases } from '@kangmai/testkit/random-cases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyMinutes, historyOf, staffNames, type Event, type StaffName } from './random-histories.ts';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let provider: Server;
let answerCode = 'OK';
let staff: Readonly<Record<StaffName, Client>>;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  provider = createServer((request, response) => {
    if (answerCode === 'broken') request.destroy();
    else request.resume().once('end', () => response.end(JSON.stringify({ Code: answerCode })));
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  ward = await openWard('2031-07-10', '08:00', {
    ALIYUN_SMS_KEY_ID: 'key-id-1',
    ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
    ALIYUN_SMS_SIGN: '康脉',
    ALIYUN_SMS_TEMPLATE: 'SMS_CODE',
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  const [admin, wang, li] = await Promise.all(
    staffNames.map(async (userName) =>
      userName === 'admin'
        ? ward.app.as('admin', 'Alpha')
        : (await addUser(ward.app, 'Alpha', { userName, dataScope: 'all', allPermissions: true })).client,
    ),
  );
  staff = { admin, wang, li } as typeof staff;
});
afterAll(async () => {
  await ward.close();
  await new Promise((done) => {
    provider.close(done);
  });
});

interface Person {
  readonly seed: number;
  readonly imei: string;
  readonly id: number;
}

/** Statuses of all that staff tried, by what they did. */
const tried = new Map<string, number>();

async function newest(person: Person, states: readonly number[]): Promise<number | undefined> {
  const [row] = await ward.sql<{ id: number }>(
    "select id from abnormal_case where tenant_id = $1 and client_id = $2 and state = any($3) and type in ('bpHigh', 'sos') and not is_deleted order by level desc, id desc limit 1",
    [person.id, states],
  );
  return row?.id;
}

const minutesFromNow = (minutes: number): string => new Date(ward.now().getTime() + minutes * 60_000).toISOString();

async function close(
  person: Person,
  { staff: who, observeMinutes, way }: Extract<Event, { readonly do: 'close' }>,
): Promise<Answer<unknown> | undefined> {
  const id = await newest(person, [0, 1, 2]);
  if (id === undefined) return undefined;
  const observed = observeMinutes !== null && { observeUntil: minutesFromNow(observeMinutes) };
  const closed = { id, state: 3, handleType: way, handleResult: '已电话联系本人，情况平稳', ...observed };
  return staff[who].post('AbnormalData/CreateOrEdit', closed);
}

async function handOver(who: StaffName): Promise<Answer<unknown>> {
  await staff.admin.post('DutyHandovers/Make', {});
  const [row] = await ward.sql<{ id: number }>(
    'select id from duty_handover where tenant_id = $1 order by id desc limit 1',
  );
  await staff.admin.post('DutyHandovers/SignOut', { id: row?.id });
  return staff[who].post('DutyHandovers/SignIn', { id: row?.id });
}

async function deliver(person: Person, event: Event): Promise<void> {
  const at = ward.now().getTime() - (event.do === 'measure' ? event.ago * 60_000 : 0);
  const item = { imei: person.imei, measuredAt: new Date(at).toISOString() };
  if (event.do === 'measure')
    await ward.send({ ...item, dataType: 'bp', values: { high: event.figure[0], low: event.figure[1] } });
  else await ward.send({ ...item, dataType: 'event', values: { event: 'sos' } });
}

type Handling = Exclude<Event, { readonly do: 'measure' | 'press' | 'provider' | 'handOver' | 'close' }>;

/** The case that somebody handles: an open one, or one to reopen. */
async function handle(person: Person, event: Handling): Promise<Answer<unknown> | undefined> {
  const client = staff[event.staff];
  const isClosed = event.do === 'reopen' || event.do === 'endObservation';
  const id = await newest(person, isClosed ? [3, 4] : [0, 1, 2]);
  if (id === undefined) return undefined;
  if (event.do === 'contact') return client.post('AbnormalData/LogContact', { id, callOutcome: event.outcome });
  if (event.do === 'claim') return client.post('AbnormalData/Claim', { id });
  if (event.do === 'endObservation') return client.post('AbnormalData/EndObservation', { id });
  return client.post('AbnormalData/CreateOrEdit', { id, state: event.do === 'release' ? 0 : 2 });
}

async function act(person: Person, event: Event): Promise<Answer<unknown> | undefined> {
  switch (event.do) {
    case 'measure':
    case 'press':
      await deliver(person, event);
      return undefined;
    case 'provider':
      answerCode = event.answer;
      return undefined;
    case 'handOver':
      return handOver(event.staff);
    case 'close':
      return close(person, event);
    default:
      return handle(person, event);
  }
}

/**
 * Cases of level 3 or 4 and calls for help that no later event reopens: open without a waiting event of a rung and
 * without proof since the last rise; closed by staff at level 4 without proof; or observed without an event at the end.
 * Late readings have one rung.
 */
const forgottenSql = `select c.client_id as person, c.type, c.level, c.state, c.outcome, c.next_due_at as due, c.observe_until as until from abnormal_case c
  where c.tenant_id = $1 and not c.is_deleted and c.type in ('bpHigh', 'sos', 'check') and (c.level >= 3 or c.type = 'sos') and not coalesce(
    case when c.state in (0, 1, 2) then
        c.first_contact_at >= c.alarmed_at
        or (c.next_due_at > $2 and exists (select from outbox o where o.tenant_id = $1 and o.topic = 'case.due' and o.failed_at is null
          and o.payload->>'id' = c.id::text and o.available_at = c.next_due_at and (o.payload->>'run')::int = c.ladder_run and o.payload->>'unseen' is null))
        or (c.timeliness = 1 and c.type <> 'sos' and (c.alarmed_at is null or c.escalation_step > 0))
      else (c.level < 4 or c.state = 5 or coalesce(c.first_contact_at >= c.alarmed_at, false) or c.outcome like '补传数据后%')
        and (c.observe_until is null or (c.observe_until > $2 and exists (select from outbox o where o.tenant_id = $1 and o.topic = 'observation.due' and o.failed_at is null
          and o.payload->>'id' = c.id::text and o.available_at = c.observe_until)))
      end, false)`;

async function live(
  minute: number,
  people: readonly Person[],
  steps: ReadonlyMap<number, readonly Event[][]>,
): Promise<void> {
  ward.advance(1);
  await ward.sql(
    'update outbox set available_at = now() where tenant_id = $1 and available_at > now() and available_at <= $2',
    [ward.now()],
  );
  await ward.follow();
  for (const person of people)
    for (const event of steps.get(person.seed)?.[minute] ?? []) {
      const answer = await act(person, event);
      if (answer) {
        const key = `${event.do} ${answer.status}`;
        tried.set(key, (tried.get(key) ?? 0) + 1);
        expect([200, 400, 409], `${JSON.stringify(event)}: ${answer.text}`).toContain(answer.status);
      }
    }
  await ward.follow();
  const forgotten = await ward.sql<{ readonly person: number }>(forgottenSql, [ward.now()]);
  const named = forgotten.map((row) => ({ ...row, seed: people.find(({ id }) => id === row.person)?.seed }));
  expect(named, `minute ${minute}`).toEqual([]);
}

const seeds = randomCases(100);

test(`in ${seeds.length} of a hundred random histories somebody comes back to every grave alarm, at every minute`, async () => {
  const people = await Promise.all(
    seeds.map(async (seed) => {
      const imei = String(860_000_000_060_000 + seed);
      return { seed, imei, id: await ward.wearer(imei, { type: 'bp_monitor', registered: true }) };
    }),
  );
  ward.watch(false);
  const steps = new Map(
    seeds.map((seed) => [
      seed,
      Array.from({ length: historyMinutes }, (_, minute) =>
        historyOf(seed)
          .filter((step) => step.minute === minute)
          .map(({ event }) => event),
      ),
    ]),
  );
  for (let minute = 1; minute < historyMinutes; minute += 1) await live(minute, people, steps);
  const counts = await ward.sql<{ line: string }>(
    "select distinct case when c.type = 'sos' then 'sos' else c.level::text end || case when c.observe_until is not null or exists (select from case_handling h where h.tenant_id = $1 and h.case_id = c.id) then ' handled' else '' end as line from abnormal_case c where c.tenant_id = $1",
  );
  for (const kind of ['claim 200', 'contact 200', 'close 200', 'close 400'])
    expect(tried.get(kind), kind).toBeGreaterThan(0);
  expect(counts.map(({ line }) => line)).toEqual(expect.arrayContaining(['3', '4', 'sos']));
  if (isFullRun)
    for (const kind of ['reopen 200', 'endObservation 200', 'handOver 200', 'release 200'])
      expect(tried.get(kind), kind).toBeGreaterThan(0);
}, 1_200_000);
