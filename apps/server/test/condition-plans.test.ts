import { model } from '@kangmai/model';
import { anyOfField, type AnyResource } from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories } from '@kangmai/server/engine/crud/call-ctx';
import { countStatement, pageStatement, type Built } from '@kangmai/server/engine/crud/list';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '../src/access/caller.ts';
import type { CallCtx } from '../src/engine/crud/call-ctx.ts';
import { listForm as rolesForm, listRoles } from '../src/modules/roles/list-roles.ts';
import { listForm, listUsers } from '../src/modules/users/list-users.ts';

const many = 10_000;
const atOnce = 2500;
/** One row in a hundred meets a condition. */
const few = 'n % 100 = 0';

let app: TestApp;
let userId = 0;

/** Columns of a table that a copy of a row takes over. */
async function copiedColumns(table: string, own: readonly string[]): Promise<readonly string[]> {
  const rows = await app.query<{ name: string }>(
    'Alpha',
    `select attname as name from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped and attgenerated = '' and not attname = any($3) and $1 > 0 order by attnum`,
    [table, ['id', ...own]],
  );
  return rows.map(({ name }) => name);
}

/** Runs an insert for a few thousand `n` at a time: `series` in it stands for them. */
async function fill(sql: string, ...values: unknown[]): Promise<void> {
  for (let from = 0; from < many; from += atOnce) {
    const series = `generate_series(${from + 1}, ${from + atOnce}) n`;
    await app.query('Alpha', `${sql.replace('series', series)} returning tenant_id`, values);
  }
}

/** Copies a planted row many times; `own` says what differs from copy to copy `n`. */
async function copies(table: string, from: number, own: Readonly<Record<string, string>> = {}): Promise<void> {
  const taken = await copiedColumns(table, Object.keys(own));
  const names = ['id', ...Object.keys(own), ...taken].map((name) => `"${name}"`).join(', ');
  const values = ['1000000 + n', ...Object.values(own), ...taken.map((name) => `s."${name}"`)].join(', ');
  await fill(
    `insert into "${table}" (${names}) select ${values} from "${table}" s, series where s.tenant_id = $1 and s.id = $2`,
    from,
  );
}

async function plantLists(): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  const planted = async (name: string): Promise<number> => samples.plant(model.byName(name), `plan ${name}`);
  await copies('client', await planted('client'), {
    archive_no: "'P' || n",
    certificate_no_index: "decode(md5('c' || n), 'hex')",
    health_manager_id: `case when ${few} then ${userId} end`,
    doctor_id: 'null',
    created_at: 'now() - make_interval(mins => n)',
  });
  await copies('device', await planted('device'), {
    imei: "'9' || lpad(n::text, 14, '0')",
    online: `case when ${few} then 0 else 1 end`,
  });
  await copies('device_binding', await planted('deviceBinding'), {
    device_id: '1000000 + n',
    client_id: '1000000 + n',
    relation: '0',
    state: `case when ${few} then 1 else 0 end`,
    unbound_at: `case when ${few} then null else now() end`,
    bound_at: 'now() - make_interval(mins => n)',
  });
  await copies('abnormal_case', await planted('abnormalCase'), {
    client_id: '1000000 + n',
    state: '3',
    latest_at: `case when ${few} then now() else now() - make_interval(days => 3, mins => n) end`,
  });
  await copies('client_consent', await planted('clientConsent'), {
    client_id: '1000000 + n',
    state: "case when n % 10 = 0 then 'withdrawn' else 'valid' end",
    expires_on: `case when ${few} then current_date + 5 else current_date + 400 end`,
    signed_at: 'now() - make_interval(mins => n)',
  });
}

/** Beds with a resident each. */
async function plantBeds(): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  await copies('bed', await samples.plant(model.byName('bed'), 'plan bed'), {
    bed_no: "'P' || n",
    name: "'P' || n",
    state: `case when ${few} then 'free' else 'occupied' end`,
  });
  await copies('bed_stay', await samples.plant(model.byName('bedStay'), 'plan stay'), {
    bed_id: '1000000 + n',
    client_id: '1000000 + n',
    began_at: 'now() - make_interval(mins => n)',
    ended_at: 'null',
  });
}

/** Staff, papers, providers and contracts of which few are near their end. */
async function plantBasicData(): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  const planted = async (name: string): Promise<number> => samples.plant(model.byName(name), `plan ${name}`);
  const soon = `case when ${few} then current_date + 5 else current_date + 400 end`;
  const needing = await samples.plant(model.byName('jobPosition'), 'needing', {
    neededPapers: ['driver', 'electrician'],
  });
  const plain = await samples.plant(model.byName('jobPosition'), 'plain', { neededPapers: null });
  await fill(
    `insert into organization_unit (tenant_id, id, code, display_name) select $1, 1000000 + n, (10000 + n)::text, 'P' || n from series`,
  );
  await copies('institution', await planted('institution'), {
    organization_unit_id: '1000000 + n',
    medical_code: "'M' || n",
    licences_end_on: soon,
  });
  await copies('provider', await planted('provider'), { credit_code: "'C' || n", licences_end_on: soon });
  await copies('staff_member', await planted('staffMember'), {
    job_no: "'P' || lpad(n::text, 6, '0')",
    id_number_index: "decode(md5('s' || n), 'hex')",
    position_id: `case when ${few} then ${needing} else ${plain} end`,
  });
  await copies('staff_paper', await planted('staffPaper'), { holder_id: '1000000 + n', valid_until: soon });
  await copies('contract', await planted('contract'), {
    contract_no: "'P' || n",
    state: "'effective'",
    remind_days: '30',
    ends_on: soon,
    next_payment_on: `case when ${few} then current_date - 5 else current_date + 400 end`,
  });
  const [payment] = await app.query<{ id: number }>(
    'Alpha',
    'select id from contract_payment where tenant_id = $1 order by id desc limit 1',
  );
  await copies('contract_payment', payment?.id ?? 0, {
    contract_id: '1000000 + n',
    due_on: `case when ${few} then current_date - 5 else current_date + 400 end`,
  });
}

/** As after the first minute of a live system: the database knows its tables. */
async function analyze(): Promise<void> {
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

/** Accounts of which few are locked, and roles of which few hold the permission that is asked for. */
async function plantAccounts(): Promise<void> {
  await fill(
    `insert into app_user (tenant_id, id, user_name, name, email_address, lockout_end_at)
     select $1, 1000000 + n, 'plan' || n, '员工' || n, 'plan' || n || '@example.com', case when ${few} then now() + interval '1 day' end from series`,
  );
  await app.query(
    'Alpha',
    `insert into app_role (tenant_id, id, name, display_name) select $1, 1000000 + n, 'plan' || n, '角色' || n from generate_series(1, 400) n returning id`,
  );
  await app.query(
    'Alpha',
    `insert into role_permission (tenant_id, role_id, permission) select $1, 1000000 + n, 'Pages.Plan' || p from generate_series(1, 400) n, generate_series(1, 60) p where p > 1 or n % 100 = 0 returning role_id`,
  );
  await analyze();
  await fill(
    `insert into user_role (tenant_id, user_id, role_id) select $1, 1000000 + n, 1000001 + n % 400 from series`,
  );
  await fill(
    `insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, 1000000 + n, 'Pages.Plan' || (1 + n % 100), n % 2 = 0 from series`,
  );
}

beforeAll(async () => {
  app = await startApp();
  const [nurse] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'nurse'",
  );
  userId = nurse?.id ?? 0;
  await plantLists();
  await plantBeds();
  await plantBasicData();
  await plantAccounts();
  await analyze();
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
  'staff_member',
  'staff_paper',
  'contract',
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
