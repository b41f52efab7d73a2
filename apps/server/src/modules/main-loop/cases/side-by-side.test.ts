import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from '../../../../test/ward.ts';

let ward: Ward;
beforeAll(async () => {
  ward = await openWard('2031-03-10', '20:00');
});
afterAll(() => ward.close());

const heart = (imei: string, time: string, value: number): object => ({
  imei,
  dataType: 'heart',
  measuredAt: ward.at(time).toISOString(),
  values: { heart: value, heartState: 1 },
});

async function storeOnly(...items: readonly object[]): Promise<void> {
  await ward.unfollowed(async (tx) => {
    for (const item of items) await ward.send(item);
    await tx.execute("update outbox set available_at = 'infinity' where tenant_id = $1 and topic = 'readings.stored'", [
      ward.tenantId,
    ]);
  });
}

async function followFirst(count: number): Promise<void> {
  await ward.sql(
    `update outbox set available_at = now() where tenant_id = $1 and id in
       (select id from outbox where tenant_id = $1 and topic = 'readings.stored' order by id limit $2)`,
    [count],
  );
  await ward.follow();
}

const alarms = async (person: number): Promise<readonly (readonly [level: number, state: number])[]> =>
  (await ward.cases(person)).filter(({ type }) => type === 'heartFast').map(({ level, state }) => [level, state]);

test('an older reading that still waits confirms nothing before it is followed', async () => {
  const imei = '860000000009041';
  const person = await ward.wearer(imei, { registered: true });
  await ward.send(heart(imei, '19:40', 135));
  await ward.follow();
  await storeOnly(heart(imei, '19:50', 135), heart(imei, '19:30', 135));
  await followFirst(1);
  expect(await alarms(person)).toEqual([]);
  await storeOnly(heart(imei, '19:33', 70));
  await followFirst(2);
  expect(await alarms(person)).toEqual([]);
});

test('a reading counts as it was followed until its correction is followed', async () => {
  const imei = '860000000009042';
  const person = await ward.wearer(imei, { registered: true });
  const sent = (time: string, value: number, seq = 1): object => ({ ...heart(imei, time, value), seq });
  await ward.send(sent('19:20', 135), sent('19:25', 135), sent('19:30', 135));
  await ward.follow();
  const [[level] = [0]] = await alarms(person);
  expect(level).toBe(3);
  await storeOnly(sent('19:27', 135), sent('19:25', 70, 2));
  await followFirst(1);
  expect(await alarms(person)).toEqual([[3, 0]]);
  await followFirst(1);
  expect(await alarms(person)).toEqual([[3, 5]]);
});
