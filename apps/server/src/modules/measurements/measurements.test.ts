import { client as clientResource, device, deviceBinding, readingOfKind, type ReadingKind } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeReadings, type StoredRow } from '../../../test/store-readings.ts';

let app: TestApp;
let samples: Samples;
let admin: Client;
let person: number;
let other: number;
let watch: number;
let spareWatch: number;
const imei = '860000000000017';
const spareImei = '860000000000025';

type Row = Omit<StoredRow, 'deviceId' | 'clientId'> & Partial<StoredRow>;

const store = (kind: ReadingKind, rows: readonly Row[]): Promise<readonly number[]> =>
  storeReadings(
    samples,
    kind,
    rows.map((row) => ({ deviceId: watch, clientId: person, ...row })),
  );

type Json = Readonly<Record<string, unknown>>;
interface Page {
  readonly totalCount: number;
  readonly items: readonly Json[];
}

const day = '2026-11-10';
/** An instant of the day by the clock of the tenant, eight hours east of Greenwich. */
const at = (time: string, on = day): string => new Date(`${on}T${time}+08:00`).toISOString();
const ok = async <T>(
  call: Promise<{ readonly status: number; readonly result: T; readonly text: string }>,
): Promise<T> => {
  const answer = await call;
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
};

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  person = await samples.plant(clientResource, 'P', {
    name: '张建国',
    birthday: '1950-05-01',
    gender: '1',
    height: 170,
    riskTags: ['hypertension'],
    state: 'active',
  });
  other = await samples.plant(clientResource, 'Q', {
    name: '李秀英',
    birthday: '1990-05-01',
    gender: '2',
    height: 160,
    riskTags: [],
    state: 'active',
  });
  watch = await samples.plant(device, 'W', { imei, lifecycle: 'inUse' });
  spareWatch = await samples.plant(device, 'V', { imei: spareImei, lifecycle: 'inUse' });
  await samples.plant(deviceBinding, 'B', {
    device: watch,
    client: person,
    relation: 'wearer',
    state: 'active',
    slot: 1,
    boundAt: new Date('2026-01-01T00:00:00Z'),
    unboundAt: null,
  });
  await store('bp', [
    { at: at('07:00'), values: { high: 130, low: 80, heart: 70, period: 1, grade: 0 } },
    { at: at('08:00'), values: { high: 150, low: 90, heart: 80, period: 1, grade: 7, level: 2, flag: 1 } },
    { at: at('20:00'), values: { high: 120, low: 70, heart: 60, period: 3, grade: 0 } },
    { at: at('07:00', '2026-11-11'), values: { high: 140, low: 88, period: 1, grade: 7, level: 1, flag: 1 } },
    { at: at('09:00'), clientId: other, deviceId: spareWatch, values: { high: 110, low: 65, period: 2 } },
  ]);
  const walk = (time: string, steps: number, more: Partial<Row> = {}): Row => ({
    at: at(time),
    ...more,
    values: { walked_on: day, steps },
  });
  await store('walk', [
    walk('08:00', 1000),
    walk('09:00', 3000),
    walk('10:00', 2000),
    walk('11:00', 4000),
    walk('12:00', 5200),
    walk('08:30', 9000, { deviceId: spareWatch }),
    walk('09:10', 700, { clientId: other, deviceId: spareWatch }),
  ]);
});

afterAll(() => app.close());

describe('a chart', () => {
  test('asks whose', async () => {
    const answer = await admin.get('Watch_bps/GetList');
    expect(answer.status).toBe(400);
    expect(answer.error?.validationErrors?.[0]?.members).toEqual(['userId']);
  });

  test('shows the points of a person in order, an end that is a day meaning all of it', async () => {
    const points = await ok(admin.get<Json[]>('Watch_bps/GetList', { userId: person, beginTime: day, endTime: day }));
    expect(points.map(({ high, low, isAbnormal }) => [high, low, isAbnormal])).toEqual([
      [130, 80, 0],
      [150, 90, 1],
      [120, 70, 0],
    ]);
    const top = await ok(admin.get<Json[]>('Watch_bps/GetList', { imei, TOP: 2 }));
    expect(top.map(({ high }) => high)).toEqual([120, 140]);
  });

  test('refuses what is no time, no number and a reversed period', async () => {
    for (const query of [
      { beginTime: 'yesterday' },
      { endTime: 'x' },
      { top: 0 },
      { top: 'all' },
      { beginTime: '2026-11-12', endTime: '2026-11-10' },
    ])
      expect((await admin.get('Watch_bps/GetList', { userId: person, ...query })).status, JSON.stringify(query)).toBe(
        400,
      );
    expect((await admin.get('Watch_bps/GetList', { userId: 999_999 })).status).toBe(404);
    expect(await ok(admin.get<Json[]>('Watch_bps/GetList', { imei: 'nobody-has-this' }))).toEqual([]);
  });
});

describe('a statistic', () => {
  test('of pressure over named days', async () => {
    const figures = await ok(
      admin.get<Json>('Watch_bps/GetStatistics', {
        userId: person,
        beginTime: day,
        endTime: '2026-11-16',
        dateType: 'week',
      }),
    );
    expect(figures).toMatchObject({
      beginTime: '2026-11-09T16:00:00.000Z',
      endTime: '2026-11-16T15:59:59.999Z',
      count: 4,
      abnormalCount: 2,
      normalRate: 0.5,
      avg: 135,
      max: 150,
      min: 120,
      controlRate: 0.5,
      target: { high: 135, low: 85 },
      morning: { high: 140, low: 86 },
      evening: { high: 120, low: 70 },
      latest: { high: 140, low: 88 },
    });
    expect(figures['series']).toEqual([
      { date: day, avg: 133.3, max: 150, min: 120, count: 3 },
      { date: '2026-11-11', avg: 140, max: 140, min: 140, count: 1 },
    ]);
    expect(figures['distribution']).toEqual([
      { level: 0, name: '正常', count: 2 },
      { level: 1, name: '提示', count: 1 },
      { level: 2, name: '关注', count: 1 },
      { level: 3, name: '警告', count: 0 },
      { level: 4, name: '危急', count: 0 },
    ]);
    expect(figures['metrics']).toMatchObject({ heart: { count: 3, avg: 70, latest: 60 }, low: { change: 8 } });
  });

  test('of one day by hours, and by device as by person', async () => {
    const hours = await ok(
      admin.get<Json>('Watch_bps/GetStatistics', { userId: person, beginTime: day, endTime: day, dateType: 'day' }),
    );
    expect((hours['series'] as Json[]).map(({ date }) => date)).toEqual([
      `${day}T07:00`,
      `${day}T08:00`,
      `${day}T20:00`,
    ]);
    const byDevice = await ok(
      admin.get<Json>('Watch_bps/GetStatistics', { imei, beginTime: day, endTime: day, dateType: 'day' }),
    );
    expect({ ...byDevice, target: undefined }).toEqual({ ...hours, target: undefined });
  });

  test('of everybody in sight', async () => {
    expect(await ok(admin.get<Json>('Watch_bps/GetStatistics', { beginTime: day, endTime: day }))).toMatchObject({
      count: 4,
      max: 150,
      min: 110,
      latest: null,
    });
    expect(
      (await admin.get('Watch_bps/GetStatistics', { beginTime: '2020-01-01', endTime: '2026-01-01' })).status,
    ).toBe(400);
  });

  test.each(
    Object.entries(readingOfKind)
      .filter(([kind]) => kind !== 'location')
      .map(([kind, { wire }]) => [kind, wire.service]),
  )('of %s answers with nothing stored', async (_kind, service) => {
    expect(
      await ok(
        admin.get<Json>(`${service}/GetStatistics`, { userId: other, beginTime: '2025-01-01', endTime: '2025-01-31' }),
      ),
    ).toMatchObject({ count: 0, avg: null });
    expect(
      await ok(
        admin.get<Json[]>(`${service}/GetList`, { userId: other, beginTime: '2025-01-01', endTime: '2025-01-31' }),
      ),
    ).toEqual([]);
    expect((await ok(admin.get<Json>(`${service}/GetStatistics`, { userId: other })))['series']).toBeDefined();
  });
});

describe('walking', () => {
  test('is listed by person and day, by the main device', async () => {
    const page = await ok(admin.get<Page>('Watch_walks/GetAll', { userIdFilter: person }));
    expect(page).toMatchObject({
      totalCount: 1,
      items: [
        {
          watch_walk: {
            steps: 5200,
            userId: person,
            imei,
            walk_date: `${day}T00:00:00`,
            goalSteps: 5000,
            distance: Math.round(5200 * 1.7 * 0.415),
          },
          userName: '张建国',
        },
      ],
    });
    const all = await ok(admin.get<Page>('Watch_walks/GetAll', { Minwalk_dateFilter: day, Maxwalk_dateFilter: day }));
    expect(all.totalCount).toBe(2);
    expect(
      (await ok(admin.get<Page>('Watch_walks/GetAll', { MinstepsFilter: 1000 }))).items.map((row) => row['userName']),
    ).toEqual(['张建国']);
    expect(
      (await ok(admin.get<Page>('Watch_walks/GetAll', { Sorting: 'steps asc' }))).items.map((row) => row['userName']),
    ).toEqual(['李秀英', '张建国']);
    expect((await ok(admin.get<Page>('Watch_walks/GetAll', { Filter: '李' }))).totalCount).toBe(1);
    expect((await ok(admin.get<Page>('Watch_walks/GetAll', { imeiFilter: imei }))).totalCount).toBe(1);
  });

  test('is charted by day and by hour, counted and ranked', async () => {
    expect(
      await ok(admin.get<Json[]>('Watch_walks/GetList', { userId: person, beginTime: day, endTime: day })),
    ).toMatchObject([{ date: day, steps: 5200 }]);
    expect(
      (await ok(admin.get<Json[]>('Watch_walks/GetList', { userId: person, beginTime: day, dateType: 'hour' }))).map(
        ({ hour, steps }) => [hour, steps],
      ),
    ).toEqual([
      [8, 1000],
      [9, 0],
      [10, 1000],
      [11, 2000],
      [12, 1200],
    ]);
    expect(
      await ok(admin.get<Json>('Watch_walks/GetStatistics', { userId: person, beginTime: day, endTime: day })),
    ).toMatchObject({ total: 5200, goalDays: 1, activeDays: 1, bestDay: { date: day, steps: 5200 } });
    const ranking = async () =>
      (await ok(admin.get<Json[]>('Watch_walks/GetRanking', { walk_date: day }))).map(({ rank, userName }) => [
        rank,
        userName,
      ]);
    for (const [clientId, found] of [
      [person, [[1, '张建国']]],
      [
        other,
        [
          [1, '张建国'],
          [2, '李秀英'],
        ],
      ],
    ] as const) {
      await ok(
        admin.post('ClientConsent/CreateOrEdit', {
          clientId,
          kind: 'ranking',
          version: '1',
          signer: 'guardian',
          signTime: at('08:00'),
        }),
      );
      expect(await ranking()).toEqual(found);
    }
  });
});

describe('readings of all kinds', () => {
  test('of one person', async () => {
    const groups = await ok(
      admin.get<Readonly<Record<string, readonly Json[]>>>('Watch_bps/GetTestData', { userId: person, beginTime: day }),
    );
    expect(groups['bp']?.map(({ high }) => high)).toEqual([140, 120, 150, 130]);
    expect(groups['walk']).toMatchObject([{ steps: 5200 }]);
    expect(groups['spo2']).toEqual([]);
  });

  test('over all people, with a word for the value', async () => {
    const page = await ok(
      admin.get<Page>('Watch_bps/GetAllTestData', { dataType: 'bp', filter: '张', MaxResultCount: 2 }),
    );
    expect(page).toMatchObject({
      totalCount: 4,
      items: [
        { dataType: 'bp', userName: '张建国', imei, valueText: '140/88 mmHg', abnormalLevel: 1 },
        { valueText: '120/70 mmHg, 60 次/分' },
      ],
    });
    expect((await admin.get('Watch_bps/GetAllTestData', { sorting: 'userName' })).status).toBe(400);
  });

  test('one kind with its columns', async () => {
    const tab = await ok(
      admin.get<Page & { columns: readonly Json[] }>('Watch_bps/GetOneTabData', {
        tab: 'bp',
        userId: person,
        SkipCount: 1,
        MaxResultCount: 2,
      }),
    );
    expect(tab.totalCount).toBe(4);
    expect(tab.items.map(({ high, userName }) => [high, userName])).toEqual([
      [120, '张建国'],
      [150, '张建国'],
    ]);
    expect(tab.columns).toContainEqual({ key: 'high', title: '收缩压', unit: 'mmHg' });
    expect(tab.columns[0]?.['key']).toBe('userName');
    expect((await admin.get('Watch_bps/GetOneTabData', { tab: 'mood' })).status).toBe(400);
  });

  test('raw, with what waits in quarantine, in exact number', async () => {
    await samples.inTenant(({ tx, tenantId }) =>
      tx.execute(
        "insert into quarantined_reading (tenant_id, imei, kind, reason, payload, source) values ($1, '860000000000033', 'bp', 'unknown_imei', '{\"high\": 300}', 'gate')",
        [tenantId],
      ),
    );
    const page = await ok(admin.get<Page>('Watch_datas/GetAll', { MaxResultCount: 3 }));
    expect(page.totalCount).toBe(13);
    expect(page.items[0]).toMatchObject({
      watch_data: { imei: '860000000000033', state: 2, stateReason: '未登记设备', dataValue: null },
      userName: '',
    });
    expect(page.items[1]).toMatchObject({
      watch_data: { dataType: 'bp', dataValue: { high: 140, low: 88 }, state: 0, userId: person },
      userName: '张建国',
    });
    expect((await ok(admin.get<Page>('Watch_datas/GetAll', { stateFilter: 2 }))).totalCount).toBe(1);
    expect(
      (
        await ok(
          admin.get<Page>('Watch_datas/GetAll', {
            userIdFilter: person,
            dataTypeFilter: 'bp',
            Sorting: 'measure_time asc',
          }),
        )
      ).items.map((row) => (row['watch_data'] as { dataValue: Json }).dataValue['high']),
    ).toEqual([130, 150, 120, 140]);
    expect((await admin.get('Watch_datas/GetAll', { dataTypeFilter: 'mood' })).status).toBe(400);
    expect((await admin.get('Watch_datas/GetAll', { userIdFilter: 999_999 })).status).toBe(404);
  });

  test('a long answer is streamed whole and in order', async () => {
    await samples.inTenant(({ tx, tenantId }) =>
      tx.execute(
        "insert into uric_acid_reading (tenant_id, client_id, measured_at, uric_acid) select $1, $2, timestamptz '2026-11-01 00:00Z' - make_interval(mins => g), 300 from generate_series(1, 2300) g",
        [tenantId, other],
      ),
    );
    const page = await ok(
      admin.get<Page>('Watch_datas/GetAll', {
        dataTypeFilter: 'uricAcid',
        userIdFilter: other,
        Sorting: 'measure_time desc',
        MaxResultCount: 5000,
      }),
    );
    expect([page.totalCount, page.items.length]).toEqual([2300, 2300]);
    const times = page.items.map((row) => String((row['watch_data'] as Json)['measure_time']));
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await admin.get('Watch_datas/GetAll', { MaxResultCount: 100_001 })).status).toBe(400);
  });

  test('the newest of a device; that of another tenant is as unknown as none', async () => {
    expect(await ok(admin.get<Json>('Watch_datas/GetNewHealthData', { imei }))).toMatchObject({
      userId: person,
      userName: '张建国',
      bp: { high: 140, low: 88, abnormalLevel: 1 },
      walk: { steps: 5200 },
      spo2: null,
      weight: null,
    });
    const stranger = await app.as('admin', 'Beta');
    const foreign = await ok(stranger.get<Json>('Watch_datas/GetNewHealthData', { imei }));
    expect(foreign).toEqual({
      ...(await ok(stranger.get<Json>('Watch_datas/GetNewHealthData', { imei: 'unknown' }))),
      imei,
    });
    expect((await admin.get('Watch_datas/GetNewHealthData')).status).toBe(400);
  });
});

describe('positions', () => {
  test('are recorded as seen, whose and how many', async () => {
    await store(
      'location',
      ['08:00', '09:00'].map((time) => ({
        at: at(time),
        values: { longitude: 116.4, latitude: 39.9, wgs_longitude: 116.39, wgs_latitude: 39.89, location_type: 1 },
      })),
    );
    const page = await ok(admin.get<Page>('Watch_locations/GetAll', { userIdFilter: person }));
    expect(page.totalCount).toBe(2);
    const seen = await samples.inTenant(({ tx, tenantId }) =>
      tx.query(
        'select client_id as "clientId", action, resource, row_count as count from sensitive_access_log where tenant_id = $1 and resource = \'locationReading\'',
        [tenantId],
      ),
    );
    expect(seen).toEqual([{ clientId: person, action: 'view', resource: 'locationReading', count: 2 }]);
  });
});

describe('the account of a watch', () => {
  test('lists weights of all and fat of devices', async () => {
    await store('bodyFat', [
      { at: at('07:00'), values: { weight: 70, bmi: 24.2, body_fat_rate: 22 } },
      { at: at('07:30'), values: { weight: 71, origin: 1, body_fat_rate: 23 } },
      { at: at('08:00'), values: { weight: 72 } },
    ]);
    expect(await ok(admin.get<Page>('Watch_weights/GetAll'))).toMatchObject({
      totalCount: 3,
      items: [{ watch_weight: { weight: 72 }, userName: '张建国' }, {}, {}],
    });
    expect(await ok(admin.get<Page>('Watch_bfs/GetAll'))).toMatchObject({
      totalCount: 1,
      items: [{ watch_bf: { bodyFatRate: 22, bmi: 24.2 } }],
    });
    expect((await ok(admin.get<Page>('Watch_bses/GetAll', { userIdFilter: person }))).items).toEqual([]);
  });
});

describe('day summaries', () => {
  test('tell counts, targets and figures', async () => {
    const page = await ok(
      admin.get<Page>('Watch_day_summarys/GetPagedAll', { userIdFilter: person, dataTypeFilter: 'bp' }),
    );
    expect(page).toMatchObject({
      totalCount: 2,
      items: [
        { summary_date: '2026-11-11T00:00:00' },
        {
          summary_date: `${day}T00:00:00`,
          count: 3,
          abnormalCount: 1,
          inTargetCount: 2,
          stats: { high: { avg: 133.3, min: 120, max: 150, first: 130, last: 120 } },
        },
      ],
    });
  });

  test('are the same after they were rebuilt, and totals stay', async () => {
    const asked = { userIdFilter: person, MaxResultCount: 100 };
    const before = await ok(admin.get<Page>('Watch_day_summarys/GetPagedAll', asked));
    await samples.inTenant(({ tx, tenantId }) =>
      tx.execute('delete from reading_day where tenant_id = $1 and client_id = $2', [tenantId, person]),
    );
    await ok(admin.post('Watch_day_summarys/Recompute', { userId: person, begin: '2026-11-01', end: '2026-11-20' }));
    expect(await ok(admin.get<Page>('Watch_day_summarys/GetPagedAll', asked))).toEqual(before);
    expect((await ok(admin.get<Page>('Watch_datas/GetAll', { dataTypeFilter: 'bp', stateFilter: 0 }))).totalCount).toBe(
      5,
    );
    expect(
      (await admin.post('Watch_day_summarys/Recompute', { userId: person, begin: '2026-01-01', end: '2026-11-20' }))
        .status,
    ).toBe(400);
  });

  test('void readings leave the lists and their number', async () => {
    const [row] = await samples.inTenant(({ tx, tenantId }) =>
      tx.query<{ id: number }>(
        'select id from blood_pressure_reading where tenant_id = $1 and client_id = $2 and high = 110',
        [tenantId, other],
      ),
    );
    await store('bp', [
      {
        at: at('09:00'),
        clientId: other,
        deviceId: spareWatch,
        values: { high: 110, low: 65, quality: 4, supersedes: row?.id },
      },
    ]);
    expect((await ok(admin.get<Page>('Watch_datas/GetAll', { dataTypeFilter: 'bp', stateFilter: 0 }))).totalCount).toBe(
      4,
    );
    expect(
      await ok(admin.get<Json>('Watch_bps/GetStatistics', { userId: other, beginTime: day, endTime: day })),
    ).toMatchObject({ count: 0 });
  });

  test('hold nothing of a person who was deleted', async () => {
    const gone = await samples.plant(clientResource, 'G', {
      name: '已删除',
      birthday: '1960-05-01',
      gender: '1',
      riskTags: [],
      state: 'active',
    });
    await store('bp', [
      { at: at('10:00'), clientId: gone, deviceId: spareWatch, values: { high: 118, low: 72, period: 1 } },
    ]);
    await store('walk', [
      { at: at('10:00'), clientId: gone, deviceId: spareWatch, values: { walked_on: day, steps: 800 } },
    ]);
    const countListed = async (): Promise<readonly unknown[]> => {
      const summaries = await ok(admin.get<Page>('Watch_day_summarys/GetPagedAll', { MaxResultCount: 100 }));
      const walks = await ok(admin.get<Page>('Watch_walks/GetAll', { MaxResultCount: 100 }));
      return [
        summaries.items.filter(({ userId }) => userId === gone).length,
        summaries.totalCount - summaries.items.length,
        walks.items.length,
        walks.totalCount,
      ];
    };
    const [before, , rows] = await countListed();
    expect(before).toBe(2);
    await samples.inTenant(({ tx, tenantId }) =>
      tx.execute('update client set is_deleted = true where tenant_id = $1 and id = $2', [tenantId, gone]),
    );
    expect(await countListed()).toEqual([0, 0, Number(rows) - 1, Number(rows) - 1]);
  });
});

describe('a night', () => {
  test('leaves the nap out, and shows its curves', async () => {
    const night = {
      report_on: day,
      total_minutes: 420,
      asleep_at: at('23:30', '2026-11-09'),
      awake_at: at('06:30'),
      in_bed_at: at('23:00', '2026-11-09'),
      out_of_bed_at: at('07:00'),
      score: 80,
    };
    const [id] = await store('sleep', [
      { at: at('07:00'), values: night },
      { at: at('13:00'), values: { report_on: day, total_minutes: 40, remark: '午睡' } },
    ]);
    await store('heart', [
      { at: at('02:00'), values: { heart: 55 } },
      { at: at('10:00'), values: { heart: 75 } },
    ]);
    expect(await ok(admin.get<Json[]>('xyjMattress_sleepReports/GetList', { userId: person }))).toMatchObject([
      { report_date: `${day}T00:00:00`, totalMinutes: 420, sleepTime: night.asleep_at },
    ]);
    expect(
      await ok(
        admin.get<Json>('xyjMattress_sleepReports/GetStatistics', { userId: person, beginTime: day, endTime: day }),
      ),
    ).toMatchObject({ nights: 1, avgDuration: 420, latency: 30, efficiency: 0.875, avgScore: 80 });
    expect(await ok(admin.get<Json>('xyjMattress_sleepReports/GetSleepReportForView', { id }))).toMatchObject({
      xyjMattress_sleepReport: { totalMinutes: 420 },
      heartCurve: [{ heart: 55 }],
    });
    expect(
      await ok(admin.get<Json>('Watch_hearts/GetStatistics', { userId: person, beginTime: day, endTime: day })),
    ).toMatchObject({ count: 2, nightAvg: 55, restingAvg: 75 });
    expect((await admin.get('xyjMattress_sleepReports/GetSleepReportForView', { id: 999_999 })).status).toBe(404);
  });
});

test('a caller sees only the people in sight', async () => {
  await samples.inTenant(({ tx, tenantId }) =>
    tx.execute(
      "update client set health_manager_id = case when id = $2 then (select id from app_user where tenant_id = $1 and user_name = 'manager') end, doctor_id = null, team_id = null, organization_unit_id = null where tenant_id = $1 and id = any($3::bigint[])",
      [tenantId, other, [person, other]],
    ),
  );
  const manager = await app.as('manager', 'Alpha');
  for (const path of [
    'Watch_bps/GetList',
    'Watch_bps/GetStatistics',
    'Watch_walks/GetStatistics',
    'Watch_bps/GetTestData',
    'Watch_bps/GetOneTabData?tab=bp',
  ]) {
    expect((await manager.get(path.split('?')[0] ?? '', { userId: person, tab: 'bp' })).status, path).toBe(404);
    expect((await manager.get(path.split('?')[0] ?? '', { userId: other, tab: 'bp' })).status, path).toBe(200);
  }
  expect(await ok(manager.get<Json[]>('Watch_bps/GetList', { imei }))).toEqual([]);
  expect(await ok(manager.get<Json>('Watch_bps/GetStatistics', { beginTime: day, endTime: day, imei }))).toMatchObject({
    count: 0,
  });
  expect(await ok(manager.get<Json>('Watch_hearts/GetStatistics', { beginTime: day, endTime: day }))).toMatchObject({
    count: 0,
  });
  expect((await ok(manager.get<Page>('Watch_walks/GetAll'))).items.map((row) => row['userName'])).toEqual(['李秀英']);
  expect(
    (await ok(manager.get<Json[]>('Watch_walks/GetRanking', { walk_date: day }))).map(({ userName }) => userName),
  ).toEqual(['李秀英']);
  expect(await ok(manager.get<Page>('Watch_datas/GetAll', { stateFilter: 2 }))).toMatchObject({
    totalCount: 0,
    items: [],
  });
  const raw = await ok(manager.get<Page>('Watch_datas/GetAll', { MaxResultCount: 5000 }));
  expect(raw.totalCount).toBe(raw.items.length);
  expect(new Set(raw.items.map((row) => row['userName']))).toEqual(new Set(['李秀英']));
  expect(
    new Set((await ok(manager.get<Page>('Watch_day_summarys/GetPagedAll'))).items.map(({ userId }) => userId)),
  ).toEqual(new Set([other]));
  expect(await ok(manager.get<Json>('Watch_datas/GetNewHealthData', { imei }))).toMatchObject({
    userId: null,
    userName: '',
    bp: null,
    battery: null,
  });
  expect(await ok(manager.get<Page>('Watch_weights/GetAll'))).toMatchObject({ totalCount: 0, items: [] });
  expect((await manager.get('Watch_day_summarys/GetPagedAll', { userIdFilter: person })).status).toBe(404);
});
