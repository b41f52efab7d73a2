import { localDay, parseInstant } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownRegions } from '../../engine/codes/known-regions.ts';
import { systemCaller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../../engine/crud/call-ctx.ts';
import { planner } from '../../engine/crud/plan.ts';
import { Follower } from './outbox/follower.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { loadMasterKey, TenantKeys } from '../../platform/keys.ts';
import { LiveBus, type LiveEvent } from '../../platform/live-bus.ts';
import { UrgentWork } from '../../platform/urgent-work.ts';
import { copyReference } from '../dictionaries/public.ts';
import { earlyWarningModule } from '../early-warning/early-warning.ts';
import { makeMainJob, type MainJob } from './main-job.ts';
import type { Deliverer } from './intake/delivery.ts';

const zone = 'Asia/Shanghai';
const planOf = planner(model);
const tenantId = 1;

let clone: TestDatabase;
let database: Database;
let surroundings: Surroundings;
let job: MainJob;
let follower: Follower;
let clock = Date.parse('2026-03-10T04:00:00Z');
const shown: LiveEvent[] = [];
const faults: unknown[] = [];

const work = <T>(run: (ctx: CallCtx) => Promise<T>): Promise<T> =>
  inTenant(surroundings, { caller: systemCaller(tenantId, zone) }, (ctx) => run(withRepositories(ctx, planOf)));

async function sql<T>(text: string, values: readonly unknown[] = []): Promise<T[]> {
  return database.withTenant(tenantId, (tx) => tx.query<T>(text, [tenantId, ...values]));
}

async function follow(): Promise<void> {
  follower.wake(tenantId);
  await follower.settled();
  expect(faults).toEqual([]);
}

interface Person {
  readonly birthday?: string;
  readonly tags?: readonly string[];
  readonly registered?: boolean;
  readonly sex?: string;
}

async function addDevice(imei: string, typeCode: string, isRegistered: boolean): Promise<number | undefined> {
  await database.directory((tx) =>
    tx.execute("insert into dir_imei (tenant_id, imei, valid_from) values ($1, $2, '2026-01-01')", [tenantId, imei]),
  );
  const [type] = await sql<{ id: number }>('select id from device_type where tenant_id = $1 and type_code = $2', [
    typeCode,
  ]);
  const [product] = await sql<{ id: number }>(
    `insert into device_product (tenant_id, product_name, product_code, type_id, model, registration_no, protocol, datum) values ($1, '测试产品', $2, $3, 'M', $4, 'json', 'wgs84') returning id`,
    [`P${imei}`, type?.id, isRegistered ? '粤械注准20202071234' : null],
  );
  const [device] = await sql<{ id: number }>(
    'insert into device (tenant_id, imei, type_id, product_id, lifecycle) values ($1, $2, $3, $4, 3) returning id',
    [imei, type?.id, product?.id],
  );
  return device?.id;
}

/** A person with a device of a type, worn for a month. */
async function wearer(imei: string, typeCode: string, person: Person = {}): Promise<number> {
  const { sex = '1', birthday = '1981-01-01', tags = [], registered = false } = person;
  const device = await addDevice(imei, typeCode, registered);
  const phone = (await surroundings.sealerOf(tenantId)).seal('13900000000');
  const [client = { id: 0 }] = await sql<{ id: number }>(
    `insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, risk_tags) values ($1, $2, '01', $3, $4, '110101', $6, $5) returning id`,
    [`客户${imei.slice(-2)}`, sex, birthday, tags, phone],
  );
  await sql(
    'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) values ($1, $2, $3, 0, 1, 1, $4)',
    [device, client.id, new Date(clock - 30 * 86_400_000)],
  );
  return client.id;
}

const source: Deliverer & { readonly ratePerMinute: number } = {
  sourceId: 900,
  sourceCode: 'test',
  tenantId: 0,
  zone,
  datum: 'wgs84',
  anyAge: false,
  ratePerMinute: 600_000,
  acceptsImei: () => true,
};
const deliver = (...items: object[]) => job.door.take(items, source);
const at = (text: string): string => new Date(parseInstant(`2026-03-10 ${text}`, zone) ?? 0).toISOString();
const cases = (clientId: number) =>
  sql<{ type: string; level: number; state: number; count: number; finding: string }>(
    'select type, level, state, reading_count as count, finding from abnormal_case where tenant_id = $1 and client_id = $2 order by id',
    [clientId],
  );

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  await database.platform((tx) =>
    tx.execute("insert into tenant (id, tenancy_name, name) values (1, 'Alpha', '甲'), (2, 'Beta', '乙')"),
  );
  await database.withTenant(tenantId, copyReference);
  const keys = new TenantKeys(database, loadMasterKey({ secretKey: 'x'.repeat(40), dataDir: '/nonexistent' }));
  const bus = new LiveBus();
  bus.listen((event) => shown.push(event));
  surroundings = {
    database,
    model,
    bus,
    now: () => new Date(clock),
    sealerOf: (id) => keys.of(id),
    dayOf: (instant, where) => localDay(instant.getTime(), where),
    toInstant: (text, where) => {
      const ms = parseInstant(text, where);
      return ms === undefined ? undefined : new Date(ms);
    },
    regions: knownRegions,
    outboxFilled: () => undefined,
    urgentWork: new UrgentWork(),
  };
  job = makeMainJob({
    surroundings,
    planOf,
    messages: { queue: () => Promise.resolve(), queueAll: () => Promise.resolve() },
    log: (fault) => faults.push(fault),
  });
  follower = new Follower({
    surroundings,
    planOf,
    follow: new Map([
      ...Object.entries({ ...job.module.follow, ...earlyWarningModule.follow }),
      ['command.queued', async () => undefined],
    ]),
    report: (error) => faults.push(error),
  });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('a reading of an approved cuff', () => {
  test('188/112 is stored once, judged and stands as one case on the screens of those who see the person', async () => {
    const clientId = await wearer('860000000000011', 'bp_monitor', { registered: true });
    const reading = {
      imei: '860000000000011',
      dataType: 'bp',
      measuredAt: at('12:00:00'),
      values: { high: 188, low: 112, heart: 80 },
    };
    const [first] = await deliver(reading);
    expect(first).toMatchObject({ status: 'stored', abnormalLevel: 3 });
    expect(await deliver(reading)).toMatchObject([{ status: 'duplicate', id: first?.id, abnormalLevel: 3 }]);
    await follow();
    expect(await cases(clientId)).toMatchObject([{ type: 'bpHigh', level: 3, state: 0, count: 1 }]);
    const news = shown.filter(({ event }) => event === 'newabnormal');
    expect(news).toHaveLength(1);
    expect(news[0]?.payload).toMatchObject({ userid: clientId, abnormaL_LEVEL: 3 });
    expect(news[0]?.rooms).toContain('t:1:abnormal:all');
    const [rollup] = await sql<{ count: number; max: number; abnormal: number }>(
      `select count, max, abnormal_count as abnormal from reading_day where tenant_id = $1 and client_id = $2 and kind = 'bp' and metric = 'high'`,
      [clientId],
    );
    expect(rollup).toEqual({ count: 1, max: 188, abnormal: 1 });
    const [total] = await sql<{ count: number }>(
      `select sum(count)::bigint as count from reading_total where tenant_id = $1 and kind = 'bp'`,
    );
    expect(total?.count).toBe(1);
  });

  test('a second, worse reading raises the same case', async () => {
    const clientId = await wearer('860000000000012', 'bp_monitor', { registered: true, birthday: '1956-01-01' });
    await deliver({
      imei: '860000000000012',
      dataType: 'bp',
      measuredAt: at('11:50:00'),
      values: { high: 188, low: 112 },
    });
    await follow();
    await deliver({
      imei: '860000000000012',
      dataType: 'bp',
      measuredAt: at('11:53:00'),
      values: { high: 205, low: 122 },
    });
    await follow();
    expect(await cases(clientId)).toMatchObject([{ type: 'bpHigh', level: 4, state: 0, count: 2 }]);
  });
});

describe('a watch', () => {
  test('three readings at rest make one case, the first two none', async () => {
    const clientId = await wearer('860000000000021', 'watch');
    await deliver({
      imei: '860000000000021',
      dataType: 'heart',
      measuredAt: at('11:40:00'),
      values: { heart: 168, heartState: 1 },
    });
    await deliver({
      imei: '860000000000021',
      dataType: 'heart',
      measuredAt: at('11:50:00'),
      values: { heart: 170, heartState: 1 },
    });
    await follow();
    expect(await cases(clientId)).toEqual([]);
    await deliver({
      imei: '860000000000021',
      dataType: 'heart',
      measuredAt: at('12:00:00'),
      values: { heart: 171, heartState: 1 },
    });
    await follow();
    expect(await cases(clientId)).toMatchObject([{ type: 'heartFast', level: 4, count: 3 }]);
  });

  test('a batch answers every item: stored, ignored, impossible, unknown device, wrong time, bad form', async () => {
    const clientId = await wearer('860000000000022', 'watch');
    const item = (more: object): object => ({
      imei: '860000000000022',
      dataType: 'heart',
      measuredAt: at('11:00:00'),
      values: { heart: 70 },
      ...more,
    });
    const answers = await deliver(
      item({}),
      item({ values: { heart: 0 } }),
      item({ dataType: 'bp', values: { high: 80, low: 90 } }),
      item({ imei: '861111111111111' }),
      item({ measuredAt: '1970-01-01T00:00:00Z' }),
      { imei: 'x', surprise: 1 },
      item({ measuredAt: at('11:01:00'), values: { heart: 48 } }),
    );
    expect(answers.map(({ status, reason }) => [status, reason])).toEqual([
      ['stored', undefined],
      ['ignored', 'sentinel'],
      ['quarantined', 'out_of_range'],
      ['quarantined', 'unknown_imei'],
      ['quarantined', 'bad_time'],
      ['rejected', 'bad_format'],
      ['stored', undefined],
    ]);
    await follow();
    const aside = await sql<{ reason: string }>(
      'select reason from quarantined_reading where tenant_id = $1 order by id',
    );
    expect(aside.map(({ reason }) => reason).toSorted()).toEqual(['bad_time', 'out_of_range']);
    const host = await database.withTenant(0, (tx) =>
      tx.query<{ imei: string; reason: string }>('select imei, reason from quarantined_reading where tenant_id = 0'),
    );
    expect(host).toEqual([{ imei: '861111111111111', reason: 'unknown_imei' }]);
    expect(await cases(clientId)).toEqual([]);
  });

  test('a message with an id of its own is stored once, whatever its time says', async () => {
    await wearer('860000000000023', 'watch');
    const message = { messageId: 'm-1', imei: '860000000000023', dataType: 'spo2', values: { spo2: 97 } };
    const [first] = await deliver({ ...message, measuredAt: at('09:00:00') });
    const [again] = await deliver({ ...message, measuredAt: at('09:30:00') });
    expect(first?.status).toBe('stored');
    expect(again).toMatchObject({ status: 'duplicate', id: first?.id });
  });

  test('an SOS opens record and case at once, a second press raises the count', async () => {
    const clientId = await wearer('860000000000024', 'watch');
    expect(
      await deliver({
        imei: '860000000000024',
        dataType: 'event',
        measuredAt: at('11:58:00'),
        values: { event: 'sos' },
      }),
    ).toMatchObject([{ status: 'stored', abnormalLevel: 4 }]);
    expect(await cases(clientId)).toMatchObject([{ type: 'sos', level: 4, state: 0 }]);
    await deliver({ imei: '860000000000024', dataType: 'event', measuredAt: at('11:59:00'), values: { event: 'sos' } });
    await follow();
    expect(await sql('select press_count as presses, state from sos_record where tenant_id = $1')).toEqual([
      { presses: 2, state: 0 },
    ]);
    expect(shown.filter(({ event }) => event === 'newsos')).toHaveLength(2);
  });
});

test('a reading belongs to whoever wore the device when it was measured', async () => {
  const first = await wearer('860000000000031', 'bp_monitor', { registered: true });
  const [device] = await sql<{ id: number }>(`select id from device where tenant_id = $1 and imei = '860000000000031'`);
  const [second] = await sql<{ id: number }>(
    `insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed) values ($1, '乙', '01', '2', '1950-01-01', '110101', $2) returning id`,
    [(await surroundings.sealerOf(tenantId)).seal('13900000001')],
  );
  await sql('update device_binding set unbound_at = $3, state = 0 where tenant_id = $1 and device_id = $2', [
    device?.id,
    at('10:00:00'),
  ]);
  await sql(
    'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) values ($1, $2, $3, 0, 1, 1, $4)',
    [device?.id, second?.id, at('11:00:00')],
  );
  await sql('update device set row_version = row_version + 1 where tenant_id = $1 and id = $2', [device?.id]);
  const bp = (time: string): object => ({
    imei: '860000000000031',
    dataType: 'bp',
    measuredAt: at(time),
    values: { high: 118, low: 76 },
  });
  const answers = await deliver(bp('09:00:00'), bp('10:30:00'), bp('11:30:00'), bp('10:59:00'));
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual(['stored', 'stored', 'stored', 'stored']);
  const rows = await sql<{ client: number | null }>(
    'select client_id as client from blood_pressure_reading where tenant_id = $1 and device_id = $2 order by measured_at',
    [device?.id],
  );
  expect(rows.map(({ client }) => client)).toEqual([first, null, null, second?.id]);
});

test('a binding that changes while a delivery is under way never gives the reading to the wrong person', async () => {
  const clientId = await wearer('860000000000041', 'watch');
  await deliver({ imei: '860000000000041', dataType: 'heart', measuredAt: at('08:00:00'), values: { heart: 70 } });
  const [device] = await sql<{ id: number }>(`select id from device where tenant_id = $1 and imei = '860000000000041'`);
  await sql('update device_binding set unbound_at = $3, state = 0 where tenant_id = $1 and device_id = $2', [
    device?.id,
    at('08:30:00'),
  ]);
  await sql('update device set row_version = row_version + 1 where tenant_id = $1 and id = $2', [device?.id]);
  await deliver({ imei: '860000000000041', dataType: 'heart', measuredAt: at('09:00:00'), values: { heart: 71 } });
  const rows = await sql<{ client: number | null }>(
    'select client_id as client from heart_rate_reading where tenant_id = $1 and device_id = $2 order by measured_at',
    [device?.id],
  );
  expect(rows.map(({ client }) => client)).toEqual([clientId, null]);
});

test('an unattended critical case climbs its ladder', async () => {
  const clientId = await wearer('860000000000051', 'bp_monitor', { registered: true });
  await deliver({
    imei: '860000000000051',
    dataType: 'bp',
    measuredAt: at('11:55:00'),
    values: { high: 210, low: 125 },
  });
  await follow();
  // Nobody is named for the first rungs, so that the third was taken at once.
  clock += 10 * 60_000;
  await work(async (ctx) => {
    await ctx.tx.execute("update outbox set available_at = now() where tenant_id = $1 and topic = 'case.due'", [
      tenantId,
    ]);
  });
  await follow();
  const [row] = await sql<{ step: number }>(
    'select escalation_step as step from abnormal_case where tenant_id = $1 and client_id = $2',
    [clientId],
  );
  expect(row?.step).toBe(3);
});
