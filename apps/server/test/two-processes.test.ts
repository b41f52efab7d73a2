import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { startNode, type NodeProcess } from '@kangmai/testkit/node-process';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queues } from '../src/modules/queues.ts';

/** What a change may take to be known at the other node. */
const coherent = { timeout: 2_500, interval: 100 };

let app: TestApp;
let one: NodeProcess;
let two: NodeProcess;
let here: Client;
let there: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp();
  await prepareJobs(app.urls.migrator, queues);
  one = await startNode(app, { jobs: true });
  two = await startNode(app, { jobs: true });
  [here, there] = await Promise.all([app.at(one.url, 'admin', 'Alpha'), app.at(two.url, 'admin', 'Alpha')]);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await Promise.all([one.stop(), two.stop()]);
  await app.close();
});

let people = 0;

async function addPerson(): Promise<number> {
  people += 1;
  const answer = await here.post<number>('C_client/CreateOrEditFromCustom', {
    name: `客户${people}`,
    phone: `1350000${String(people).padStart(4, '0')}`,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
}

interface News {
  readonly userid: number;
}

async function screen(url: string): Promise<readonly News[]> {
  const { client } = await import('@kangmai/testkit/client');
  const { result } = await client(url, { 'abp.tenantid': String(app.tenants.Alpha) }).post<{
    encryptedAccessToken: string;
  }>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'doctor', password });
  const socket = io(url, {
    query: { ['enc_auth_token']: result.encryptedAccessToken },
    transports: ['websocket'],
    forceNew: true,
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  const heard: News[] = [];
  socket.on('newabnormal', (news: News) => heard.push(news));
  return heard;
}

test('an alarm posted at one process is on a screen at the other, once', async () => {
  await app.query('Alpha', "update app_role set data_scope = 'all' where tenant_id = $1");
  const heard = await screen(two.url);
  // Nodes tell each other what happens once each has seen a sign of life of the other.
  const first = await addPerson();
  await expect
    .poll(
      async () => {
        await here.post('Watch_bps/CreateOrEdit', {
          userId: first,
          high: 192,
          low: 118,
          measure_time: new Date().toISOString(),
        });
        return heard.length;
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  const second = await addPerson();
  await here.post('Watch_bps/CreateOrEdit', {
    userId: second,
    high: 192,
    low: 118,
    measure_time: new Date().toISOString(),
  });
  await expect.poll(() => heard.some(({ userid }) => userid === second), { timeout: 3_000, interval: 20 }).toBe(true);
  expect(heard.filter(({ userid }) => userid === second)).toHaveLength(1);
});

test('a right taken at one node is gone at the other within two seconds, and back', async () => {
  const doctor = await app.at(two.url, 'doctor', 'Alpha');
  const status = async (): Promise<number> => (await doctor.get('C_client/GetPagedAll')).status;
  expect(await status()).toBe(200);
  const kept = await app.query<{ role: number; permission: string }>(
    'Alpha',
    "delete from role_permission where tenant_id = $1 and permission like '%' and role_id = (select id from app_role where tenant_id = $1 and name_key = 'doctor') returning role_id as role, permission",
  );
  await expect.poll(status, coherent).toBe(403);
  await app.query(
    'Alpha',
    'insert into role_permission (tenant_id, role_id, permission) select $1, r, p from unnest($2::bigint[], $3::text[]) as u(r, p)',
    [kept.map(({ role }) => role), kept.map(({ permission }) => permission)],
  );
  await expect.poll(status, coherent).toBe(200);
});

test('a session ended at one node is dead at the other within two seconds', async () => {
  const { client } = await import('@kangmai/testkit/client');
  const { result } = await client(one.url, { 'abp.tenantid': String(app.tenants.Alpha) }).post<{ accessToken: string }>(
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: 'nurse', password },
  );
  const bearer = { authorization: `Bearer ${result.accessToken}` };
  expect((await client(two.url, bearer).get('C_client/GetPagedAll')).status).toBe(200);
  expect((await client(one.url, bearer).get('/api/TokenAuth/LogOut')).status).toBe(200);
  await expect.poll(async () => (await client(two.url, bearer).get('C_client/GetPagedAll')).status, coherent).toBe(401);
});

test('a setting changed at one node counts at the other within two seconds', async () => {
  const length = async (): Promise<unknown> =>
    (await there.get<{ setting: { requiredLength: number } }>('Profile/GetPasswordComplexitySetting')).result.setting
      .requiredLength;
  const before = Number(await length());
  await app.query(
    'Alpha',
    "insert into setting (tenant_id, name, value) values ($1, 'Abp.Zero.UserManagement.PasswordComplexity.RequiredLength', $2)",
    [String(before + 5)],
  );
  await expect.poll(length, coherent).toBe(before + 5);
});

test('the rules as one node has them judge at the other within two seconds', async () => {
  const person = await addPerson();
  let at = 0;
  const level = async (): Promise<number> => {
    at += 1;
    const answer = await there.post<{ abnormalLevel: number }>('Watch_bps/CreateOrEdit', {
      userId: person,
      high: 146,
      low: 84,
      measure_time: new Date(Date.now() - at * 90_000).toISOString(),
    });
    return answer.result.abnormalLevel;
  };
  const before = await level();
  expect(before).toBeGreaterThan(0);
  const rules = await app.query<{ id: number }>(
    'Alpha',
    "update abnormal_rule set is_valid = false, row_version = row_version + 1, updated_at = now() where tenant_id = $1 and is_valid and code like 'BP-H1-%' returning id",
  );
  expect(rules.length).toBeGreaterThan(0);
  await expect.poll(level, coherent).not.toBe(before);
  await app.query(
    'Alpha',
    'update abnormal_rule set is_valid = true, row_version = row_version + 1, updated_at = now() where tenant_id = $1 and id = any($2::bigint[])',
    [rules.map(({ id }) => id)],
  );
  await expect.poll(level, coherent).toBe(before);
});

test('work of the queues is done once, whichever node takes it', async () => {
  const { startJobs } = await import('../src/platform/jobs.ts');
  await app.query(
    'Alpha',
    "insert into request_key (tenant_id, key, request_digest, created_at) values ($1, 'old', 'x', now() - interval '9 days')",
  );
  const sender = await startJobs({
    platformUrl: app.urls.platform,
    database: app.server.services.database,
    jobs: app.server.modules
      .flatMap((module) => module.jobs ?? [])
      .map((job) => ({ ...job, run: () => new Promise(() => undefined), pollSeconds: 3_600 })),
    report: () => undefined,
  });
  for (let turn = 0; turn < 6; turn += 1) await sender.send('pruning', { tenantId: 0, userId: null });
  await expect
    .poll(
      async () => (await app.query('Alpha', "select 1 from request_key where tenant_id = $1 and key = 'old'")).length,
      {
        timeout: 60_000,
      },
    )
    .toBe(0);
  const done = (): Promise<readonly { tries: number; n: number }[]> =>
    app.server.services.database.platform((tx) =>
      tx.query(
        "select retry_count as tries, count(*)::integer as n from pgboss.job where name = 'pruning' and state = 'completed' group by 1",
      ),
    );
  await expect.poll(done, { timeout: 60_000 }).toEqual([{ tries: 0, n: 6 }]);
  await sender.stop();
});

test('what a killed node was following, the other one goes on with', async () => {
  const persons = await Promise.all([addPerson(), addPerson(), addPerson()]);
  const sent = persons.map((userId) =>
    here.post<number>('Watch_bps/CreateOrEdit', {
      userId,
      high: 195,
      low: 121,
      measure_time: new Date().toISOString(),
    }),
  );
  const answers = await Promise.all(sent);
  one.signal('SIGKILL');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const cases = async (): Promise<number> =>
    (
      await app.query<{ n: number }>(
        'Alpha',
        'select count(*)::integer as n from abnormal_case where tenant_id = $1 and client_id = any($2::bigint[])',
        [persons],
      )
    ).at(0)?.n ?? 0;
  await expect.poll(cases, { timeout: 60_000 }).toBe(3);
  await expect
    .poll(
      async () =>
        (
          await app.query(
            'Alpha',
            'select 1 from outbox where tenant_id = $1 and available_at <= now() and failed_at is null',
          )
        ).length,
      { timeout: 60_000 },
    )
    .toBe(0);
  expect(await cases()).toBe(3);
});
