import { client as clientResource, device, heartRateReading } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemCaller } from '../../access/caller.ts';
import { inTenant } from '../../access/in-tenant.ts';
import { countStatement } from '../../engine/crud/list.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Heap Fetches'?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];

let app: TestApp;
let person = 0;

beforeAll(async () => {
  app = await startApp();
  const samples = await Samples.of(app, 'Alpha');
  person = await samples.plant(clientResource, 'P', { name: '张建国', state: 'active' });
  const other = await samples.plant(clientResource, 'Q', { name: '李秀英', state: 'active' });
  const watch = await samples.plant(device, 'W', { imei: '860000000000017', lifecycle: 'inUse' });
  await samples.inTenant(({ tx, tenantId }) =>
    tx.execute(
      `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, heart, origin)
       select $1, $2, case when n % 20 = 0 then $3::bigint else $4::bigint end, timestamptz '2026-11-03T00:00:00Z' + make_interval(mins => n), 70, 0 from generate_series(1, 20000) n`,
      [tenantId, watch, person, other],
    ),
  );
  const owner = new Client({ connectionString: app.urls.migrator });
  await owner.connect();
  // While an older transaction is open, vacuum cannot mark the newest pages as visible to all.
  const vacuumed = async (): Promise<void> => {
    await owner.query('vacuum analyze heart_rate_reading');
    const { rows } = await owner.query<{ hidden: number }>(
      "select relpages - relallvisible as hidden from pg_class where relname = 'heart_rate_reading_202611'",
    );
    expect(rows).toEqual([{ hidden: 0 }]);
  };
  await vi.waitFor(vacuumed, { timeout: 60_000, interval: 200 });
  await owner.end();
});

afterAll(() => app.close());

test('the readings of a person, all or within some days, are counted from the index alone', async () => {
  const caller = systemCaller(app.tenants.Alpha, 'Asia/Shanghai');
  const days = [
    { field: 'measuredAt', operator: 'ge', value: new Date('2026-11-05T00:00:00Z') },
    { field: 'measuredAt', operator: 'le', value: new Date('2026-11-12T00:00:00Z') },
  ] as const;
  for (const conditions of [[], days]) {
    const explained = await inTenant(app.server.surroundings, { caller }, async (ctx) => {
      const { sql, values } = countStatement(app.server.app.planOf(heartRateReading), ctx, {
        conditions: [{ field: 'client', operator: 'eq', value: person }, ...conditions],
      });
      return ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${sql}`,
        values,
      );
    });
    const month = nodesOf(explained[0]?.['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'heart_rate_reading_202611',
    );
    expect(month.length).toBeGreaterThan(0);
    for (const node of month) expect(node).toMatchObject({ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 });
  }
});
