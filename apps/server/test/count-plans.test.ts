import type { Ctx } from '@kangmai/server/access/ctx';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories } from '@kangmai/server/engine/crud/call-ctx';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '../src/access/caller.ts';
import { caseCalls } from '../src/modules/main-loop/cases/case-calls.ts';
import { noticeCalls } from '../src/modules/notices/notice-calls.ts';

/** What header and bell count on every page is found by indexes of the few rows that are unread or open. */

const many = 40_000;
const few = many / 100;
const persons = 500;

let app: TestApp;
let userId = 0;

beforeAll(async () => {
  app = await startApp();
  const [nurse] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'nurse'",
  );
  userId = nurse?.id ?? 0;
  await app.query(
    'Alpha',
    `insert into user_notification (tenant_id, user_id, name, data, is_read) select $1, $2, 'App.WelcomeToTheApplication', '{}', n % 100 > 0 from generate_series(1, ${many}) n returning id`,
    [userId],
  );
  await app.query(
    'Alpha',
    `insert into client (tenant_id, id, archive_no, name, gender, birthday, certificate_no_sealed, certificate_no_index, phone_sealed, region_code, residence_type, payment_types, address) select $1, 1000000 + n, 'B' || n, '客户', '1', '1950-01-01', '', decode(md5(n::text), 'hex'), '', '510104', 1, '{}', '' from generate_series(1, ${persons}) n returning id`,
  );
  await app.query(
    'Alpha',
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at, alarmed_at, state)
     select $1, 1000001 + n % ${persons}, 'heartFast', '心率 150', 1 + n % 4, now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => n), case when n < ${few} then 0 else 3 end from generate_series(1, ${many}) n returning id`,
  );
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('vacuum analyze user_notification, abnormal_case');
  await owner.end();
});
afterAll(() => app.close());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
/** The index by which a node reads a table; nothing for nodes above it. */
function scanOf(node: PlanNode, tableName: string): string | undefined {
  const index = node['Index Name'];
  if (index !== undefined) return index.startsWith(tableName) ? index : undefined;
  return node['Relation Name'] === tableName && node['Node Type'] === 'Seq Scan' ? 'Seq Scan' : undefined;
}

const ofOpenCases = new Set(['abnormal_case_by_state', 'abnormal_case_on_desk']);

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How each statement of a call by the nurse reads a table: by which index, or from end to end. */
async function scansOf(
  wire: string,
  input: object,
  { tableName, plan = 'custom' }: { readonly tableName: string; readonly plan?: 'custom' | 'generic' },
): Promise<readonly string[]> {
  const found = [...caseCalls, ...noticeCalls({ settings: app.server.services.settings })].find(
    (call) => call.wire === wire,
  );
  if (!found) throw new Error(`no call is named ${wire}`);
  const scans: string[] = [];
  const explain = async (ctx: Ctx, sql: string, values: readonly unknown[]): Promise<void> => {
    const generic = `explain (format json) execute counted(${values.map(() => 'null').join(', ')})`;
    if (plan === 'generic') await ctx.tx.execute(`prepare counted as ${sql}`);
    const [row] = await ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
      plan === 'generic' ? generic : `explain (format json) ${sql}`,
      plan === 'generic' ? [] : values,
    );
    if (plan === 'generic') await ctx.tx.execute('deallocate counted');
    const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
    scans.push(...nodes.flatMap((node) => scanOf(node, tableName) ?? []));
  };
  const caller = { ...systemCaller(app.tenants.Alpha, 'Asia/Shanghai'), userId };
  await inTenant(app.server.surroundings, { caller }, async (ctx) => {
    await ctx.tx.execute(`set local plan_cache_mode = force_${plan}_plan`);
    const statements: (readonly [sql: string, values: readonly unknown[]])[] = [];
    const noted =
      (name: 'query' | 'one') =>
      async <T extends object>(sql: string, values: readonly unknown[] = []): Promise<unknown> => {
        statements.push([sql, values]);
        return ctx.tx[name]<T>(sql, values);
      };
    const tx = Object.assign(Object.create(ctx.tx) as typeof ctx.tx, { query: noted('query'), one: noted('one') });
    await found.run(withRepositories({ ...ctx, tx }, app.server.app.planOf), found.input.parse(input));
    for (const [sql, values] of statements) if (sql.includes(tableName)) await explain(ctx, sql, values);
  });
  return scans;
}

test.each(['custom', 'generic'] as const)(
  'unread notices are counted by the index of unread ones, by a %s plan',
  async (plan) => {
    const scans = await scansOf(
      'GET Notification/GetUserNotifications',
      { state: 0 },
      { tableName: 'user_notification', plan },
    );
    expect(scans).not.toContain('Seq Scan');
    // Of the list and of the number beside it.
    expect(scans.filter((scan) => scan === 'user_notification_unread').length).toBe(plan === 'custom' ? 2 : 3);
  },
);

test('the bell counts by indexes of the open cases', async () => {
  const scans = await scansOf(
    'GET AbnormalData/GetAbnormalDataCount',
    { stateFilter: '0' },
    { tableName: 'abnormal_case' },
  );
  expect(scans.length).toBeGreaterThanOrEqual(4);
  expect(scans.filter((scan) => !ofOpenCases.has(scan))).toEqual([]);
});
