import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import type { Database, Tx } from '@kangmai/server/platform/database/database';
import { bloodPressureReading } from '@kangmai/model';
import { systemCaller } from '../src/access/caller.ts';
import { inTenant } from '../src/access/in-tenant.ts';
import { pageStatement } from '../src/engine/crud/list.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let units: Record<'north' | 'south', number>;

const one = async (tx: Tx, sql: string, values: readonly unknown[]): Promise<number> =>
  (await tx.one<{ id: number }>(`${sql} returning id`, [tx.tenantId, ...values]))?.id ?? 0;

async function person(name: string, unit: number | null, birthday: string): Promise<number> {
  const answer = await admin.post<number>('C_client/CreateOrEditFromCustom', {
    name,
    phone: `1390000${String(1000 + (serial += 1))}`,
    birthday,
    gender: '2',
    organizationUnitId: unit,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  await database().withTenant(app.tenants.Alpha, (tx) =>
    tx.execute(
      'update client set organization_unit_id = $3, birthday = $4::date, gender = $5 where tenant_id = $1 and id = $2',
      [tx.tenantId, answer.result, unit, birthday, '2'],
    ),
  );
  return answer.result;
}
let serial = 0;
const database = (): Database => app.server.services.database;

async function reading(
  tx: Tx,
  row: { readonly device: number | null; readonly client: number; readonly high: number },
): Promise<void> {
  await tx.execute(
    `insert into blood_pressure_reading (tenant_id, device_id, client_id, measured_at, high, low, origin) values ($1, $2, $3, now() - make_interval(mins => $4), $4, 80, $5)`,
    [tx.tenantId, row.device, row.client, row.high, row.device === null ? 1 : 0],
  );
}

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  await database().ensurePartitions('blood_pressure_reading', new Date(Date.now() - 40 * 86_400_000), new Date());
  units = await database().withTenant(app.tenants.Alpha, async (tx) => ({
    north: await one(tx, `insert into organization_unit (tenant_id, code, display_name) values ($1, '00801', $2)`, [
      '北苑社区',
    ]),
    south: await one(tx, `insert into organization_unit (tenant_id, code, display_name) values ($1, '00802', $2)`, [
      '安定社区',
    ]),
  }));
  const [first, second, third] = [
    await person('赵一', units.north, '1950-01-01'),
    await person('钱二', units.south, '1980-01-01'),
    await person('孙三', null, '1900-01-01'),
  ];
  await database().withTenant(app.tenants.Alpha, async (tx) => {
    const device = async (imei: string, code: string): Promise<number> =>
      one(
        tx,
        `insert into device (tenant_id, imei, type_id, product_id) select $1, $2, t.id, (select min(id) from device_product where tenant_id = $1) from device_type t where t.tenant_id = $1 and t.type_code = $3`,
        [imei, code],
      );
    const codes = (
      await tx.query<{ code: string }>(
        'select type_code as code from device_type where tenant_id = $1 order by type_code limit 2',
        [tx.tenantId],
      )
    ).map(({ code }) => code);
    await tx.execute(`update device_type set type_name = '甲型' where tenant_id = $1 and type_code = $2`, [
      tx.tenantId,
      codes[0],
    ]);
    await tx.execute(`update device_type set type_name = '乙型' where tenant_id = $1 and type_code = $2`, [
      tx.tenantId,
      codes[1],
    ]);
    const [watch, cuff] = [
      await device('860000000000001', codes[0] ?? ''),
      await device('860000000000002', codes[1] ?? ''),
    ];
    await reading(tx, { device: watch, client: first, high: 101 });
    await reading(tx, { device: cuff, client: second, high: 102 });
    await reading(tx, { device: null, client: third, high: 103 });
  });
});
afterAll(() => app.close());

interface Shown {
  readonly watch_bp: { readonly id: number; readonly high: number };
  readonly [joined: string]: unknown;
}
const listed = async (query: Record<string, string | number>): Promise<readonly Shown[]> => {
  const answer = await admin.get<{ totalCount: number; items: readonly Shown[] }>('Watch_bps/GetAll', query);
  expect(answer.status, answer.text).toBe(200);
  return answer.result.items;
};
const highs = async (query: Record<string, string | number>): Promise<readonly number[]> =>
  (await listed(query)).map((row) => row.watch_bp.high);

describe('names two references away from a row', () => {
  test('they stand beside it, empty where the way ends early', async () => {
    const [first, , third] = await listed({ Sorting: 'high asc' });
    expect(first).toMatchObject({
      userName: '赵一',
      sex: '2',
      communityId: units.north,
      communityName: '北苑社区',
      deviceTypeName: '甲型',
    });
    expect(first?.['age']).toBeGreaterThan(70);
    expect(third).toMatchObject({
      userName: '孙三',
      age: null,
      communityId: null,
      communityName: '',
      deviceTypeName: '',
    });
  });

  test('lists are filtered by them, with the right total', async () => {
    expect(await highs({ deviceTypeNameFilter: '乙' })).toEqual([102]);
    expect(await highs({ communityIdFilter: units.north })).toEqual([101]);
    expect(await highs({ communityIdFilter: units.north, deviceTypeNameFilter: '乙型' })).toEqual([]);
    const counted = await admin.get<{ totalCount: number }>('Watch_bps/GetAll', {
      deviceTypeNameFilter: '型',
      MaxResultCount: 1,
    });
    expect(counted.result.totalCount).toBe(2);
  });

  test('lists are sorted by them, page by page without gap or repeat', async () => {
    expect(new Set(await highs({ Sorting: 'communityName desc' }))).toEqual(new Set([101, 102, 103]));
    expect(await highs({ Sorting: 'communityName asc' })).toEqual([101, 102, 103]);
    for (const Sorting of ['communityName desc', 'deviceTypeName asc', 'userName desc', 'age asc']) {
      const pages = await Promise.all([0, 1, 2].map((SkipCount) => highs({ Sorting, SkipCount, MaxResultCount: 1 })));
      expect(pages.flat(), Sorting).toEqual(await highs({ Sorting }));
    }
  });

  test('one row and another tenant', async () => {
    const doctor = await app.as('admin', 'Beta');
    expect(
      (await doctor.get<{ totalCount: number }>('Watch_bps/GetAll', { communityIdFilter: units.north })).result
        .totalCount,
    ).toBe(0);
    const [row] = await listed({ deviceTypeNameFilter: '甲型' });
    const id = row?.watch_bp.id ?? 0;
    expect((await admin.get('Watch_bps/GetWatch_bpForEdit', { Id: id })).text).toMatch(/"communityName":"北苑社区"/);
  });

  test('they are read for the rows of the page alone', async () => {
    const caller = systemCaller(app.tenants.Alpha, 'Asia/Shanghai');
    const explained = await inTenant(app.server.surroundings, { caller }, async (ctx) => {
      await ctx.tx.execute(
        'insert into blood_pressure_reading (tenant_id, device_id, client_id, measured_at, high, low, origin) select tenant_id, device_id, client_id, measured_at - make_interval(secs => n), high, low, origin from blood_pressure_reading, generate_series(1, 300) n where tenant_id = $1 and device_id is not null',
        [ctx.tenantId],
      );
      const { sql, values } = pageStatement(app.server.app.planOf(bloodPressureReading), ctx, {
        conditions: [],
        sort: [{ field: 'measuredAt', descending: true }],
        skip: 0,
        take: 10,
      });
      return ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${sql}`,
        values,
      );
    });
    const nodes = nodesOf(explained[0]?.['QUERY PLAN'][0].Plan).filter((node) =>
      ['device', 'device_type', 'client', 'organization_unit'].includes(node['Relation Name'] ?? ''),
    );
    expect(new Set(nodes.map((node) => node['Relation Name'])).size).toBe(4);
    for (const node of nodes) expect(node['Actual Loops'], node['Relation Name']).toBeLessThanOrEqual(10);
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];
