import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { queryAt } from '@kangmai/testkit/rows';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeLimit } from '../faults/time-limit.ts';

let app: TestApp;
let second: Awaited<ReturnType<TestApp['secondNode']>>;
let cluster: Cluster;
let host: Client;
let admin: Client;
let url: string;

beforeAll(async () => {
  [app, cluster] = await Promise.all([startApp(), startCluster()]);
  second = await app.secondNode();
  [host, admin, url] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha'), cluster.database()]);
});
afterAll(async () => {
  await second.close();
  await app.close();
  await cluster.stop();
});

interface MoveAnswer {
  readonly id: number;
  readonly state: string;
  readonly frozenMs: number | null;
  readonly failure: string | null;
  readonly tablesDone: number;
  readonly tablesTotal: number;
  readonly rowsCopied: number;
  readonly rowsCaughtUp: number;
}

const moveOf = async (id: number): Promise<MoveAnswer | null> =>
  (await host.get<MoveAnswer | null>('Tenant/GetMove', { Id: id })).result;

async function moveTo(id: number, connectionString: string | null): Promise<void> {
  const { result } = await host.get<object>('Tenant/GetTenantForEdit', { Id: id });
  const answer = await host.put('Tenant/UpdateTenant', { ...result, connectionString });
  expect(answer.status, answer.text).toBe(200);
}

interface Written {
  readonly key: string;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

/** A busy machine gets fewer writes, so that a move can catch up with them. */
const mostOpen = 4;

/** Writes to both nodes, at most fifty a second, until told to stop: new persons, changed ones and readings. */
function writers(
  clients: readonly Client[],
  { run, person }: { readonly run: string; readonly person: number },
): { readonly written: Written[]; readonly stop: () => Promise<void> } {
  const written: Written[] = [];
  const firstAt = Math.floor(Date.now() / 1000) * 1000 - (run === '去' ? 0 : 3_600_000 * 5);
  const open = new Set<Promise<void>>();
  let number = 0;
  const write = async (at: number): Promise<void> => {
    const isPerson = at % 5 === 4;
    const measuredAt = new Date(firstAt - at * 1000).toISOString();
    const key = isPerson ? `${run}${String(at).padStart(5, '0')}` : measuredAt;
    const began = performance.now();
    const client = clients[at % clients.length] ?? admin;
    const answer = isPerson
      ? await client.post('C_client/CreateOrEditFromCustom', {
          name: key,
          phone: `13${run === '去' ? 8 : 9}1000${String(at).padStart(4, '0')}`,
        })
      : await client.post('Watch_bps/CreateOrEdit', { userId: person, high: 128, low: 82, measure_time: measuredAt });
    written.push({
      key,
      status: answer.status,
      ms: performance.now() - began,
      retryAfter: answer.headers.get('retry-after'),
    });
  };
  const timer = setInterval(() => {
    if (open.size >= mostOpen) return;
    const one = write((number += 1)).finally(() => open.delete(one));
    open.add(one);
  }, 20);
  return {
    written,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Names of persons and times of readings as a database holds them. */
async function keysAt(at: string, tenantId: number): Promise<readonly string[]> {
  const names = await queryAt<{ name: string }>(at, 'select name from client where tenant_id = $1', [tenantId]);
  const times = await queryAt<{ at: Date }>(
    at,
    'select measured_at as at from blood_pressure_reading where tenant_id = $1',
    [tenantId],
  );
  return [...names.map(({ name }) => name), ...times.map((row) => row.at.toISOString())];
}

async function underWrites(tenantId: number, run: string, to: string | null): Promise<MoveAnswer> {
  const load = writers([admin, await app.at(second.url, 'admin', 'Alpha')], {
    run,
    person: (
      await admin.post<number>('C_client/CreateOrEditFromCustom', {
        name: `被测${run}`,
        phone: run === '去' ? '13700001111' : '13700002222',
      })
    ).result,
  });
  await expect.poll(() => load.written.length, { timeout: 60_000 }).toBeGreaterThan(25);
  await moveTo(tenantId, to);
  await expect
    .poll(async () => (await moveOf(tenantId))?.state, { timeout: 120_000, interval: 250 })
    .toMatch(/done|undone/);
  const count = load.written.length;
  await expect.poll(() => load.written.length, { timeout: 60_000 }).toBeGreaterThan(count + 25);
  await load.stop();
  const refused = load.written.filter(({ status }) => status !== 200);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  expect(Math.max(...load.written.map(({ ms }) => ms))).toBeLessThan(timeLimit(15_000));
  const present = new Set(await keysAt(to ?? app.urls.migrator, tenantId));
  const acknowledged = load.written.filter(({ status }) => status === 200).map(({ key }) => key);
  expect(acknowledged.filter((key) => !present.has(key))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(60);
  const move = await moveOf(tenantId);
  if (!move) throw new Error('no move');
  return move;
}

const checksOf = async (): Promise<{ source: Record<string, string>; target: Record<string, string> }> => {
  const [row] = await queryAt<{ checks: { source: Record<string, string>; target: Record<string, string> } }>(
    app.urls.migrator,
    'select checks from dir_move order by id desc limit 1',
  );
  return row?.checks ?? { source: {}, target: {} };
};

test('a tenant moves to another server and back under fifty writes a second at two nodes', async () => {
  const tenantId = app.tenants.Alpha;
  const there = await underWrites(tenantId, '去', url);
  expect(there).toMatchObject({ state: 'done', failure: null });
  expect(there.frozenMs).toBeLessThan(timeLimit(2000));
  expect(there.tablesDone).toBe(there.tablesTotal);
  const { source, target } = await checksOf();
  expect(Object.keys(source).length).toBeGreaterThan(60);
  expect(target).toEqual(source);
  expect(source['client']).not.toMatch(/^0:/);
  expect(await keysAt(app.urls.migrator, tenantId)).toEqual([]);
  expect(await queryAt(app.urls.migrator, "select tgname from pg_trigger where tgname like 'tenant\\_%'")).toEqual([]);
  const [outside] = await queryAt<{ n: number }>(
    app.urls.migrator,
    'select count(*)::integer as n from app_user where tenant_id = $1',
    [app.tenants.Beta],
  );
  expect(outside?.n).toBe(4);
  const back = await underWrites(tenantId, '回', null);
  expect(back).toMatchObject({ state: 'done', failure: null });
  expect(back.frozenMs).toBeLessThan(timeLimit(2000));
  const again = await checksOf();
  expect(again.target).toEqual(again.source);
  expect(await keysAt(url, tenantId)).toEqual([]);
  expect(
    (await host.get<{ connectionString: string | null }>('Tenant/GetTenantForEdit', { Id: tenantId })).result
      .connectionString,
  ).toBeNull();
});
