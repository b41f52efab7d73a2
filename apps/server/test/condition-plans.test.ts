import { model } from '@kangmai/model';
import { anyOfField, type AnyResource } from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories } from '@kangmai/server/engine/crud/call-ctx';
import { countStatement, pageStatement, type Built } from '@kangmai/server/engine/crud/list';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { many, plantMany } from './condition-rows.ts';
import { systemCaller } from '../src/access/caller.ts';
import type { CallCtx } from '../src/engine/crud/call-ctx.ts';
import { listForm as rolesForm, listRoles } from '../src/modules/roles/list-roles.ts';
import { listForm, listUsers } from '../src/modules/users/list-users.ts';

let app: TestApp;
let userId = 0;

beforeAll(async () => {
  app = await startApp();
  const [nurse] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'nurse'",
  );
  userId = nurse?.id ?? 0;
  await plantMany(app, userId);
});
afterAll(() => app.close());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];

const big = new Set([
  'client',
  'device',
  'device_binding',
  'abnormal_case',
  'client_consent',
  'bed',
  'bed_stay',
  'institution',
  'provider',
  'staff_application',
  'staff_member',
  'staff_paper',
  'staff_profile',
  'contract',
  'doctor_agreement',
  'common_dictionary',
  'contract_payment',
  'app_user',
  'user_role',
  'user_permission',
  'role_permission',
]);

const readBy = (node: PlanNode): number =>
  node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));

/** The big tables of which a statement reads more than a part. */
async function wholeTables(ctx: Pick<CallCtx, 'tx'>, { sql, values }: Built): Promise<readonly string[]> {
  const [row] = await ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${sql}`,
    values,
  );
  return nodesOf(row?.['QUERY PLAN'][0].Plan)
    .filter((node) => big.has(node['Relation Name'] ?? ''))
    .filter((node) => node['Node Type'] === 'Seq Scan' || readBy(node) > many / 4)
    .map((node) => `${node['Node Type']} of ${readBy(node)} ${node['Relation Name']} in ${sql}`);
}

const asking = <T>(work: (ctx: CallCtx) => Promise<T>): Promise<T> =>
  inTenant(
    app.server.surroundings,
    { caller: { ...systemCaller(app.tenants.Alpha, 'Asia/Shanghai'), userId } },
    (ctx) => work(withRepositories(ctx, app.server.app.planOf)),
  );

/** A sign of life rewrites whether a device is online, and papers are compared with positions: no index holds that. */
const uncounted = new Set(['deviceOffline', 'lacksPapers']);

/** In place of an order that no index holds for the same reason. */
const orders: Readonly<Record<string, readonly string[]>> = { device: ['imei'] };

const asked = model.resources.flatMap((resource: AnyResource) =>
  Object.entries(resource.conditions).flatMap(([name, { kind }]) =>
    (kind === 'bool' ? [true, false] : [1_000_001]).map((value) => ({
      title: `${resource.name}.${name}=${value}`,
      resource,
      name,
      value,
    })),
  ),
);

test.each(asked)('$title is answered by indexes', async ({ resource, name, value }) => {
  const condition: Condition = { field: name, operator: 'eq', value };
  const conditions = [condition];
  const sort = (orders[resource.name] ?? resource.list.sort).map((word) => ({
    field: word.replace(/^-/, ''),
    descending: word.startsWith('-'),
  }));
  const whole = await asking(async (ctx) => {
    const plan = app.server.app.planOf(resource);
    const page = await wholeTables(ctx, pageStatement(plan, ctx, { conditions, sort, skip: 0, take: 10 }));
    // All but a few rows meet the opposite: counting those reads them.
    const count =
      value !== false && !uncounted.has(name) ? await wholeTables(ctx, countStatement(plan, ctx, { conditions })) : [];
    return [...page, ...count];
  });
  expect(whole).toEqual([]);
});

test('filters joined by "or" are answered by an index each', async () => {
  const groups: readonly (readonly Condition[])[] = [
    [{ field: 'healthManager', operator: 'eq', value: userId }],
    [{ field: 'doctor', operator: 'eq', value: userId }],
  ];
  const conditions: readonly Condition[] = [{ field: anyOfField, operator: 'in', value: groups }];
  const whole = await asking(async (ctx) => {
    const { sql, values } = countStatement(app.server.app.planOf(model.byName('client')), ctx, { conditions });
    const [counted] = await ctx.tx.query<{ total: number }>(sql, values);
    expect(counted?.total).toBe(many / 100);
    return wholeTables(ctx, { sql, values });
  });
  expect(whole).toEqual([]);
});

test('every list with conditions is made big enough', () => {
  expect(asked.map(({ resource }) => resource.table).filter((table) => !big.has(table))).toEqual([]);
});

/** Collects the statements of a call instead of their rows. */
const explained = (ctx: CallCtx, found: string[]): CallCtx => ({
  ...ctx,
  tx: Object.assign(Object.create(ctx.tx) as CallCtx['tx'], {
    query: async (sql: string, values: readonly unknown[] = []) => {
      found.push(...(await wholeTables(ctx, { sql, values })));
      return ctx.tx.query(sql, values);
    },
  }),
});

test.each([
  ['Permissions', { permissions: ['Pages.Plan1'] }],
  ['Role', { role: 1_000_008 }],
  ['OnlyLockedUsers', { onlyLockedUsers: true }],
])('users by %s are found by indexes', async (_name, given) => {
  const found: string[] = [];
  const { totalCount } = (await asking((ctx) => listUsers(explained(ctx, found), listForm.parse(given)))) as {
    readonly totalCount: number;
  };
  expect(found).toEqual([]);
  expect(totalCount).toBeGreaterThan(0);
  expect(totalCount).toBeLessThan(many / 10);
});

test('roles by a permission are found by indexes', async () => {
  const found: string[] = [];
  const { items } = await asking((ctx) =>
    listRoles(explained(ctx, found), rolesForm.parse({ permissions: ['Pages.Plan1'] })),
  );
  expect(found.filter((line) => line.includes('role_permission'))).toEqual([]);
  expect(items.length).toBe(4);
});
