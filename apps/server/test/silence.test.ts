import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;

beforeEach(async () => {
  ward = await openWard('2026-03-10', '08:00');
});

afterEach(() => ward.close());

const beat = (imei: string, more: object = {}): object => ({ imei, dataType: 'heartbeat', values: {}, ...more });
const heart = (imei: string, more: object = {}): object => ({
  imei,
  dataType: 'heart',
  measuredAt: ward.now().toISOString(),
  values: { heart: 72 },
  ...more,
});

async function heard(...items: readonly object[]): Promise<void> {
  await ward.send(...items);
  await ward.follow();
}

async function ticks(to: string, everyMinutes = 15): Promise<void> {
  const end = ward.at(to).getTime();
  while (ward.now().getTime() < end) {
    ward.advance(Math.min(everyMinutes, (end - ward.now().getTime()) / 60_000));
    await ward.tick();
  }
}

const online = async (imei: string): Promise<number | undefined> =>
  (await ward.sql<{ online: number }>('select online from device where tenant_id = $1 and imei = $2', [imei]))[0]
    ?.online;
const news = (type: string): unknown[] =>
  ward.shown.filter(({ event }) => event === type).map(({ payload }) => payload);

describe('devices that say nothing', () => {
  test('V15: offline of A an hour after its last frame, of B in the middle of the night', async () => {
    const a = await ward.wearer('860000000001001', { tags: ['dementia'] });
    const b = await ward.wearer('860000000001002', { tags: ['dementia'] });
    ward.setTime('14:00');
    await heard(heart('860000000001001'), heart('860000000001002'));
    for (let hour = 14; hour < 26; hour += 1) {
      for (const minutes of [20, 20, 20]) {
        ward.advance(minutes);
        await heard(heart('860000000001002'));
      }
      await ward.tick();
      if (hour === 14)
        expect(await ward.cases(a)).toMatchObject([
          { type: 'offline', level: 3, state: 0, latestAt: ward.at('15:00') },
        ]);
    }
    expect(ward.now()).toEqual(ward.at('2026-03-11 02:00'));
    await ticks('2026-03-11 02:59');
    expect(await ward.cases(b)).toEqual([]);
    await ticks('2026-03-11 03:00');
    expect(await ward.cases(b)).toMatchObject([
      { type: 'offline', level: 3, state: 0, latestAt: ward.at('2026-03-11 03:00') },
    ]);
    expect(await ward.cases(a)).toHaveLength(1);
    expect(news('newabnormal')).toMatchObject([
      { userid: a, abnormaL_LEVEL: 3, notice: 'open' },
      { userid: b, abnormaL_LEVEL: 3, notice: 'open' },
    ]);
  });

  test('go offline when their type says so, are told at each level once, and are back with the next frame', async () => {
    const imei = '860000000001011';
    const person = await ward.wearer(imei);
    await heard(heart(imei));
    expect(await online(imei)).toBe(1);
    await ticks('08:29', 29);
    expect(await online(imei)).toBe(1);
    await ticks('08:31', 2);
    expect(await online(imei)).toBe(0);
    expect(news('devicestate')).toEqual([{ imei, isOnline: false, battery: null }]);
    await ticks('09:59');
    expect(await ward.cases(person)).toEqual([]);
    await ticks('10:00');
    await ticks('20:30');
    expect(await ward.cases(person)).toMatchObject([
      { type: 'offline', level: 2, state: 0, latestAt: ward.at('10:00') },
    ]);
    await heard(heart(imei));
    expect(await online(imei)).toBe(1);
    expect(await ward.cases(person)).toMatchObject([{ type: 'offline', level: 2, state: 5 }]);
    expect(news('devicestate').at(-1)).toMatchObject({ imei, isOnline: true });
    await ticks('21:05');
    await ticks('21:59');
    expect(await ward.cases(person)).toHaveLength(1);
    await ticks('2026-03-11 07:30', 60);
    expect(await ward.cases(person)).toMatchObject([{ state: 5 }, { type: 'offline', level: 2, state: 0 }]);
  });

  test('stay closed when staff closed them, until the device was heard again', async () => {
    const imei = '860000000001012';
    const person = await ward.wearer(imei, { tags: ['dementia'] });
    await heard(heart(imei));
    await ticks('09:05');
    await ward.sql('update abnormal_case set state = 3, handled_at = $2 where tenant_id = $1', [ward.now()]);
    await ticks('21:00', 60);
    expect(await ward.cases(person)).toMatchObject([{ level: 3, state: 3 }]);
  });

  test('a stop in between changes nothing: what fell due meanwhile is told at the next tick, by one of two nodes', async () => {
    const people = [];
    for (const [at, imei] of ['860000000001021', '860000000001022', '860000000001023'].entries()) {
      ward.setTime(`0${8 + Math.floor(at / 2)}:${at === 1 ? '45' : '00'}`);
      people.push(await ward.wearer(imei, { tags: ['dementia'] }));
      await heard(heart(imei));
    }
    ward.setTime('15:00');
    await Promise.all([ward.tick(), ward.tick(), ward.tick()]);
    for (const person of people)
      expect(await ward.cases(person)).toMatchObject([{ type: 'offline', level: 3, state: 0 }]);
    expect(news('newabnormal')).toHaveLength(3);
  });

  test('a whole source: one alarm lists the wearers, with dementia first; it ends when the source is heard', async () => {
    const imeis = ['860000000001031', '860000000001032', '860000000001033', '860000000001034'];
    const first = await ward.wearer(imeis[0] ?? '', { name: '张一' });
    const second = await ward.wearer(imeis[1] ?? '', { name: '李二', tags: ['dementia'] });
    for (const imei of imeis.slice(2)) await ward.wearer(imei);
    await heard(...imeis.map((imei) => heart(imei)));
    await ticks('09:00');
    expect(await ward.cases(null)).toMatchObject([
      { type: 'offline', level: 3, state: 0, finding: '来源“测试网关”的设备全部无数据，涉及 1 人：李二（失智）' },
    ]);
    await ticks('12:00');
    const [alarm, ...more] = await ward.cases(null);
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({
      level: 3,
      state: 0,
      finding: expect.stringMatching(/涉及 4 人：李二（失智）、张一（SOS）、客户033（SOS）/),
    });
    expect(await ward.cases(first)).toEqual([]);
    expect(await ward.cases(second)).toEqual([]);
    expect(news('newabnormal')).toHaveLength(1);
    await heard(heart(imeis[0] ?? ''));
    expect(await ward.cases(null)).toMatchObject([{ state: 5 }]);
    for (let step = 0; step < 3; step += 1) {
      ward.advance(11);
      await heard(heart(imeis[0] ?? ''));
      await ward.tick();
    }
    expect(await ward.cases(second)).toMatchObject([{ type: 'offline', level: 3, state: 0 }]);
    expect(await ward.cases(first)).toEqual([]);
  });

  test('devices that were loaded long ago: one alarm of their source, one case of a person who was missed before', async () => {
    const people = [];
    for (let at = 0; at < 6; at += 1)
      people.push(await ward.wearer(`86000000000104${at}`, { tags: at === 0 ? ['dementia'] : [] }));
    const [source] = await ward.sql<{ id: number }>('select id from ingest_source where tenant_id = $1');
    await ward.sql(
      "update device set last_seen_at = $2::timestamptz - case when imei = '860000000001045' then interval '3 days' else interval '2 minutes' end, online = 1, last_source_id = $3 where tenant_id = $1",
      [ward.now(), source?.id],
    );
    ward.setTime('2026-04-12 09:00');
    for (let round = 0; round < 3; round += 1) {
      await ward.tick();
      ward.advance(600);
    }
    expect(await ward.cases(null)).toMatchObject([{ type: 'offline', level: 3, state: 0 }]);
    expect((await Promise.all(people.map((person) => ward.cases(person)))).flat()).toMatchObject([
      { type: 'offline', level: 2, state: 0 },
    ]);
    expect(news('newabnormal')).toHaveLength(2);
  });
});

describe('devices that are not worn', () => {
  test('are told while they talk; the charger counts as worn for two hours; a pulse ends it', async () => {
    const imei = '860000000001051';
    const person = await ward.wearer(imei, { tags: ['dementia'] });
    await heard(heart(imei));
    const talk = async (to: string, more: object = {}): Promise<void> => {
      while (ward.now() < ward.at(to)) {
        ward.advance(10);
        await heard(beat(imei, more));
        await ward.tick();
      }
    };
    await talk('08:50', { charging: true });
    await talk('11:00', { charging: false });
    expect(await ward.cases(person)).toMatchObject([{ type: 'wear', level: 3, state: 0, latestAt: ward.at('10:00') }]);
    await heard(heart(imei));
    expect(await ward.cases(person)).toMatchObject([{ type: 'wear', state: 5 }]);
    await talk('11:20', { charging: true });
    await ward.tick();
    const [row] = await ward.sql<{ since: Date | null }>(
      'select charging_since as since from device_watch where tenant_id = $1',
    );
    expect(row?.since).toEqual(ward.at('11:10'));
    await talk('14:00', { charging: true });
    expect(await ward.cases(person)).toHaveLength(1);
    await talk('14:10', { charging: true });
    expect(await ward.cases(person)).toMatchObject([{ state: 5 }, { type: 'wear', level: 3, state: 0 }]);
  });

  test('neither pulse nor steps for six hours of the day is level 3; steps put it off', async () => {
    const still = await ward.wearer('860000000001061', { type: 'band' });
    const walking = await ward.wearer('860000000001062', { type: 'band' });
    const measuring = await ward.wearer('860000000001063', { type: 'band' });
    const value = (imei: string, dataType: string, values: object): object => ({
      imei,
      dataType,
      measuredAt: ward.now().toISOString(),
      values,
    });
    await heard(...['860000000001061', '860000000001062', '860000000001063'].map((imei) => heart(imei)));
    for (let hour = 0; hour < 7; hour += 1) {
      ward.advance(60);
      if (hour === 3) await heard(value('860000000001063', 'bp', { high: 122, low: 78, heart: 70 }));
      const walk = (imei: string, steps: number): object => ({
        imei,
        dataType: 'walk',
        measuredAt: ward.now().toISOString(),
        values: { steps },
      });
      await heard(walk('860000000001061', 500), walk('860000000001062', 500 + hour * 100));
      await ward.tick();
    }
    expect(await ward.cases(still)).toMatchObject([
      { type: 'inactive', level: 3, state: 0, latestAt: ward.at('14:00') },
    ]);
    expect(await ward.cases(walking)).toEqual([]);
    expect(await ward.cases(measuring)).toEqual([]);
    await heard(value('860000000001061', 'temperature', { temperature: 36.4 }));
    await ward.tick();
    expect(await ward.cases(still)).toMatchObject([{ type: 'inactive', state: 0 }]);
    await heard(heart('860000000001061'));
    await ward.tick();
    expect(await ward.cases(still)).toMatchObject([{ type: 'inactive', state: 5 }]);
  });
});

test('a low battery is told once, more when it falls below ten, and ends when it was charged', async () => {
  const imei = '860000000001071';
  const person = await ward.wearer(imei);
  for (const battery of [60, 19, 18, 15]) await heard(beat(imei, { battery }));
  expect(await ward.cases(person)).toMatchObject([
    { type: 'battery', level: 1, state: 0, finding: '设备电量 19%，请充电' },
  ]);
  await heard(beat(imei, { battery: 9 }));
  expect(await ward.cases(person)).toMatchObject([{ type: 'battery', level: 2, state: 0 }]);
  expect(news('newabnormal')).toHaveLength(2);
  await heard(beat(imei, { battery: 12, charging: true }));
  expect(await ward.cases(person)).toMatchObject([{ state: 0 }]);
  await heard(beat(imei, { battery: 80 }));
  expect(await ward.cases(person)).toMatchObject([{ type: 'battery', state: 5 }]);
});

test('nobody else sees or touches what another tenant looks after', async () => {
  await ward.wearer('860000000001081');
  await heard(heart('860000000001081'));
  const other = await ward.app.server.services.database.withTenant(ward.app.tenants.Beta, (tx) =>
    tx.query('select device_id from device_watch'),
  );
  expect(other).toEqual([]);
});
