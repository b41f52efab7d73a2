import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let imeis = 860_000_000_050_000;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-06-10', '10:00');
});
afterAll(() => ward.close());

/** A person whose pressure made a case of level 4 at a time. */
async function critical(time: string): Promise<number> {
  ward.setTime(time);
  imeis += 1;
  const person = await ward.wearer(String(imeis), { type: 'bp_monitor', registered: true });
  await ward.send({
    imei: String(imeis),
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 205, low: 122 },
  });
  await ward.follow();
  return person;
}

const rungsOf = async (person: number): Promise<readonly string[]> =>
  (
    await ward.sql<{ line: string }>(
      `select n.rung || ' ' || to_char(n.taken_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as line from alarm_notice n
       join abnormal_case c on c.tenant_id = n.tenant_id and c.id = n.case_id
       where n.tenant_id = $1 and n.client_id = $2 and c.type = 'bpHigh' and n.rung < 2 and n.channel <> 'phone' order by n.id`,
      [person],
    )
  ).map(({ line }) => line);

const ladderOf = async (person: number) =>
  (
    await ward.sql<{ id: number; due: Date; alarmed: Date; step: number }>(
      "select id, next_due_at as due, alarmed_at as alarmed, escalation_step as step from abnormal_case where tenant_id = $1 and client_id = $2 and type = 'bpHigh'",
      [person],
    )
  )[0];

/** The database's clock releases the events of the case. */
async function release(person: number): Promise<void> {
  await ward.sql(
    "update outbox set available_at = now() where tenant_id = $1 and topic = 'case.due' and payload->>'id' = $2 and payload->>'unseen' is null",
    [String((await ladderOf(person))?.id)],
  );
  await ward.follow();
}

const lose = async (person: number): Promise<void> => {
  await ward.sql("delete from outbox where tenant_id = $1 and topic = 'case.due' and payload->>'id' = $2", [
    String((await ladderOf(person))?.id),
  ]);
};

test('a clock that was set back by an hour keeps no rung: the database releases it at its time', async () => {
  const person = await critical('10:00:00');
  ward.setTime('09:03:00');
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 10:00:00', '1 09:03:00']);
  expect((await ladderOf(person))?.due).toEqual(ward.at('10:05'));
});

test('a clock that is behind the database waits for the rest', async () => {
  const person = await critical('10:30:00');
  ward.setTime('10:32:00');
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 10:30:00']);
  const [waits] = await ward.sql<{ seconds: number }>(
    "select extract(epoch from available_at - now())::float as seconds from outbox where tenant_id = $1 and topic = 'case.due' and payload->>'id' = $2 and available_at < now() + interval '1 year'",
    [String((await ladderOf(person))?.id)],
  );
  expect(waits?.seconds).toBeGreaterThan(30);
  expect(waits?.seconds).toBeLessThanOrEqual(60);
  ward.setTime('10:33:00');
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 10:30:00', '1 10:33:00']);
});

test('an event that waited for a former time of the rung takes none', async () => {
  const person = await critical('11:00:00');
  await ward.sql(
    "update abnormal_case set next_due_at = $3 where tenant_id = $1 and client_id = $2 and type = 'bpHigh'",
    [person, ward.at('11:05')],
  );
  ward.setTime('11:03:00');
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 11:00:00']);
});

test('a rung whose event was lost or given up is found by the clock within two minutes, once', async () => {
  const person = await critical('12:00:00');
  await lose(person);
  ward.setTime('12:04:59');
  await ward.tick();
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 12:00:00']);
  ward.setTime('12:05:00');
  await Promise.all([ward.tick(), ward.tick()]);
  await release(person);
  expect(await rungsOf(person)).toEqual(['0 12:00:00', '1 12:05:00']);
  expect((await ladderOf(person))?.step).toBe(1);

  const given = await critical('12:30:00');
  await ward.sql(
    "update outbox set failed_at = now(), attempts = 8 where tenant_id = $1 and topic = 'case.due' and payload->>'id' = $2",
    [String((await ladderOf(given))?.id)],
  );
  ward.setTime('12:35:00');
  await ward.tick();
  await ward.sql('update outbox set available_at = now() where tenant_id = $1 and failed_at is null and topic = $2', [
    'case.due',
  ]);
  await ward.follow();
  expect(await rungsOf(given)).toEqual(['0 12:30:00', '1 12:35:00']);
});

test('nothing is queued again for a case whose person was reached, or whose rung waits', async () => {
  const person = await critical('13:00:00');
  ward.setTime('13:06:00');
  const waiting = () =>
    ward.sql<{ id: number }>(
      "select id from outbox where tenant_id = $1 and topic = 'case.due' and payload->>'id' = $2",
      [String(id)],
    );
  const id = (await ladderOf(person))?.id;
  const before = await waiting();
  await ward.tick();
  expect(await waiting()).toEqual(before);
  const admin = await ward.app.as('admin', 'Alpha');
  expect((await admin.post('AbnormalData/LogContact', { id, callOutcome: 1 })).status).toBe(200);
  await lose(person);
  await ward.tick();
  expect(await waiting()).toEqual([]);
});

test('an alarm written by a clock an hour ahead begins when the clock is right again, with its minutes', async () => {
  const person = await critical('15:00:00');
  ward.setTime('14:00:10');
  await ward.tick();
  expect(await ladderOf(person)).toMatchObject({ alarmed: ward.at('14:00:10'), due: ward.at('14:03:10'), step: 0 });
  ward.setTime('14:03:10');
  await release(person);
  expect((await ladderOf(person))?.step).toBe(1);
});

test('the end of an observation is neither lost by a clock set back nor with its event', async () => {
  const admin = await ward.app.as('admin', 'Alpha');
  const observed = async (time: string, until: string): Promise<number> => {
    const person = await critical(time);
    const answer = await admin.post('AbnormalData/Settle', {
      id: (await ladderOf(person))?.id,
      callOutcome: 1,
      handleType: 5,
      handleResult: '已电话指导服药并继续观察',
      observeUntil: ward.at(until).toISOString(),
    });
    expect(answer.status, answer.text).toBe(200);
    return person;
  };
  const stateOf = async (person: number): Promise<readonly number[]> =>
    (await ward.cases(person)).filter(({ type }) => type === 'bpHigh').map(({ state }) => state);
  const back = await observed('16:00:00', '17:00');
  ward.setTime('15:30:00');
  await ward.sql("update outbox set available_at = now() where tenant_id = $1 and topic = 'observation.due'");
  await ward.follow();
  expect(await stateOf(back)).toEqual([0]);
  const lost = await observed('18:00:00', '19:00');
  await ward.sql("delete from outbox where tenant_id = $1 and topic = 'observation.due'");
  ward.setTime('19:02:00');
  await ward.tick();
  await ward.bringForward('observation.due');
  expect(await stateOf(lost)).toEqual([0]);
});
