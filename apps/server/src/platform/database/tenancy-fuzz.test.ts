import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls, poolSize: 4, mostWaiting: 10_000 });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

interface Row {
  tenant_id: number;
  value: string;
}

/** Small reproducible generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed))) >>> 0) / 4_294_967_296;
  };
}

test('200 tenants on four connections, with random aborts, never meet', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_121);
  const random = randomOf(seed);
  const tenants = Array.from({ length: 200 }, (_, index) => index + 1);
  const write = (tenantId: number) => ({
    sql: 'insert into setting (tenant_id, name, value) values ($1, gen_random_uuid()::text, $2)',
    values: [tenantId, String(tenantId)],
  });
  // No condition on the tenant: row-level security alone must separate them.
  const readAll = 'select tenant_id, value from setting limit 50';
  const foreign: Row[] = [];
  let queries = 0;

  const story = async (tenantId: number): Promise<void> => {
    const kind = random();
    const rows = await database
      .withTenant(tenantId, async (tx) => {
        const { sql, values } = write(tenantId);
        const answers = await Promise.all([tx.execute(sql, values), tx.query<Row>(readAll)]);
        if (kind < 0.1) throw new Error('abort');
        if (kind < 0.2) await tx.query('select 1 / 0');
        if (kind < 0.25) void tx.query('select * from no_such_table');
        return answers[1];
      })
      .catch(() => [] as Row[]);
    const [, after] = await database.withTenantPipelined(tenantId, [write(tenantId), { sql: readAll }]);
    queries += 4;
    foreign.push(
      ...[...rows, ...((after ?? []) as unknown as Row[])].filter(
        (row) => row.tenant_id !== tenantId || row.value !== String(tenantId),
      ),
    );
  };

  for (let round = 0; round < 12; round += 1) await Promise.all(tenants.map((tenantId) => story(tenantId)));
  expect(queries).toBeGreaterThan(9_000);
  expect(foreign, `seed ${seed}`).toEqual([]);
});
