import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Changes of devices over time, and silence around the hours in which a device usually charges. */

let ward: Ward;
const imei = '860000000009001';

beforeEach(async () => {
  ward = await openWard('2026-03-10', '08:00');
});

afterEach(() => ward.close());

const beat = (more: object = {}): object => ({ imei, dataType: 'heartbeat', values: {}, ...more });
const heart = (): object => ({
  imei,
  dataType: 'heart',
  measuredAt: ward.now().toISOString(),
  values: { heart: 72 },
});

async function heard(...items: readonly object[]): Promise<void> {
  await ward.send(...items);
  await ward.follow();
}

async function until(to: string, items: () => readonly object[] = () => [], everyMinutes = 15): Promise<void> {
  while (ward.now() < ward.at(to)) {
    ward.advance(Math.min(everyMinutes, (ward.at(to).getTime() - ward.now().getTime()) / 60_000));
    if (items().length > 0) await heard(...items());
    await ward.tick();
  }
}

const changes = async () =>
  (
    await ward.sql<{ at: string; what: string; value: number | null }>(
      "select to_char(at at time zone 'Asia/Shanghai', 'HH24:MI') as at, what, value from device_presence where tenant_id = $1 order by device_presence.at, what",
    )
  ).map(({ at, what, value }) => `${at} ${what} ${value}`);

const told = async (person: number) => (await ward.cases(person)).map(({ type, level, state }) => [type, level, state]);

test('each change of a device is one row, and packets that change nothing add none', async () => {
  await ward.wearer(imei, { tags: ['dementia'] });
  await heard(heart());
  await until('09:00', () => [heart()]);
  expect(await changes()).toEqual([]);
  await heard(beat({ charging: true }));
  await until('09:30', () => [beat({ charging: true })], 10);
  await heard(beat({ charging: false }));
  expect(await changes()).toEqual(['09:00 charging 1', '09:30 charging 0']);
  await until('10:30', () => [heart()], 30);
  await until('16:00', undefined, 30);
  expect((await changes()).slice(2)).toEqual(['10:30 online 0']);
  await heard(heart());
  await until('16:30', () => [heart()], 30);
  expect((await changes()).slice(2)).toEqual(['10:30 online 0', '16:00 online 1']);
  await until('18:10', () => [beat()], 30);
  expect((await changes()).slice(4)).toEqual(['18:00 worn 0']);
  await heard(heart());
  await until('18:20', () => [heart()]);
  expect((await changes()).slice(5)).toEqual(['18:10 worn 1']);
  const beta = await ward.app.query('Beta', 'select 1 from device_presence where $1::bigint is not null');
  expect(beta).toEqual([]);
});

test('after fourteen days of charging from eight to nine in the evening, silence in that hour waits for its end', async () => {
  const person = await ward.wearer(imei, { tags: ['dementia'] });
  for (let day = 10; day < 24; day += 1) {
    ward.setTime(`2026-03-${day} 20:00`);
    await heard(beat({ charging: true }));
    ward.setTime(`2026-03-${day} 20:59`);
    await heard(beat({ charging: false }));
  }
  const silentSince = async (at: string): Promise<number> => {
    ward.setTime(`2026-03-24 ${at}`);
    await heard(heart());
    await ward.sql('update abnormal_case set state = 5 where tenant_id = $1 and state < 3');
    return (await told(person)).length;
  };
  const outside = await silentSince('13:00');
  await until('2026-03-24 13:59', undefined, 29);
  expect(await told(person)).toHaveLength(outside);
  await until('2026-03-24 14:01', undefined, 1);
  expect((await told(person)).slice(outside)).toEqual([['offline', 3, 0]]);
  const inside = await silentSince('19:20');
  await until('2026-03-24 20:59', undefined, 29);
  expect(await told(person)).toHaveLength(inside);
  await until('2026-03-24 21:01', undefined, 1);
  expect((await told(person)).slice(inside)).toEqual([['offline', 3, 0]]);
});
