import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** A policy is changed while its cases climb: the change holds from the next rung on, no rung is taken twice. */

let ward: Ward;
let admin: Client;
let device = 0;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-08-10', '08:00');
  admin = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());

type Minutes = readonly number[];
const receivers = ['manager', 'guardian1', 'callCenter', 'dutyPhone'] as const;

interface Shape {
  readonly minutes: Minutes;
  readonly repeatMinutes: number;
}

/** A policy of level 4 whose rungs are as many minutes after the alarm; each calls somebody else. */
async function savePolicy({ minutes, repeatMinutes }: Shape, id?: number): Promise<number> {
  const steps = minutes.map((afterMinutes, nth) => ({
    afterMinutes,
    to: [receivers[nth % receivers.length]],
    channels: [nth === 0 ? 'inapp' : 'phone'],
  }));
  const { status, text, result } = await admin.post<number>('AlarmPolicys/CreateOrEdit', {
    ...(id !== undefined && { id }),
    policyName: '变更中的策略',
    level: 4,
    sourceKind: 'reading',
    repeatMinutes,
    steps,
  });
  expect(status, text).toBe(200);
  return result;
}

let policy: number;
beforeEach(async () => {
  await ward.sql("delete from setting where tenant_id = $1 and name = 'App.Alarm.DutyPhone' returning tenant_id");
  await ward.sql(
    "insert into setting (tenant_id, name, value) values ($1, 'App.Alarm.DutyPhone', '021-55550100') returning tenant_id",
  );
  ward.app.server.services.settings.forget(ward.tenantId);
  policy = await savePolicy({ minutes: [0, 3, 5], repeatMinutes: 10 }, policy);
});

async function critical(time: string): Promise<number> {
  ward.setTime(time);
  device += 1;
  const imei = String(860_000_000_092_000 + device);
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  await ward.send({
    imei,
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 205, low: 122 },
  });
  await ward.follow();
  return person;
}

async function clockTo(...times: readonly string[]): Promise<void> {
  for (const time of times) {
    ward.setTime(time);
    await ward.bringForward('case.due');
  }
}

/** The rungs of a person's case with the times at which they were taken; one taken twice stands twice. */
const rungsOf = async (person: number): Promise<readonly string[]> =>
  (
    await ward.sql<{ line: string }>(
      "select distinct n.rung || ' ' || to_char(n.taken_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as line from alarm_notice n where n.tenant_id = $1 and n.client_id = $2 order by 1",
      [person],
    )
  ).map(({ line }) => line);

test('a rung that has passed is not taken again when it is moved behind the present time', async () => {
  const person = await critical('09:00:00');
  await clockTo('09:03:00');
  await savePolicy({ minutes: [0, 4, 6], repeatMinutes: 10 }, policy);
  await clockTo('09:04:00', '09:05:00', '09:06:00', '09:15:00');
  expect(await rungsOf(person)).toEqual(['0 09:00:00', '1 09:03:00', '2 09:05:00', '3 09:15:00']);
});

test('rungs that are put before the present one are not made up for, those behind it come in their order', async () => {
  const person = await critical('10:00:00');
  await clockTo('10:03:00', '10:05:00');
  await savePolicy({ minutes: [0, 1, 2, 12], repeatMinutes: 5 }, policy);
  await clockTo('10:06:00', '10:12:00', '10:15:00', '10:20:00');
  const rungs = await rungsOf(person);
  expect(rungs.slice(0, 3)).toEqual(['0 10:00:00', '1 10:03:00', '2 10:05:00']);
  expect(new Set(rungs.map((line) => line.split(' ')[0])).size).toBe(rungs.length);
  expect(rungs).toHaveLength(5);
});

test('a policy that loses the rungs to come repeats its last one', async () => {
  const person = await critical('11:00:00');
  await clockTo('11:03:00');
  await savePolicy({ minutes: [0], repeatMinutes: 20 }, policy);
  await clockTo('11:05:00', '11:25:00');
  expect(await rungsOf(person)).toEqual(['0 11:00:00', '1 11:03:00', '2 11:05:00', '3 11:25:00']);
});

test('policies saved in the moment of a rung, with two nodes: each rung is taken once', async () => {
  const persons = [await critical('12:00:00'), await critical('12:00:00'), await critical('12:00:00')];
  const second = await ward.app.secondNode();
  ward.setTime('12:03:00');
  const release = ward.sql(
    "update outbox set available_at = now() where tenant_id = $1 and topic = 'case.due' and available_at <= $2",
    [ward.now()],
  );
  const saves = [2, 3, 4].map((minutes) =>
    savePolicy({ minutes: [0, minutes, minutes + 2], repeatMinutes: 10 }, policy),
  );
  await Promise.all([release, ...saves]);
  for (const { follower } of [ward.app.server, second.server]) follower.wake(ward.tenantId);
  await ward.follow();
  await clockTo('12:04:00', '12:05:00');
  for (const person of persons) expect(await rungsOf(person)).toEqual(['0 12:00:00', '1 12:03:00', '2 12:05:00']);
  await second.close();
});
