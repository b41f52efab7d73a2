import { bloodPressureGrades, client as clientResource, device, readingOfKind, type ReadingKind } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeReadings } from '../../../test/store-readings.ts';

let app: TestApp;
let samples: Samples;
let admin: Client;
let watch: number;
const imei = '860000000000041';
const day = '2026-11-10';
const people = { young: 0, old: 0, oldDiabetic: 0, turnsEighty: 0, own: 0 };
type Name = keyof typeof people;
type Values = Readonly<Record<string, unknown>>;
interface Page {
  readonly totalCount: number;
  readonly items: readonly Values[];
}

const ok = async <T>(
  call: Promise<{ readonly status: number; readonly result: T; readonly text: string }>,
): Promise<T> => {
  const answer = await call;
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
};

/** The same readings for everybody: at home, with bad contact, at a station, and at a kiosk. */
const pressures: readonly Values[] = [
  { high: 120, low: 70 },
  { high: 132, low: 76 },
  { high: 138, low: 84 },
  { high: 148, low: 88 },
  { high: 85, low: 55 },
  { high: 190, low: 100, quality: 2 },
  { high: 138, low: 84, place: 2 },
  { high: 145, low: 85, origin: 3 },
];
const sugars: readonly Values[] = [
  { blood_sugar: 3.9, period: 7 },
  { blood_sugar: 5.8, period: 1 },
  { blood_sugar: 6.8, period: 1 },
  { blood_sugar: 9.5, period: 2 },
  { blood_sugar: 5, period: 3 },
  { blood_sugar: 12, period: 9 },
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const atHour = (hour: number, on = day, minute = 0): string =>
  new Date(`${on}T${twoDigits(hour)}:${twoDigits(minute)}:00+08:00`).toISOString();
const store = (name: Name, kind: ReadingKind, rows: readonly Values[]): Promise<unknown> =>
  storeReadings(
    samples,
    kind,
    rows.map((values, at) => ({
      deviceId: watch,
      clientId: people[name],
      at: atHour(7 + at, day, Object.keys(people).indexOf(name)),
      values,
    })),
  );

async function statistic(kind: 'bp' | 'bloodSugar', asked: Values): Promise<Values> {
  return ok(
    admin.get<Values>(`${readingOfKind[kind].wire.service}/GetStatistics`, { beginTime: day, endTime: day, ...asked }),
  );
}

const rateOf = async (kind: 'bp' | 'bloodSugar', name: Name): Promise<unknown> =>
  (await statistic(kind, { userId: people[name] }))['controlRate'];

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  watch = await samples.plant(device, 'W', { imei, lifecycle: 'inUse' });
  const plant = async (name: Name, more: object): Promise<void> => {
    people[name] = await samples.plant(clientResource, name, { gender: '1', riskTags: [], state: 'active', ...more });
  };
  await plant('young', { birthday: '1990-05-01' });
  await plant('old', { birthday: '1944-05-01' });
  await plant('oldDiabetic', { birthday: '1944-05-01', riskTags: ['diabetes'] });
  await plant('turnsEighty', { birthday: '1946-11-10' });
  await plant('own', { birthday: '1990-05-01' });
  for (const name of ['young', 'old', 'oldDiabetic'] as const) {
    await store(name, 'bp', pressures);
    await store(name, 'bloodSugar', sugars);
  }
});

afterAll(() => app.close());

describe('the control rate', () => {
  test('of the same pressures follows age, tags and place; what was not judged does not count', async () => {
    expect([await rateOf('bp', 'young'), await rateOf('bp', 'old'), await rateOf('bp', 'oldDiabetic')]).toEqual([
      0.429, 0.857, 0.143,
    ]);
    expect(await statistic('bp', { userId: people.young })).toMatchObject({
      target: { high: 135, low: 85 },
      inTargetCount: 3,
      judgedCount: 7,
    });
    expect((await statistic('bp', { userId: people.old }))['target']).toEqual({ high: 150, low: 90 });
    expect((await statistic('bp', { userId: people.oldDiabetic }))['target']).toEqual({ high: 130, low: 80 });
  });

  test('of the same glucose values follows tags and meals; low values are outside', async () => {
    const [young, diabetic] = [
      await statistic('bloodSugar', { userId: people.young }),
      await statistic('bloodSugar', { userId: people.oldDiabetic }),
    ];
    expect(young).toMatchObject({
      controlRate: 0.5,
      hypoCount: 0,
      byPeriod: {
        fasting: { controlRate: 0.5 },
        afterMeal: { controlRate: 0 },
        bedtime: { controlRate: 1, hypoCount: 0 },
        random: { controlRate: 0 },
      },
    });
    expect(diabetic).toMatchObject({
      controlRate: 0.667,
      hypoCount: 1,
      byPeriod: {
        fasting: { controlRate: 1 },
        afterMeal: { controlRate: 1 },
        bedtime: { controlRate: 0, hypoCount: 1 },
        random: { controlRate: 0 },
      },
    });
  });

  test('is the same in the list of days, and of a device it is that of all its wearers', async () => {
    for (const kind of ['bp', 'bloodSugar'] as const) {
      const { items } = await ok(
        admin.get<Page>('Watch_day_summarys/GetPagedAll', { dataTypeFilter: kind, MaxResultCount: 100 }),
      );
      const own = items.filter(({ summary_date: on }) => on === `${day}T00:00:00`);
      expect(own).toHaveLength(3);
      for (const name of ['young', 'old', 'oldDiabetic'] as const) {
        const row = own.find(({ userId }) => userId === people[name]) ?? {};
        expect(
          Math.round((Number(row['inTargetCount']) / Number(row['judgedCount'])) * 1000) / 1000,
          `${kind} ${name}`,
        ).toBe(await rateOf(kind, name));
      }
      const sum = (field: string): number => own.reduce((total, row) => total + Number(row[field]), 0);
      expect(await statistic(kind, { imei })).toMatchObject({
        controlRate: Math.round((sum('inTargetCount') / sum('judgedCount')) * 1000) / 1000,
      });
    }
    const walk = await ok(
      admin.get<Page>('Watch_day_summarys/GetPagedAll', { dataTypeFilter: 'bp', userIdFilter: people.old }),
    );
    expect(walk.items[0]).toMatchObject({ inTargetCount: 6, judgedCount: 7 });
  });

  test('changes with the birthday within the period', async () => {
    await storeReadings(
      samples,
      'bp',
      ['2026-11-09', day].map((on) => ({
        deviceId: watch,
        clientId: people.turnsEighty,
        at: atHour(8, on, 30),
        values: { high: 145, low: 80 },
      })),
    );
    expect(await statistic('bp', { userId: people.turnsEighty, beginTime: '2026-11-09' })).toMatchObject({
      controlRate: 0.5,
      target: { high: 150, low: 90 },
    });
    expect(
      await statistic('bp', { userId: people.turnsEighty, beginTime: '2026-11-09', endTime: '2026-11-09' }),
    ).toMatchObject({ controlRate: 0, target: { high: 140, low: 90 } });
  });

  test("follows the person's own limit until it ends", async () => {
    const rule = {
      ruleCode: 'T-OWN',
      ruleName: '个人界值',
      dataType: 'bp',
      metric: 'high',
      scopeType: 3,
      userId: people.own,
      ageGroup: 'all',
      sex: 0,
      direction: 1,
      level: 1,
      reason: '医嘱',
      endDate: day,
      valid: true,
      condition: {
        terms: [
          { metric: 'high', op: '>=', value: 145 },
          { metric: 'low', op: '>=', value: 90 },
        ],
      },
      confirmCount: 1,
      confirmMinutes: 60,
      clearMargin: 0,
      clearCount: 2,
      repeatMinutes: 240,
    };
    await ok(admin.post('AbnormalRules/CreateOrEdit', rule));
    await storeReadings(
      samples,
      'bp',
      [day, '2026-11-11'].map((on) => ({
        deviceId: watch,
        clientId: people.own,
        at: atHour(9, on, 30),
        values: { high: 140, low: 80 },
      })),
    );
    const days = await ok(
      admin.get<Page>('Watch_day_summarys/GetPagedAll', { dataTypeFilter: 'bp', userIdFilter: people.own }),
    );
    expect(days.items.map(({ summary_date: on, inTargetCount }) => [on, inTargetCount])).toEqual([
      ['2026-11-11T00:00:00', 0],
      [`${day}T00:00:00`, 1],
    ]);
    expect(await statistic('bp', { userId: people.own, endTime: '2026-11-11' })).toMatchObject({ controlRate: 0.5 });
  });
});

describe('what is typed in', () => {
  const enter = async (name: Name, values: Values): Promise<Values> => {
    const { id } = await ok(
      admin.post<{ id: number }>('Watch_bps/CreateOrEdit', {
        userId: people[name],
        measure_time: new Date().toISOString(),
        ...values,
      }),
    );
    const { items } = await ok(
      admin.get<Page>('Watch_bps/GetAll', { userIdFilter: people[name], MaxResultCount: 1000 }),
    );
    const found = items.find((row) => (row['watch_bp'] as Values)['id'] === id)?.['watch_bp'] as Values;
    return { level: found['abnormalLevel'], grade: found['grade'], result: found['result'] };
  };

  test('bears the grade and the words that agree with its level', async () => {
    expect(await enter('young', { high: 211, low: 118 })).toEqual({
      level: 4,
      grade: 9,
      result: '血压偏高（危急线200/120）',
    });
    expect(await enter('young', { high: 132, low: 85 })).toEqual({
      level: 1,
      grade: 7,
      result: '血压偏高（家庭界值135/85）',
    });
    expect(await enter('young', { high: 165, low: 92 })).toEqual({
      level: 2,
      grade: 8,
      result: '血压偏高（关注线160/100）',
    });
    expect(await enter('old', { high: 146, low: 84 })).toMatchObject({ level: 0, grade: 0, result: null });
    expect(await enter('old', { high: 147, low: 84, place: 2 })).toEqual({
      level: 0,
      grade: 2,
      result: '1级高血压水平，未达本人界值',
    });
  });

  test('is answered with the mark of the rule that found it abnormal', async () => {
    const answer = (name: Name, values: Values, at: number): Promise<Values> =>
      ok(
        admin.post<Values>('Watch_bps/CreateOrEdit', {
          userId: people[name],
          measure_time: new Date(Date.now() - at).toISOString(),
          ...values,
        }),
      );
    expect(await answer('young', { high: 166, low: 92 }, 120_000)).toMatchObject({ abnormalLevel: 2, mark: 1 });
    expect(await answer('old', { high: 151, low: 84 }, 120_000)).toMatchObject({ abnormalLevel: 1, mark: 2 });
    expect(await answer('young', { high: 118, low: 74 }, 180_000)).toMatchObject({ abnormalLevel: 0, mark: null });
  });

  test('is found by its grade', async () => {
    const found = await ok(
      admin.get<Page>('Watch_bps/GetAll', {
        gradeFilter: bloodPressureGrades.wireOf('homeGrade3'),
        MaxResultCount: 10,
      }),
    );
    expect(found).toMatchObject({ totalCount: 1, items: [{ watch_bp: { high: 211, low: 118 } }] });
  });
});

describe('the bands of charts', () => {
  const rangesOf = async (who: Client, name: Name): Promise<Readonly<Record<string, unknown>>> => {
    const { items } = await ok(
      who.get<{ items: readonly Values[] }>('Watch_bps/GetNormalRanges', { userId: people[name] }),
    );
    expect(
      new Set(items.map(({ dataType, metric }) => `${String(dataType)}.${String(metric)}`)).size,
      'one a figure',
    ).toBe(items.length);
    return Object.fromEntries(
      items.map(({ dataType, metric, min, max }) => [`${String(dataType)}.${String(metric)}`, [min, max]]),
    );
  };

  test("are those of the person's age, tags and own limits", async () => {
    expect(await rangesOf(admin, 'young')).toMatchObject({
      'bp.high': [90, 134],
      'bp.low': [60, 84],
      'bloodSugar.bloodSugar': [2.8, 6],
    });
    expect(await rangesOf(admin, 'old')).toMatchObject({ 'bp.high': [90, 149], 'bp.low': [60, 89] });
    expect(await rangesOf(admin, 'oldDiabetic')).toMatchObject({
      'bp.high': [90, 129],
      'bp.low': [60, 79],
      'bloodSugar.bloodSugar': [4, 7],
    });
  });

  test('say what stands behind them', async () => {
    const { items } = await ok(
      admin.get<{ items: readonly Values[] }>('Watch_bps/GetNormalRanges', { userId: people.old }),
    );
    const markOf = (name: string): unknown =>
      items.find(({ dataType, metric }) => `${String(dataType)}.${String(metric)}` === name)?.['mark'];
    expect([markOf('bp.high'), markOf('uricAcid.uricAcid')]).toEqual([2, 1]);
  });

  test('name the person, in sight, of the tenant', async () => {
    expect((await admin.get('Watch_bps/GetNormalRanges', {})).status).toBe(400);
    expect((await admin.get('Watch_bps/GetNormalRanges', { userId: 'x' })).status).toBe(400);
    expect((await admin.get('Watch_bps/GetNormalRanges', { userId: 999_999 })).status).toBe(404);
    const elsewhere = await app.as('admin', 'Beta');
    expect((await elsewhere.get('Watch_bps/GetNormalRanges', { userId: people.young })).status).toBe(404);
    await samples.inTenant(({ tx, tenantId }) =>
      tx.execute(
        "update client set health_manager_id = case when id = $2 then (select id from app_user where tenant_id = $1 and user_name = 'manager') end, doctor_id = null, team_id = null, organization_unit_id = null where tenant_id = $1 and id = any($3::bigint[])",
        [tenantId, people.old, [people.young, people.old]],
      ),
    );
    const manager = await app.as('manager', 'Alpha');
    expect(await rangesOf(manager, 'old')).toMatchObject({ 'bp.high': [90, 149] });
    expect((await manager.get('Watch_bps/GetNormalRanges', { userId: people.young })).status).toBe(404);
  });
});
