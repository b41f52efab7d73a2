import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;

beforeAll(async () => {
  ward = await openWard('2031-03-20', '09:00');
});

afterAll(() => ward.close());

const day = (ago: number, time = '08:00'): string => new Date(ward.at(time).getTime() - ago * 86_400_000).toISOString();

async function stored(...items: readonly object[]): Promise<void> {
  for (let at = 0; at < items.length; at += 500)
    expect((await ward.send(...items.slice(at, at + 500))).filter(({ status }) => status !== 'stored')).toEqual([]);
  await ward.follow();
}

describe('courses of readings', () => {
  test('HR-RHYTHM: irregular in 5 of 10 resting readings of a day, and goes on as one case', async () => {
    const imei = '860000000004001';
    const person = await ward.wearer(imei);
    const beat = (minute: number, irregular: boolean, heartState = 1): object => ({
      imei,
      dataType: 'heart',
      measuredAt: day(0, `07:${String(minute).padStart(2, '0')}`),
      values: { heart: 72, heartState, irregular },
    });
    await stored(...[0, 5, 10, 15].map((minute) => beat(minute, true)), beat(20, false), beat(25, true, 2));
    expect(await ward.cases(person)).toEqual([]);
    await stored(beat(30, true));
    expect(await ward.cases(person)).toMatchObject([
      { type: 'rhythm', level: 2, state: 0, finding: '静息读数 6 次中 5 次心律不齐，达到关注线' },
    ]);
    await stored(beat(35, true));
    expect(await ward.cases(person)).toMatchObject([{ type: 'rhythm', count: 2 }]);
  });

  test('WT-HF: two kilograms in three days of a person with heart failure, nobody else', async () => {
    const imeis = ['860000000004011', '860000000004012'];
    const ill = await ward.wearer(imeis[0] ?? '', { type: 'body_scale', tags: ['heart_failure'] });
    const well = await ward.wearer(imeis[1] ?? '', { type: 'body_scale' });
    const weigh = (imei: string, ago: number, weight: number): object => ({
      imei,
      dataType: 'bodyFat',
      measuredAt: day(ago),
      values: { weight },
    });
    for (const imei of imeis) await stored(weigh(imei, 3, 70), weigh(imei, 2, 70.5), weigh(imei, 1, 71.9));
    expect(await ward.cases(ill)).toEqual([]);
    for (const imei of imeis) await stored(weigh(imei, 0, 72));
    expect(await ward.cases(ill)).toMatchObject([
      { type: 'weight', level: 3, state: 0, finding: expect.stringContaining('3天内增加 2 kg') },
    ]);
    expect(await ward.cases(well)).toEqual([]);
  });

  test('WT-LOSS: five per cent in thirty days from 65 years, seen twice within a week; it ends when the weight is back', async () => {
    const imei = '860000000004021';
    const person = await ward.wearer(imei, { type: 'body_scale', birthday: '1955-01-01' });
    const weigh = (ago: number, weight: number): object => ({
      imei,
      dataType: 'bodyFat',
      measuredAt: day(ago),
      values: { weight },
    });
    await stored(weigh(20, 60), weigh(2, 56.9));
    expect(await ward.cases(person)).toEqual([]);
    await stored(weigh(1, 56.8));
    expect(await ward.cases(person)).toMatchObject([{ type: 'weight', level: 2, state: 0 }]);
    await stored(weigh(0, 58));
    expect(await ward.cases(person)).toMatchObject([{ type: 'weight', state: 5 }]);
  });

  test('SLP-1, SLP-AHI2 and BR-2: nights', async () => {
    const imeis = ['860000000004031', '860000000004032', '860000000004033'];
    const [short, apnoea, breath] = await Promise.all(imeis.map((imei) => ward.wearer(imei, { type: 'mattress' })));
    const night = (imei: string | undefined, ago: number, values: object): object => ({
      imei,
      dataType: 'sleep',
      measuredAt: day(ago, '06:30'),
      values: { totalMinutes: 420, ...values },
    });
    for (const ago of [3, 2])
      await stored(
        night(imeis[0], ago, { totalMinutes: 280 }),
        night(imeis[1], ago, { ahi: ago === 3 ? 31 : 20 }),
        night(imeis[2], ago, { avgBreath: 14 }),
      );
    await stored(
      night(imeis[0], 1, { totalMinutes: 310 }),
      night(imeis[1], 1, { ahi: 4 }),
      night(imeis[2], 1, { avgBreath: 26 }),
    );
    for (const person of [short, apnoea, breath]) expect(await ward.cases(person ?? 0)).toEqual([]);
    await stored(
      night(imeis[0], 0, { totalMinutes: 290 }),
      night(imeis[1], 0, { ahi: 31 }),
      night(imeis[2], 0, { avgBreath: 25 }),
    );
    expect(await ward.cases(short ?? 0)).toEqual([]);
    expect(await ward.cases(apnoea ?? 0)).toMatchObject([
      { type: 'sleep', level: 2, state: 0, finding: expect.stringContaining('建议就诊') },
    ]);
    expect(await ward.cases(breath ?? 0)).toMatchObject([{ type: 'breath', level: 2, state: 0 }]);
    ward.advance(2 * 1440);
    await stored(night(imeis[0], -1, { totalMinutes: 240 }), night(imeis[0], -2, { totalMinutes: 250 }));
    expect(await ward.cases(short ?? 0)).toMatchObject([{ type: 'sleep', level: 1, state: 0 }]);
    ward.advance(-2 * 1440);
  });
});

describe('days', () => {
  test('ACT-1: three worn days under a third of the usual steps, from 65 years', async () => {
    const imeis = ['860000000004041', '860000000004042'];
    const old = await ward.wearer(imeis[0] ?? '', { birthday: '1955-01-01' });
    const young = await ward.wearer(imeis[1] ?? '', { birthday: '1990-01-01' });
    const walk = (imei: string, ago: number, steps: number): object => ({
      imei,
      dataType: 'walk',
      measuredAt: day(ago, '20:00'),
      values: { steps },
    });
    for (const imei of imeis)
      await stored(
        ...Array.from({ length: 17 }, (_, index) =>
          walk(imei, 17 - index, index < 14 ? 5000 + (index % 3) * 100 : 1200),
        ),
      );
    expect(await ward.cases(old)).toEqual([]);
    const now = (imei: string, steps: number, time: string): object => ({
      imei,
      dataType: 'walk',
      measuredAt: day(0, time),
      values: { steps },
    });
    for (const imei of imeis) await stored(now(imei, 10, '08:00'), now(imei, 20, '08:30'));
    expect(await ward.cases(old)).toMatchObject([{ type: 'inactive', level: 1, state: 0 }]);
    expect((await ward.cases(young)).map(({ finding }) => finding)).toEqual([expect.stringContaining('偏离个人基线')]);
    await stored(now(imeis[0] ?? '', 30, '08:45'));
    expect(await ward.cases(old)).toMatchObject([{ count: 1 }]);
  });

  test('own range: resting heart of two days far above the fourteen before is level 1, once a day, and ends with a usual day', async () => {
    const imei = '860000000004051';
    const person = await ward.wearer(imei);
    const beats = (ago: number, heart: number): object[] =>
      [0, 10, 20].map((minute) => ({
        imei,
        dataType: 'heart',
        measuredAt: day(ago, `03:${String(minute).padStart(2, '0')}`),
        values: { heart },
      }));
    const usual = [60, 61, 62, 63, 60, 61, 62, 63, 60, 61, 62, 63, 61, 62, 78, 79];
    await stored(...usual.flatMap((heart, index) => beats(16 - index, heart)));
    expect(await ward.cases(person)).toEqual([]);
    await stored(...beats(0, 62));
    expect(await ward.cases(person)).toMatchObject([
      { type: 'heartFast', level: 1, state: 0, count: 1, finding: '静息心率 79次/分，偏离个人基线（近14天中位 62）' },
    ]);
    await stored(
      { imei, dataType: 'heart', measuredAt: day(0, '08:10'), values: { heart: 70 } },
      { imei, dataType: 'heart', measuredAt: day(0, '08:20'), values: { heart: 71 } },
    );
    expect(await ward.cases(person)).toMatchObject([{ state: 0, count: 1 }]);
    ward.advance(1440);
    await stored({ imei, dataType: 'heart', measuredAt: day(-1, '08:10'), values: { heart: 70 } });
    expect(await ward.cases(person)).toMatchObject([{ type: 'heartFast', state: 5 }]);
    ward.advance(-1440);
  });

  test('fewer than fourteen days say nothing', async () => {
    const imei = '860000000004061';
    const person = await ward.wearer(imei);
    const spo2 = (ago: number, value: number): object => ({
      imei,
      dataType: 'spo2',
      measuredAt: day(ago),
      values: { spo2: value },
    });
    await stored(
      ...Array.from({ length: 15 }, (_, index) => spo2(15 - index, index < 13 ? 98 - (index % 2) : 95)),
      spo2(0, 97),
    );
    expect(await ward.cases(person)).toEqual([]);
  });
});

describe('combinations', () => {
  test('low oxygen with a fast heart, fever with low oxygen, sugar with ketones', async () => {
    const imei = '860000000004071';
    const both = await ward.wearer(imei, { birthday: '1971-01-01', registered: true });
    const at = (kind: string, time: string, values: object): object => ({
      imei,
      dataType: kind,
      measuredAt: day(0, time),
      values,
    });
    await stored(
      at('spo2', '08:00', { spo2: 92 }),
      at('spo2', '08:10', { spo2: 92 }),
      ...['08:00', '08:05', '08:10'].map((time) => at('heart', time, { heart: 125, heartState: 1 })),
    );
    expect((await ward.cases(both)).map(({ type, level }) => [type, level])).toEqual(
      expect.arrayContaining([
        ['spo2Low', 4],
        ['heartFast', 2],
      ]),
    );
    const feverish = await ward.wearer('860000000004072', { birthday: '1971-01-01', registered: true });
    const other = (kind: string, time: string, values: object): object => ({
      imei: '860000000004072',
      dataType: kind,
      measuredAt: day(0, time),
      values,
    });
    await stored(
      other('temperature', '08:00', { temperature: 38.4 }),
      other('temperature', '08:10', { temperature: 38.5 }),
      other('spo2', '08:15', { spo2: 92 }),
      other('spo2', '08:25', { spo2: 92 }),
    );
    expect((await ward.cases(feverish)).map(({ type, level }) => [type, level])).toEqual(
      expect.arrayContaining([
        ['spo2Low', 3],
        ['tempHigh', 2],
      ]),
    );
    const sweet = await ward.wearer('860000000004073', { type: 'glucometer', registered: true });
    const meter = (kind: string, time: string, values: object): object => ({
      imei: '860000000004073',
      dataType: kind,
      measuredAt: day(0, time),
      values,
    });
    await stored(meter('bloodSugar', '08:00', { bloodSugar: 14.2 }), meter('ketone', '08:10', { ketone: 1.6 }));
    expect((await ward.cases(sweet)).map(({ type, level }) => [type, level])).toEqual(
      expect.arrayContaining([
        ['sugarHigh', 4],
        ['ketone', 3],
      ]),
    );
  });
});
