import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
beforeAll(async () => {
  ward = await openWard('2031-03-10', '16:00');
});
afterAll(() => ward.close());

const hours = 3_600_000;
let persons = 0;

const setting = (name: string, value: string) =>
  ward.sql('insert into setting (tenant_id, name, value) values ($1, $2, $3) returning name', [name, value]);

/** The case that a reading of 205/122 of that age opens: late or not, with a rung soon or not; or none. */
async function becomes(age: number) {
  persons += 1;
  const imei = `86000000000${9000 + persons}`;
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  const measuredAt = new Date(ward.now().getTime() - age * hours).toISOString();
  const [taken] = await ward.send({ imei, dataType: 'bp', measuredAt, values: { high: 205, low: 122, heart: 80 } });
  await ward.follow();
  const soon = new Date(ward.now().getTime() + 10 * 60_000);
  const cases = await ward.sql<{ timeliness: number; climbs: boolean }>(
    `select timeliness, coalesce(next_due_at <= $3, false) as climbs from abnormal_case where tenant_id = $1 and client_id = $2 and type = 'bpHigh'`,
    [person, soon],
  );
  return [taken?.status, taken?.reason, ...cases.map(({ timeliness, climbs }) => ({ timeliness, climbs }))];
}

test('a reading of five hours ago is late at first, and alarms where readings are late after six', async () => {
  expect(await becomes(5)).toEqual(['stored', undefined, { timeliness: 1, climbs: false }]);
  await setting('App.Devices.LateReadingHours', '6');
  await expect.poll(() => becomes(5)).toEqual(['stored', undefined, { timeliness: 0, climbs: true }]);
  expect(await becomes(7)).toEqual(['stored', undefined, { timeliness: 1, climbs: false }]);
});

test('a reading of four days ago is stored at first, and waits for staff where three are accepted', async () => {
  expect((await becomes(96))[0]).toBe('stored');
  await setting('App.Devices.LateAcceptDays', '3');
  await expect.poll(() => becomes(96)).toEqual(['quarantined', 'too_old']);
  expect((await becomes(71))[0]).toBe('stored');
});

test('numbers out of bounds count as the nearest bound', async () => {
  await ward.sql(
    "update setting set value = '900' where tenant_id = $1 and name = 'App.Devices.LateReadingHours' returning name",
  );
  await expect.poll(() => becomes(11)).toEqual(['stored', undefined, { timeliness: 0, climbs: true }]);
  expect(await becomes(13)).toEqual(['stored', undefined, { timeliness: 1, climbs: false }]);
});
