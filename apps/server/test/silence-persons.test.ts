import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beat, heartNow } from './signs.ts';
import { openWard, type Ward } from './ward.ts';

/** Silence of persons with several devices, of devices with their own interval, and in usual charging hours. */

let ward: Ward;

beforeEach(async () => {
  ward = await openWard('2026-03-10', '08:00');
});

afterEach(() => ward.close());

const heart = (imei: string): object => heartNow(ward, imei);

async function heard(...items: readonly object[]): Promise<void> {
  await ward.send(...items);
  await ward.follow();
}

/** Lets time pass in steps; at each something is heard and the clock looks. */
async function until(to: string, items: () => readonly object[] = () => [], everyMinutes = 15): Promise<void> {
  while (ward.now() < ward.at(to)) {
    ward.advance(Math.min(everyMinutes, (ward.at(to).getTime() - ward.now().getTime()) / 60_000));
    if (items().length > 0) await heard(...items());
    await ward.tick();
  }
}

/** One more device for a person. */
async function addDevice(person: number, imei: string, type: string): Promise<void> {
  const other = await ward.wearer(imei, { type });
  await ward.sql('update device_binding set client_id = $2 where tenant_id = $1 and client_id = $3', [person, other]);
}

const told = async (person: number) => (await ward.cases(person)).map(({ type, level, state }) => [type, level, state]);

describe('a person with several devices', () => {
  const [worn, spare] = ['860000000008001', '860000000008002'];

  test('a spare watch in a drawer does not alarm; when the worn one is taken off, one alarm comes, and the spare one ends it', async () => {
    const person = await ward.wearer(worn, { tags: ['dementia'] });
    await addDevice(person, spare, 'watch');
    await heard(heart(worn), heart(spare));
    await until('12:00', () => [heart(worn), beat(spare)]);
    expect(await told(person)).toEqual([]);
    await until('12:59', () => [beat(worn), beat(spare)]);
    expect(await told(person)).toEqual([]);
    await until('13:00', () => [beat(worn), beat(spare)]);
    expect(await told(person)).toEqual([['wear', 3, 0]]);
    await until('14:00', () => [beat(worn), beat(spare)]);
    expect(await told(person)).toEqual([['wear', 3, 0]]);
    await until('14:15', () => [beat(worn), heart(spare)]);
    expect(await told(person)).toEqual([['wear', 3, 5]]);
  });

  test('two watches with SOS that fall silent together open one case, and nothing fails', async () => {
    const person = await ward.wearer(worn, { tags: ['dementia'] });
    await addDevice(person, spare, 'watch');
    await heard(heart(worn), heart(spare));
    ward.setTime('11:00');
    await ward.tick();
    expect(await told(person)).toEqual([['offline', 3, 0]]);
    expect(ward.app.log().filter((line) => line.includes('23505'))).toEqual([]);
  });

  test('a dead watch with SOS is not covered by a mattress; a silent mattress beside a watch is no alarm', async () => {
    const person = await ward.wearer(worn, { tags: ['dementia'] });
    await addDevice(person, spare, 'mattress');
    await heard(heart(worn), heart(spare));
    await until('09:00', () => [heart(spare)]);
    expect(await told(person)).toEqual([['offline', 3, 0]]);
    await heard(heart(worn));
    expect(await told(person)).toEqual([['offline', 3, 5]]);
    await until('14:00', () => [heart(worn)]);
    expect(await told(person)).toEqual([['offline', 3, 5]]);
  });

  test('a pulse of the mattress keeps stillness away', async () => {
    const person = await ward.wearer(worn, { type: 'band' });
    await addDevice(person, spare, 'mattress');
    await heard(heart(worn), heart(spare));
    await until('15:00', () => [beat(worn), heart(spare)], 60);
    expect(await told(person)).toEqual([]);
  });
});

test('what a cuff sends through a watch does not say that the watch is worn', async () => {
  const imei = '860000000008021';
  const person = await ward.wearer(imei, { tags: ['dementia'] });
  const childImei = await ward.pairCuff(imei);
  const cuff = (): object => ({
    imei,
    childImei,
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 118, low: 76 },
  });
  await heard(heart(imei));
  ward.setTime('08:30');
  await heard(cuff());
  await until('08:59', () => [beat(imei)]);
  expect(await told(person)).toEqual([]);
  await until('09:00');
  expect(await told(person)).toEqual([['wear', 3, 0]]);
  ward.setTime('09:10');
  await heard(cuff());
  await until('09:40', () => [beat(imei)]);
  expect(await told(person)).toEqual([['wear', 3, 0]]);
  await heard(heart(imei));
  expect(await told(person)).toEqual([['wear', 3, 5]]);
});

describe('the limit of a silence', () => {
  const imei = '860000000008011';

  test('is three intervals that are set on the device, when the rule is shorter', async () => {
    const person = await ward.wearer(imei, { tags: ['dementia'] });
    await ward.sql(
      'insert into device_attribute (tenant_id, device_id, upload_interval, heart_interval, reported_at) select tenant_id, id, 60, 240, $3 from device where tenant_id = $1 and imei = $2',
      [imei, ward.now()],
    );
    await heard(heart(imei));
    await until('10:59', undefined, 29);
    expect(await told(person)).toEqual([]);
    await until('11:00');
    expect(await told(person)).toEqual([['offline', 3, 0]]);
  });

  test('that would be too long for dementia is not set on a device without a reason', async () => {
    await ward.wearer(imei, { tags: ['dementia'] });
    await ward.wearer('860000000008012');
    const staff = await ward.app.as('admin', 'Alpha');
    const set = async (to: string, args: object, more: object = {}) =>
      (await staff.post('DeviceCommands/Send', { imei: to, command: 'SET_PARAMS', args, ...more })).status;
    expect(await set(imei, { heartInterval: 60 })).toBe(400);
    expect(await set(imei, { heartInterval: 60, locationInterval: 40 })).toBe(200);
    expect(await set(imei, { heartInterval: 60 }, { reason: '住院期间' })).toBe(200);
    expect(await set('860000000008012', { heartInterval: 60 })).toBe(200);
  });

  test('is learned from the gaps of readings, for dementia up to two hours', async () => {
    const person = await ward.wearer(imei, { tags: ['dementia'] });
    await until('13:00', () => [heart(imei)], 50);
    expect(await told(person)).toEqual([]);
    await until('14:59', undefined, 29);
    expect(await told(person)).toEqual([]);
    await until('15:00');
    expect(await told(person)).toEqual([['offline', 3, 0]]);
  });

  test('waits for the end of an hour of usual charging', async () => {
    const person = await ward.wearer(imei, { tags: ['dementia'] });
    for (let day = 10; day < 20; day += 1) {
      ward.setTime(`2026-03-${day} 18:30`);
      await heard(beat(imei, { charging: true }));
      ward.setTime(`2026-03-${day} 19:05`);
      await heard(beat(imei, { charging: false }));
    }
    expect(
      await ward.sql(
        'select count(*)::integer as count, bit_or(hours) as hours from charging_hour where tenant_id = $1',
      ),
    ).toEqual([{ count: 10, hours: 2 ** 18 }]);
    ward.setTime('2026-03-20 17:20');
    await heard(heart(imei));
    await ward.sql('update abnormal_case set state = 5 where tenant_id = $1 and state < 3');
    const before = (await told(person)).length;
    await until('2026-03-20 18:59', undefined, 29);
    expect(await told(person)).toHaveLength(before);
    await until('2026-03-20 19:00');
    expect((await told(person)).slice(before)).toEqual([['offline', 3, 0]]);
  });
});
