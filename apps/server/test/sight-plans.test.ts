import { model } from '@kangmai/model';
import {
  choice,
  date,
  defineModel,
  defineResource,
  defineStates,
  ref,
  text,
  type AnyResource,
} from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { countStatement, pageStatement } from '@kangmai/server/engine/crud/list';
import { planner } from '@kangmai/server/engine/crud/plan';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seesNothing, systemCaller, type Sight } from '../src/access/caller.ts';

const states = defineStates({ open: { label: '进行中', en: 'Open' }, over: { label: '已结束', en: 'Over' } });
const made = {
  scope: 'tenant',
  permission: 'Pages.TestSight',
  list: { columns: ['note'], sort: 'note' },
  display: 'note',
} as const;
const note = text({ label: '备注', en: 'Note', max: 50 });
const person = defineResource({
  ...made,
  name: 'plannedPerson',
  title: '测试人员',
  en: 'Person',
  wire: { service: 'PlannedPerson', entity: 'PlannedPerson', calls: usualCalls('PlannedPerson') },
  fields: {
    note,
    nurse: ref('user', { label: '护士', en: 'Nurse', index: true }),
    unit: ref('organizationUnit', { label: '机构', en: 'Unit', index: true }),
  },
  scopeRule: {
    own: ['nurse'],
    unit: 'unit',
    linked: { by: 'plannedVisit', field: 'person', when: { state: ['open'] } },
  },
});
const visit = defineResource({
  ...made,
  name: 'plannedVisit',
  title: '测试上门',
  en: 'Visit',
  wire: { service: 'PlannedVisit', entity: 'PlannedVisit', calls: usualCalls('PlannedVisit') },
  fields: {
    note,
    worker: ref('user', { label: '人员', en: 'Worker', index: true }),
    person: ref('plannedPerson', { label: '对象', en: 'Person', index: true }),
    state: choice(states, { label: '状态', en: 'State', default: 'open' }),
  },
  scopeRule: { own: ['worker'], through: ['person'] },
});
const order = defineResource({
  ...made,
  name: 'plannedOrder',
  title: '测试订单',
  en: 'Order',
  wire: { service: 'PlannedOrder', entity: 'PlannedOrder', calls: usualCalls('PlannedOrder') },
  fields: {
    note,
    seller: ref('user', { label: '销售', en: 'Seller', index: true }),
    person: ref('plannedPerson', { label: '对象', en: 'Person', index: true }),
    payer: ref('plannedPerson', { label: '付款人', en: 'Payer', index: true }),
  },
  scopeRule: { own: ['seller'], through: ['person', 'payer'] },
});
const orderLine = defineResource({
  ...made,
  name: 'plannedOrderLine',
  title: '测试明细',
  en: 'Line',
  wire: { service: 'PlannedOrderLine', entity: 'PlannedOrderLine', calls: usualCalls('PlannedOrderLine') },
  fields: { note, order: ref('plannedOrder', { label: '订单', en: 'Order', index: true }) },
  scopeRule: { through: 'order' },
});
const patient = defineResource({
  ...made,
  name: 'plannedPatient',
  title: '测试患者',
  en: 'Patient',
  wire: { service: 'PlannedPatient', entity: 'PlannedPatient', calls: usualCalls('PlannedPatient') },
  fields: { note, nurse: ref('user', { label: '护士', en: 'Nurse', index: true }) },
  scopeRule: {
    own: ['nurse'],
    linked: {
      by: 'plannedTurn',
      field: 'patient',
      when: {},
      named: { user: 'worker', from: 'startsOn', to: 'endsOn' },
    },
  },
});
const turn = defineResource({
  ...made,
  name: 'plannedTurn',
  title: '测试轮值',
  en: 'Turn',
  wire: { service: 'PlannedTurn', entity: 'PlannedTurn', calls: usualCalls('PlannedTurn') },
  fields: {
    note,
    worker: ref('user', { label: '人员', en: 'Worker', index: true }),
    patient: ref('plannedPatient', { label: '患者', en: 'Patient', index: true }),
    startsOn: date({ label: '开始', en: 'From' }),
    endsOn: date({ label: '结束', en: 'To' }),
  },
  scopeRule: { through: 'patient' },
});
const resources: readonly AnyResource[] = [person, visit, order, orderLine, patient, turn];
const all = defineModel([...model.resources, ...resources] as never);
const planOf = planner(all);

let app: TestApp;
let userId = 0;

/** 20,000 persons and patients, 50,000 visits, turns, orders and lines. Each of 400 staff has a few hundred of each. */
const fillSql = `
  with staff as (insert into app_user (tenant_id, user_name, name, email_address, password_hash, security_stamp)
    select $1, 'staff' || n, '员工', 'staff' || n || '@example.com', 'x', 'x' from generate_series(1, 400) n returning id)
  select array_agg(id) as ids from staff`;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  for (const resource of resources) await client.query(draftTable(resource, all));
  const [{ ids }] = (await app.query<{ ids: number[] }>('Alpha', fillSql)) as [{ ids: number[] }];
  userId = ids[7] ?? 0;
  const fill = (sql: string, ...values: unknown[]): Promise<unknown> =>
    app.query('Alpha', `${sql} returning id`, values);
  await fill(
    'insert into planned_person (tenant_id, id, nurse_id) select $1, n, ($2::bigint[])[1 + n % 400] from generate_series(1, 20000) n',
    ids,
  );
  const people = '1 + (n::bigint * 7919) % 20000';
  await fill(
    `insert into planned_visit (tenant_id, person_id, worker_id, state) select $1, ${people}, ($2::bigint[])[1 + n % 400], case when n % 9 = 0 then 'open' else 'over' end from generate_series(1, 50000) n`,
    ids,
  );
  await fill(
    `insert into planned_order (tenant_id, id, person_id, payer_id, seller_id) select $1, n, ${people}, ${people}, ($2::bigint[])[1 + n % 400] from generate_series(1, 50000) n`,
    ids,
  );
  await fill('insert into planned_order_line (tenant_id, order_id) select $1, n from generate_series(1, 50000) n');
  await fill(
    'insert into planned_patient (tenant_id, id, nurse_id) select $1, n, ($2::bigint[])[1 + n % 400] from generate_series(1, 20000) n',
    ids,
  );
  await fill(
    `insert into planned_turn (tenant_id, patient_id, worker_id, starts_on, ends_on) select $1, ${people}, ($2::bigint[])[1 + n % 400], current_date - n % 90, current_date + 30 - n % 90 from generate_series(1, 50000) n`,
    ids,
  );
  await client.query(
    'analyze planned_patient, planned_turn, planned_person, planned_visit, planned_order, planned_order_line',
  );
  await client.end();
});
afterAll(() => app.close());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];

const own: Sight = { ...seesNothing, own: true };

test.each(resources.map((resource) => ({ name: resource.name, resource })))(
  'the page, the count and the look-up of $name read no table from end to end for who sees little of it',
  async ({ resource }) => {
    const caller = { ...systemCaller(app.tenants.Alpha, 'Asia/Shanghai'), userId, sight: own };
    const sort = [{ field: 'note', descending: false }];
    const whole = await inTenant(app.server.surroundings, { caller }, async (ctx) => {
      const asking = { ...ctx, model: all };
      const plan = planOf(resource);
      const statements = [
        pageStatement(plan, asking, { conditions: [], sort, skip: 0, take: 10 }),
        countStatement(plan, asking, { conditions: [] }),
        pageStatement(plan, asking, { conditions: [], sort, skip: 0, take: 10, forReference: true }),
      ];
      const found: string[] = [];
      for (const { sql, values } of statements) {
        const [row] = await ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
          `explain (format json) ${sql}`,
          values,
        );
        const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan);
        expect(nodes.some((node) => node['Relation Name'] === resource.table)).toBe(true);
        found.push(
          ...nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => `${node['Relation Name']}: ${sql}`),
        );
      }
      return found;
    });
    expect(whole).toEqual([]);
  },
);
