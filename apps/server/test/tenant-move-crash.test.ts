import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { startNode } from '@kangmai/testkit/node-process';
import { isFullRun } from '@kangmai/testkit/random-cases';
import { queryAt } from '@kangmai/testkit/rows';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let cluster: Cluster;
let host: Client;
let admin: Client;
let url: string;
let tenantId: number;

beforeAll(async () => {
  [app, cluster] = await Promise.all([startApp(), startCluster()]);
  [host, admin, url] = await Promise.all([app.as('admin'), app.as('admin', 'Beta'), cluster.database()]);
  tenantId = app.tenants.Beta;
  // The test plays the other node that looks for open moves, so that it never overtakes the node that must die.
  await clock().stop();
});
const clock = (): { readonly stop: () => Promise<void>; readonly tick: () => Promise<void> } => {
  const [found] = app.server.modules.find(({ name }) => name === 'tenants')?.clocks ?? [];
  if (!found) throw new Error('nobody looks for moves');
  return found;
};

afterAll(async () => {
  await app.close();
  await cluster.stop();
});

interface MoveAnswer {
  readonly id: number;
  readonly state: string;
  readonly failure: string | null;
}

/** Steps before, at and after the switch; all of them with FULL=1. */
const steps = isFullRun
  ? [
      'copying',
      'copying half',
      'catching-up',
      'comparing',
      'freezing',
      'frozen',
      'switching',
      'switched',
      'clearing',
      'done',
    ]
  : ['copying half', 'frozen', 'switched'];
const present = (at: string): Promise<readonly { name: string }[]> =>
  queryAt(at, 'select name from client where tenant_id = $1 order by name', [tenantId]);
const places = [() => app.urls.migrator, () => url];
let at = 0;
let people = 0;

async function addPerson(client: Client): Promise<string> {
  people += 1;
  const name = `人${String(people).padStart(3, '0')}`;
  const answer = await client.post('C_client/CreateOrEditFromCustom', {
    name,
    phone: `1330000${String(people).padStart(4, '0')}`,
  });
  expect(answer.status, answer.text).toBe(200);
  return name;
}

const names: string[] = [];

async function askForMove(client: Client): Promise<void> {
  const { result } = await host.get<object>('Tenant/GetTenantForEdit', { Id: tenantId });
  const answer = await client.put('Tenant/UpdateTenant', { ...result, connectionString: at === 0 ? url : null });
  expect(answer.status, answer.text).toBe(200);
}

const lastMove = async (): Promise<MoveAnswer | null> =>
  (await host.get<MoveAnswer | null>('Tenant/GetMove', { Id: tenantId })).result;

/** The tenant lives at one place, whole, and at no other. */
async function expectWhole(): Promise<void> {
  expect((await present(places[at]?.() ?? '')).map(({ name }) => name)).toEqual(names);
  expect(await present(places[1 - at]?.() ?? '')).toEqual([]);
  expect(
    await queryAt(
      app.urls.migrator,
      "select tgname from pg_trigger where tgname like 'tenant\\_%' union all select table_name from tenant_change",
    ),
  ).toEqual([]);
  expect((await admin.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount).toBe(names.length);
}

test.each(steps)('a node killed at «%s»: another one goes on, and nothing is lost or doubled', async (stopAt) => {
  const node = await startNode(app, { stopAt });
  names.push(await addPerson(admin));
  await askForMove(await app.at(node.url, 'admin'));
  expect(await node.ended).toBe('SIGKILL');
  names.push(await addPerson(admin));
  await clock().tick();
  expect((await lastMove())?.state).toBe('done');
  at = 1 - at;
  names.push(await addPerson(admin));
  await expectWhole();
});

test('a target that dies on the way: the move is undone, the tenant works on where it was', async () => {
  if (at === 1) {
    await askForMove(host);
    await clock().tick();
    expect((await lastMove())?.state).toBe('done');
    at = 0;
  }
  const other = await startCluster();
  const [former, target] = [url, await other.database()];
  url = target;
  await askForMove(host);
  await other.stop();
  url = former;
  await clock().tick();
  expect(await lastMove()).toMatchObject({ state: 'undone', failure: expect.stringMatching(/^tenant/) });
  names.push(await addPerson(admin));
  await expectWhole();
});

test('a node that is held still while the tenant moves writes nothing where the tenant was', async () => {
  const node = await startNode(app);
  const there = await app.at(node.url, 'admin', 'Beta');
  names.push(await addPerson(there));
  const lock = new Pg({ connectionString: app.urls.migrator });
  lock.on('error', () => undefined);
  await lock.connect();
  await lock.query('begin');
  await lock.query('select 1 from serial_number where tenant_id = $1 for update', [tenantId]);
  const late = there
    .post('C_client/CreateOrEditFromCustom', { name: '迟到的写', phone: '13311112222' })
    .catch(() => undefined);
  await expect
    .poll(
      async () =>
        (
          await queryAt(
            app.urls.migrator,
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
        ).length,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  node.signal('SIGSTOP');
  await askForMove(host);
  const goingOn = clock().tick();
  await expect.poll(async () => (await lastMove())?.state, { timeout: 40_000, interval: 50 }).toBe('switched');
  at = 1;
  await lock.query('commit');
  await lock.end();
  await goingOn;
  expect((await lastMove())?.state).toBe('done');
  node.signal('SIGCONT');
  expect((await late)?.status).not.toBe(200);
  await expectWhole();
  expect((await there.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount).toBe(names.length);
  await node.stop();
});
