import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Tx } from './database.ts';
import { openDatabase } from './open.ts';

let clone: TestDatabase;
let database: Database;
const reported: unknown[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls, poolSize: 4, mostWaiting: 20, report: (error) => reported.push(error) });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

const addSetting = (tx: Tx, name: string) =>
  tx.execute('insert into setting (tenant_id, name, value) values ($1, $2, $2)', [tx.tenantId, name]);

describe('a transaction that only reads', () => {
  test('gives its rows without waiting for the commit, and writes nothing', async () => {
    const reading = { isReading: true } as const;
    const count = (tx: Tx) => tx.one<{ count: number }>('select count(*)::integer as count from setting');
    for (let nth = 0; nth < 20; nth += 1) expect(await database.withTenant(91, count, reading)).toEqual({ count: 0 });
    await expect(database.withTenant(91, (tx) => addSetting(tx, 'a'), reading)).rejects.toThrow('read-only');
    expect(await database.withTenant(91, count)).toEqual({ count: 0 });
    expect(await database.withTenant(91, (tx) => addSetting(tx, 'a'))).toBe(1);
    expect(await database.withTenant(92, count, reading)).toEqual({ count: 0 });
    expect(reported).toEqual([]);
  });

  test('holds nothing open between its statements', async () => {
    const watcher = new Client({ connectionString: clone.urls.migrator });
    await watcher.connect();
    const stateOf = async (pid: number | undefined): Promise<unknown> => {
      const found = await watcher.query('select state, backend_xmin from pg_stat_activity where pid = $1', [pid]);
      return found.rows[0];
    };
    const count = (tx: Tx) =>
      tx.one<{ count: number; pid: number }>('select count(*)::integer, pg_backend_pid() as pid from setting');
    const found = await database.withTenant(
      95,
      async (tx) => {
        const before = await count(tx);
        await expect.poll(() => stateOf(before?.pid)).toEqual({ state: 'idle', backend_xmin: null });
        await database.withTenant(95, (other) => addSetting(other, 'a'), { lane: 'alarm' });
        await database.withTenant(96, (other) => addSetting(other, 'b'), { lane: 'alarm' });
        return [before?.count, (await count(tx))?.count];
      },
      { isReading: true },
    );
    await watcher.end();
    expect(found).toEqual([0, 1]);
  });

  test('can read with a cursor, in the same moment', async () => {
    for (const name of ['a', 'b', 'c']) await database.withTenant(97, (tx) => addSetting(tx, name));
    const found: string[] = [];
    await database.withTenant(
      97,
      async (tx) => {
        await tx.query('select 1');
        for await (const rows of tx.pages<{ name: string }>('select name from setting order by name', [], 1)) {
          found.push(...rows.map(({ name }) => name));
          await database.withTenant(97, (other) => addSetting(other, `later ${found.length}`), { lane: 'alarm' });
        }
      },
      { isReading: true },
    );
    expect(found).toEqual(['a', 'b', 'c']);
  });

  test('refuses what was to be written with its commit', async () => {
    const work = database.withTenant(
      98,
      async (tx) =>
        tx.withCommit(() => [{ sql: "insert into setting (tenant_id, name) values (98, 'a')", values: [] }]),
      { isReading: true },
    );
    await expect(work).rejects.toThrow('has statements to write');
    expect(await database.withTenant(98, (tx) => tx.query('select 1 as one'), { isReading: true })).toEqual([
      { one: 1 },
    ]);
  });
});
