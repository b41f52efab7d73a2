import { platformRules } from '@kangmai/domain';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { startNode, type NodeProcess } from '@kangmai/testkit/node-process';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Composition } from '../src/compose.ts';
import { taskQueues } from '../src/engine/list-tasks/list-work.ts';
import { queues } from '../src/modules/queues.ts';
import type { JobPayload } from '../src/platform/jobs.ts';
import { asSystem } from './made-people.ts';

/** Persons with so many readings that each is a step of a bench. */
const people = 24;
const rule = {
  ...platformRules.find(({ code }) => code === 'BP-H2'),
  code: 'T-ALL',
  confirmCount: 1,
  condition: { terms: [{ metric: 'high', op: '>=', value: 150 }] },
};
const asked = { rule, days: 90 };
/** Every third person had two episodes, far from each other. */
const whole = [
  { label: '现行规则的异常', value: (people / 3) * 2 },
  { label: '拟用规则的异常', value: (people / 3) * 2 },
  { label: '已测算人数', value: people },
];

interface Task {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly state: string;
  readonly doneRows: number;
  readonly totalRows: number;
  readonly figures: typeof whole;
}

let app: TestApp;
let admin: Client;
let holder: pg.Client;
let node: NodeProcess | undefined;

beforeAll(async () => {
  app = await startApp();
  await prepareJobs(app.urls.migrator, queues);
  admin = await app.as('admin', 'Alpha');
  holder = new pg.Client({ connectionString: app.urls.migrator });
  await holder.connect();
  await app.query(
    'Alpha',
    `with people as (insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed) select $1, '试算' || n, '01', '1', '1961-11-21', '110101', ''::bytea from generate_series(1, $2::int) n returning id),
       days as (insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
         select $1, id, 'bp', 'high', current_date - 1, 100000, 0, 120, 14400, 120, 120 from people),
       numbered as (select id, row_number() over (order by id) as n from people)
     insert into blood_pressure_reading (tenant_id, client_id, measured_at, high, low, origin)
     select $1, p.id, now() - make_interval(days => d), case when p.n % 3 = 0 and d in (2, 20) then 152 else 118 end, 70, 1 from numbered p, generate_series(1, 25) d returning id`,
    [people],
  );
});
afterEach(async () => {
  await holder.query('rollback');
  await app.query('Alpha', 'delete from list_task where tenant_id = $1 returning id');
});
afterAll(async () => {
  await holder.end();
  await node?.stop();
  await app.close();
});

const begin = (client = admin, body: object = asked) =>
  client.post<{ taskId: number; steps: number }>('AbnormalRules/Bench', body);
const taskOf = async (id: number, client = admin): Promise<Task> =>
  (await client.get<Task>('ListTasks/Get', { id })).result;
const reached = (id: number, state: string): Promise<unknown> =>
  expect.poll(async () => (await taskOf(id)).state, { timeout: 30_000, interval: 50 }).toBe(state);

/** Keeps every step from reading until the transaction ends; those before it are recorded. */
async function holdSteps(): Promise<void> {
  await holder.query('begin');
  await holder.query('lock table blood_pressure_reading in access exclusive mode');
}

async function runJob(server: Composition, queue: string, payload: JobPayload): Promise<void> {
  const job = server.modules.flatMap((module) => module.jobs ?? []).find((one) => one.queue === queue);
  await job?.run({
    payload,
    inTenant: (work) => server.services.database.withTenant(payload.tenantId, work),
    send: (next, content) => runJob(server, next, content),
  });
}

test('a work checks its input, says its progress in words, and adds what its steps found', async () => {
  const { result, text, status } = await begin();
  expect([status, result?.steps], text).toEqual([200, people]);
  await reached(result.taskId, 'done');
  expect(await taskOf(result.taskId)).toMatchObject({
    kind: 'work',
    title: '规则测算',
    doneRows: people,
    totalRows: people,
    figures: whole,
  });
  const once = await admin.post<{ episodes: number; people: number; checkedPeople: number }>('AbnormalRules/Test', {
    rule,
    days: 30,
  });
  expect(once.result).toMatchObject({ episodes: whole[1]?.value, people: people / 3, checkedPeople: people });
  for (const [body, member] of [
    [{ rule, days: 91 }, 'days'],
    [{ days: 3 }, 'rule'],
    [{ rule: { ...rule, kind: 'nothing' } }, 'rule'],
  ] as const) {
    const refused = await begin(admin, body);
    expect([refused.status, refused.error?.validationErrors?.[0]?.members]).toEqual([400, [member]]);
  }
});

test('a work is of its user alone and asks for its permission', async () => {
  const { result } = await begin();
  for (const stranger of [await app.as('doctor', 'Alpha'), await app.as('admin', 'Beta'), await app.as('admin')]) {
    expect((await stranger.get('ListTasks/Get', { id: result.taskId })).status).toBe(404);
    expect((await stranger.post('ListTasks/Cancel', { id: result.taskId })).status).toBe(404);
  }
  await app.query(
    'Alpha',
    "delete from role_permission where tenant_id = $1 and permission like 'Pages.RemoteMonitoring.AbnormalRules%' and role_id in (select id from app_role where tenant_id = $1 and name = 'Nurse') returning permission",
  );
  const nurse = await app.at(app.url, 'nurse', 'Alpha');
  expect((await begin(nurse)).status).toBe(403);
  await reached(result.taskId, 'done');
});

test('the same work is begun once, a repeated request gets its answer, and a cancelled one writes nothing more', async () => {
  await holdSteps();
  const keyed = admin.with({ 'idempotency-key': 'dry-run' });
  const [first, again] = [await begin(keyed), await begin(keyed)];
  expect([first.status, again.result]).toEqual([200, first.result]);
  const twin = await begin();
  expect([twin.status, twin.error?.message]).toEqual([409, '同样的任务正在进行，请等它完成']);
  const other = await begin(admin, { rule, days: 89 });
  expect(other.status).toBe(200);
  const both = await Promise.all([begin(admin, { rule, days: 88 }), begin(admin, { rule, days: 88 })]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const { taskId } = first.result;
  expect((await admin.post('ListTasks/Cancel', { id: taskId })).status).toBe(200);
  const { doneRows } = await taskOf(taskId);
  await holder.query('rollback');
  await reached(other.result.taskId, 'done');
  expect(await taskOf(taskId)).toMatchObject({ state: 'cancelled', doneRows });
  const counted = await app.query<{ checked: number }>(
    'Alpha',
    'select b.checked from rule_bench b where b.tenant_id = $1 order by b.id',
  );
  expect(counted.filter(({ checked }) => checked === doneRows)).toHaveLength(1);
  expect((await admin.post('ListTasks/Cancel', { id: taskId })).error?.message).toBe('任务已结束');
});

test('a work whose process is killed between steps goes on at one of two nodes, every step done once', async () => {
  node = await startNode(app, { jobs: true });
  const { result } = await begin(await app.at(node.url, 'admin', 'Alpha'));
  await expect
    .poll(async () => (await taskOf(result.taskId)).doneRows, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(0);
  await holdSteps();
  node.signal('SIGKILL');
  await node.ended;
  const halfway = await taskOf(result.taskId);
  expect(halfway.state).toBe('running');
  expect(halfway.doneRows).toBeLessThan(people);
  await holder.query('rollback');
  await app.query(
    'Alpha',
    "update list_task set beat_at = now() - interval '5 minutes' where tenant_id = $1 returning id",
  );
  const second = await app.secondNode();
  await Promise.all(
    [app.server, second.server].map((server) => runJob(server, taskQueues.resume, { tenantId: 0, userId: null })),
  );
  await reached(result.taskId, 'done');
  expect(await taskOf(result.taskId)).toMatchObject({ doneRows: people, figures: whole });
  await second.close();
});

test('who may not do it any more does not go on', async () => {
  await holdSteps();
  const { result } = await begin(await app.as('doctor', 'Alpha'));
  expect(result?.taskId).toBeGreaterThan(0);
  await asSystem(app, 'Alpha', (ctx) =>
    ctx.tx.execute("update app_user set is_active = false where tenant_id = $1 and user_name = 'doctor'", [
      ctx.tenantId,
    ]),
  );
  await app.query(
    'Alpha',
    "update list_task set state = 'waiting', beat_at = now() - interval '5 minutes' where tenant_id = $1 returning id",
  );
  await runJob(app.server, taskQueues.resume, { tenantId: 0, userId: null });
  await holder.query('rollback');
  await expect
    .poll(
      async () =>
        (await app.query<{ failure: string }>('Alpha', 'select failure from list_task where tenant_id = $1'))[0]
          ?.failure,
      { timeout: 20_000 },
    )
    .toBe('task.user-gone');
});
