import { client as clientResource, readingOfKind, type ReadingKind } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let samples: Samples;
let admin: Client;
let person: number;
const day = '2026-11-10';

/** Rows without rollups: these figures are read from the readings. */
async function plant(kind: ReadingKind, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await samples.inTenant(async ({ tx, tenantId }) => {
    for (const { at, ...values } of rows) {
      const all = {
        tenant_id: tenantId,
        client_id: person,
        measured_at: new Date(`${String(at).length > 5 ? String(at) : `${day}T${String(at)}:00`}+08:00`),
        origin: 1,
        ...values,
      };
      const names = Object.keys(all);
      await tx.execute(
        `insert into "${readingOfKind[kind].table}" (${names.join(', ')}) values (${names.map((_name, place) => `$${place + 1}`).join(', ')})`,
        Object.values(all),
      );
    }
  });
}

async function figures(kind: ReadingKind): Promise<Readonly<Record<string, unknown>>> {
  const answer = await admin.get<Readonly<Record<string, unknown>>>(
    `${readingOfKind[kind].wire.service}/GetStatistics`,
    { userId: person, beginTime: day, endTime: '2026-11-12' },
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
}

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  person = await samples.plant(clientResource, 'P', {
    birthday: '1960-05-01',
    gender: '1',
    riskTags: ['diabetes'],
    state: 'active',
  });
});

afterAll(() => app.close());

test('glucose by meal relation, by the limits of a diabetic: 10.0 after a meal is outside the target below 10.0', async () => {
  await plant('bloodSugar', [
    { at: '07:00', blood_sugar: 6.5, period: 1 },
    { at: '07:05', blood_sugar: 7.6, period: 1 },
    { at: '10:00', blood_sugar: 10, period: 2 },
    { at: '22:00', blood_sugar: 3.9, period: 7 },
  ]);
  expect(await figures('bloodSugar')).toMatchObject({
    byPeriod: {
      fasting: { avg: 7.05, max: 7.6, min: 6.5, count: 2, controlRate: 0.5, hypoCount: 0 },
      afterMeal: { count: 1, controlRate: 0 },
      bedtime: { hypoCount: 1, controlRate: 0 },
      night: { count: 0, avg: null, controlRate: null },
    },
    hypoCount: 1,
    timeInRange: 1,
  });
  const points = await admin.get<{ period: number }[]>(`${readingOfKind.bloodSugar.wire.service}/GetList`, {
    userId: person,
  });
  expect(points.result.map(({ period }) => period)).toEqual([1, 1, 2, 7]);
});

test('oxygen without the readings of poor contact', async () => {
  await plant('spo2', [
    { at: '03:00', spo2: 88 },
    { at: '04:00', spo2: 94 },
    { at: '12:00', spo2: 97 },
    { at: '13:00', spo2: 70, quality: 2 },
  ]);
  expect(await figures('spo2')).toMatchObject({ below95Count: 2, below90Count: 1, below90Share: 0.333, nightMin: 88 });
});

test('heart rate at rest, on the move and at night, and minutes beyond the limits', async () => {
  await plant('walk', [
    { at: '09:00', steps: 100, walked_on: day },
    { at: '09:05', steps: 400, walked_on: day },
  ]);
  await plant('heart', [
    { at: '03:00', heart: 45 },
    { at: '09:06', heart: 120 },
    { at: '09:09', heart: 110 },
    { at: '12:00', heart: 70 },
    { at: '12:30', heart: 80, body_state: 2 },
  ]);
  // At three in the morning without a report of the night the person counts as awake at rest, and the hours to six as
  // the night.
  expect(await figures('heart')).toMatchObject({
    restingAvg: 57.5,
    nightAvg: 45,
    above100Minutes: 13,
    below50Minutes: 10,
  });
});

test('fever days, uric acid, lipids, ketone and body mass', async () => {
  await plant('temperature', [
    { at: '08:00', temperature: 37.3 },
    { at: '20:00', temperature: 38 },
    { at: '2026-11-11T08:00:00', temperature: 36.5 },
  ]);
  expect(await figures('temperature')).toMatchObject({ feverDays: 1 });
  await plant('uricAcid', [
    { at: '08:00', uric_acid: 359 },
    { at: '09:00', uric_acid: 360 },
  ]);
  expect(await figures('uricAcid')).toMatchObject({ controlRate: 0.5 });
  await plant('bloodLipid', [
    { at: '08:00', tc: 5.1, tg: 2, level: 1, flag: 1 },
    { at: '2026-11-11T08:00:00', hdl: 1.2 },
  ]);
  expect(await figures('bloodLipid')).toMatchObject({
    count: 2,
    abnormalCount: 1,
    normalRate: 0.5,
    controlRate: { tc: 1, tg: 0, hdl: 1, ldl: null },
    metrics: { tc: { latest: 5.1 }, hdl: { latest: 1.2 } },
  });
  await plant('ketone', [
    { at: '08:00', ketone: 0.6 },
    { at: '09:00', ketone: 0.5 },
  ]);
  expect(await figures('ketone')).toMatchObject({ raisedCount: 1, latest: { ketone: 0.5 } });
  await plant('bodyFat', [
    { at: '08:00', weight: 80, bmi: 28 },
    { at: '2026-11-11T08:00:00', weight: 78.5, bmi: 27.4 },
  ]);
  expect(await figures('bodyFat')).toMatchObject({
    bmiDistribution: [
      { key: 'thin', count: 0 },
      { key: 'normal', count: 0 },
      { key: 'overweight', count: 1 },
      { key: 'obese', count: 1 },
    ],
    metrics: { weight: { latest: 78.5, change: -1.5 } },
  });
});

test('water by the hours', async () => {
  await plant('sb', [
    { at: '08:00', volume: 300 },
    { at: '08:30', volume: 200 },
    { at: '20:00', volume: 100 },
  ]);
  expect(await figures('sb')).toMatchObject({
    goal: 1700,
    hours: [
      { hour: 8, volume: 500, count: 2 },
      { hour: 20, volume: 100, count: 1 },
    ],
  });
});
