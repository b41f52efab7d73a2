import { client as clientResource, device } from '@kangmai/model';
import { startApp, type TestApp, type UserName } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeReadings, type StoredRow } from '../../../test/store-readings.ts';
import { dropReadings } from '@kangmai/ops/drop-readings';

let app: TestApp;
let samples: Samples;
let person = 0;
let other = 0;
let watch = 0;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  person = await samples.plant(clientResource, 'P', { name: '张建国', state: 'active' });
  other = await samples.plant(clientResource, 'Q', { name: '李秀英', state: 'active' });
  watch = await samples.plant(device, 'W', { imei: '860000000000017', lifecycle: 'inUse' });
});

afterAll(() => app.close());

const heart = (at: string, more: Readonly<Record<string, unknown>> = {}, row: Partial<StoredRow> = {}): StoredRow => ({
  at: new Date(`${at}+08:00`).toISOString(),
  deviceId: watch,
  clientId: person,
  values: { heart: 70, ...more },
  ...row,
});
const store = (...rows: readonly StoredRow[]): Promise<readonly number[]> => storeReadings(samples, 'heart', rows);

interface Total {
  readonly totalCount: number;
}

const listed = async (query: Readonly<Record<string, string | number>>, as: UserName = 'admin'): Promise<number> =>
  (await (await app.as(as, 'Alpha')).get<Total>('Watch_hearts/GetAll', query)).result.totalCount;

/** The number by counting rows, of one person or of all. */
async function counted(clientId: number | null): Promise<number> {
  const row = await samples.inTenant(({ tx, tenantId }) =>
    tx.one<{ n: number }>(
      'select count(*) as n from heart_rate_reading r where tenant_id = $1 and ($2::bigint is null or client_id = $2) and quality <> 4 and not exists (select 1 from heart_rate_reading n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id)',
      [tenantId, clientId],
    ),
  );
  return row?.n ?? -1;
}

async function expectTotals(wanted: {
  readonly person: number;
  readonly other: number;
  readonly all: number;
}): Promise<void> {
  expect({
    person: await listed({ userIdFilter: person }),
    other: await listed({ userIdFilter: other }),
    all: await listed({}),
  }).toEqual(wanted);
  expect({ person: await counted(person), other: await counted(other), all: await counted(null) }).toEqual(wanted);
}

test('the number of a list is that of its rows, whoever was corrected, measured badly or waits to be added up', async () => {
  const [first, second] = await store(
    heart('2026-11-10T07:00:00'),
    heart('2026-11-10T23:59:59'),
    heart('2026-11-11T00:00:00', { quality: 2 }),
    heart('2026-11-11T09:00:00', { quality: 1 }),
    heart('2026-11-11T10:00:00', {}, { clientId: other }),
    heart('2026-11-11T11:00:00', {}, { clientId: null }),
  );
  await expectTotals({ person: 4, other: 1, all: 6 });
  await store(
    heart('2026-11-10T07:00:00', { heart: 71, supersedes: first }),
    heart('2026-11-10T23:59:59', { quality: 4, supersedes: second }),
  );
  await expectTotals({ person: 3, other: 1, all: 5 });
  await store(
    heart('2026-11-12T07:00:00', {}, { waits: true }),
    heart('2026-11-12T07:01:00', { quality: 2 }, { waits: true }),
    heart('2026-11-12T07:02:00', {}, { clientId: other, waits: true }),
  );
  await expectTotals({ person: 5, other: 2, all: 8 });
});

test('whoever does not see a person sees no number', async () => {
  await samples.inTenant(({ tx, tenantId }) =>
    tx.execute(
      "update client set health_manager_id = case when id = $2 then (select id from app_user where tenant_id = $1 and user_name = 'manager') end, doctor_id = null, team_id = null, organization_unit_id = null where tenant_id = $1 and id = any($3::bigint[])",
      [tenantId, other, [person, other]],
    ),
  );
  expect([await listed({ userIdFilter: person }, 'manager'), await listed({ userIdFilter: other }, 'manager')]).toEqual(
    [0, 2],
  );
});

test('readings of a month that was dropped are no longer counted, and those that come into it again are', async () => {
  await store(
    heart('2025-01-31T12:00:00'),
    heart('2025-02-01T07:59:59'),
    heart('2025-02-01T08:00:00'),
    heart('2025-02-03T12:00:00'),
    heart('2025-02-28T12:00:00', { quality: 2 }),
    heart('2025-03-01T07:59:59'),
    heart('2025-03-01T08:00:00'),
    heart('2025-03-02T12:00:00', { quality: 2 }),
  );
  await expectTotals({ person: 13, other: 2, all: 16 });
  const owner = new Client({ connectionString: app.urls.migrator });
  await owner.connect();
  const gone: string[] = [];
  await dropReadings(
    { owner, database: app.server.services.database, dropped: (table) => gone.push(table) },
    new Date('2025-02-01T00:00:00Z'),
  );
  await owner.end();
  expect(gone).toEqual(['heart_rate_reading']);
  await expectTotals({ person: 9, other: 2, all: 12 });
  await store(heart('2025-02-10T12:00:00'));
  await expectTotals({ person: 10, other: 2, all: 13 });
});

test('readings of a deleted person are in no list and no total, and stay stored', async () => {
  const admin = await app.as('admin', 'Alpha');
  const lists = ['Watch_hearts/GetAll', 'Watch_datas/GetAll'];
  const totalAndLength = async (path: string): Promise<readonly [number, number]> => {
    const { result } = await admin.get<Total & { readonly items: readonly object[] }>(path, { maxResultCount: 1000 });
    return [result.totalCount, result.items.length];
  };
  const before = await Promise.all(lists.map(totalAndLength));
  const [all, theirs] = [await listed({}), await listed({ userIdFilter: other })];
  expect(theirs).toBe(2);
  const setDeleted = (deleted: boolean): Promise<number> =>
    samples.inTenant(({ tx, tenantId }) =>
      tx.execute('update client set is_deleted = $3 where tenant_id = $1 and id = $2', [tenantId, other, deleted]),
    );
  await setDeleted(true);
  expect([await listed({}), await listed({ userIdFilter: other })]).toEqual([all - theirs, 0]);
  expect((await admin.get<{ items: unknown[] }>('Watch_hearts/GetAll', { userIdFilter: other })).result.items).toEqual(
    [],
  );
  expect(await Promise.all(lists.map(totalAndLength))).toEqual(
    before.map(([total, items]) => [total - theirs, items - theirs]),
  );
  expect(await counted(other)).toBe(theirs);
  await setDeleted(false);
  expect(await listed({ userIdFilter: other })).toBe(theirs);
});
