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
const namesOf = async (tenantId: number): Promise<string[]> => {
  const rows = await database.withTenant(tenantId, (tx) =>
    tx.query<{ name: string }>('select name from setting where tenant_id = $1 order by name', [tenantId]),
  );
  return rows.map(({ name }) => name);
};

async function endBackend(pid: number | undefined): Promise<void> {
  const client = new Client({ connectionString: clone.urls.migrator });
  await client.connect();
  await client.query('select pg_terminate_backend($1, 5000)', [pid]);
  await client.end();
}

describe('a transaction in a tenant', () => {
  test('commits what its work wrote and returns the result', async () => {
    const touched = await database.withTenant(11, (tx) => addSetting(tx, 'a'));
    expect(touched).toBe(1);
    expect(await namesOf(11)).toEqual(['a']);
    expect(await namesOf(12)).toEqual([]);
  });

  test('leaves nothing behind when its work throws', async () => {
    const work = database.withTenant(13, async (tx) => {
      await addSetting(tx, 'a');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await namesOf(13)).toEqual([]);
  });

  test('takes lists as they are', async () => {
    const texts = ['NULL', '', '1,2', '{3}', '"', '12:30', null, 'a\\b'];
    const numbers = [1, -2.5, null, 9_007_199_254_740_991, 1e21];
    const instants = ['2026-11-23T08:00:00.123Z', null];
    const answer = await database.withTenant(14, (tx) =>
      tx.one('select $1::text[] as texts, $2::double precision[] as numbers, to_jsonb($3::timestamptz[]) as instants', [
        texts,
        numbers,
        instants,
      ]),
    );
    expect(answer).toEqual({ texts, numbers, instants: ['2026-11-23T08:00:00.123+00:00', null] });
  });

  test('runs statements that do not wait for each other', async () => {
    const answers = await database.withTenant(14, (tx) =>
      Promise.all([
        addSetting(tx, 'a'),
        addSetting(tx, 'b'),
        tx.one<{ n: number }>('select count(*) as n from setting'),
      ]),
    );
    expect(answers).toEqual([1, 1, { n: 2 }]);
  });

  test('fails as a whole when a statement failed whose error was swallowed', async () => {
    const work = database.withTenant(15, async (tx) => {
      await addSetting(tx, 'a');
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await namesOf(15)).toEqual([]);
  });

  test('refuses statements after its end', async () => {
    let kept: Tx | undefined;
    await database.withTenant(16, async (tx) => {
      kept = tx;
    });
    await expect(kept?.query('select 1')).rejects.toThrow('over');
  });

  test('refuses a second statement behind a semicolon', async () => {
    await expect(database.withTenant(16, (tx) => tx.query("select 1; set app.tenant = '17'"))).rejects.toMatchObject({
      code: '42601',
    });
  });

  test('reports the commit afterwards, and only then', async () => {
    const told: string[] = [];
    await database.withTenant(18, async (tx) => {
      tx.afterCommit(() => told.push('done'));
      tx.afterCommit(() => {
        throw new Error('listener');
      });
      await addSetting(tx, 'a');
      expect(told).toEqual([]);
    });
    await database
      .withTenant(18, async (tx) => {
        tx.afterCommit(() => told.push('never'));
        await tx.query('select 1 / 0');
      })
      .catch(() => undefined);
    expect(told).toEqual(['done']);
    expect(reported).toHaveLength(1);
  });

  test('writes the last statements with its commit, all or none', async () => {
    const setting = (name: string) => ({
      sql: 'insert into setting (tenant_id, name, value) values ($1, $2, $3)',
      values: [19, name, 'x'],
    });
    const withLast = (name: string, last: () => readonly { sql: string; values?: unknown[] }[]) =>
      database.withTenant(19, async (tx) => {
        tx.withCommit(last);
        return addSetting(tx, name);
      });
    await withLast('a', () => [setting('b'), setting('c')]);
    expect(await namesOf(19)).toEqual(['a', 'b', 'c']);
    await expect(withLast('d', () => [setting('e'), { sql: 'select 1 / 0' }])).rejects.toThrow('division by zero');
    const unbuilt = () => {
      throw new Error('not built');
    };
    await expect(withLast('f', unbuilt)).rejects.toThrow('not built');
    expect(await namesOf(19)).toEqual(['a', 'b', 'c']);
  });

  test('reads a large result in pages', async () => {
    const sizes: number[] = [];
    await database.withTenant(19, async (tx) => {
      for await (const rows of tx.pages<{ n: number }>('select n from generate_series(1, $1::int) n', [25], 10))
        sizes.push(rows.length);
    });
    expect(sizes).toEqual([10, 10, 5]);
  });

  test('gives numbers for bigint, text for numeric and dates, Date for instants', async () => {
    const row = await database.withTenant(19, (tx) =>
      tx.one(
        "select 9007199254740991::bigint as big, 1.50::numeric as price, date '2026-02-03' as day, timestamptz '2026-02-03 04:05:06Z' as at, '{\"a\":1}'::jsonb as json",
      ),
    );
    expect(row).toEqual({
      big: 9_007_199_254_740_991,
      price: '1.50',
      day: '2026-02-03',
      at: new Date('2026-02-03T04:05:06Z'),
      json: { a: 1 },
    });
  });

  test('continues after a statement that was prepared before its table changed', async () => {
    const read = () => database.withTenant(0, (tx) => tx.query('select * from unit'));
    for (let n = 0; n < 20; n += 1) await read();
    const admin = new (await import('pg')).Client({ connectionString: clone.urls.migrator });
    await admin.connect();
    await admin.query('alter table unit add column note text');
    await admin.end();
    expect(await read()).toEqual([]);
  });
});

describe('statements in one flush', () => {
  test('return the rows of each', async () => {
    const [first, second] = await database.withTenantPipelined(21, [
      { sql: 'insert into setting (tenant_id, name) values ($1, $2) returning name', values: [21, 'a'] },
      { sql: 'select count(*) as n from setting' },
    ]);
    expect(first).toEqual([{ name: 'a' }]);
    expect(second).toEqual([{ n: 1 }]);
  });

  test('take effect together or not at all', async () => {
    const work = database.withTenantPipelined(22, [
      { sql: 'insert into setting (tenant_id, name) values ($1, $2)', values: [22, 'a'] },
      { sql: 'insert into setting (tenant_id, name) values ($1, $2)', values: [22, 'a'] },
    ]);
    await expect(work).rejects.toMatchObject({ code: '23505', detail: undefined });
    expect(await namesOf(22)).toEqual([]);
  });
});

describe('what the database could not do', () => {
  test('two transactions that lock each other both end well', async () => {
    await database.withTenant(31, (tx) => Promise.all([addSetting(tx, 'a'), addSetting(tx, 'b')]));
    const arrived: (() => void)[] = [];
    const bothHoldOne = new Promise<void>((done) => arrived.push(done));
    let holding = 0;
    const touch = (first: string, second: string) =>
      database.withTenant(31, async (tx) => {
        const change = (name: string) =>
          tx.execute("update setting set value = value || 'x' where tenant_id = 31 and name = $1", [name]);
        await change(first);
        holding += 1;
        if (holding === 2) arrived[0]?.();
        if (holding <= 2) await bothHoldOne;
        await change(second);
      });
    await Promise.all([touch('a', 'b'), touch('b', 'a')]);
    const rows = await database.withTenant(31, (tx) => tx.query('select value from setting order by name'));
    expect(rows).toEqual([{ value: 'axx' }, { value: 'bxx' }]);
  });

  test('a full queue answers that the server is busy, the alarm lane still works', async () => {
    let open: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      open = done;
    });
    const waiting = Array.from({ length: 4 + 20 }, () => database.withTenant(1, () => held));
    await expect(database.withTenant(1, async () => 1)).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'server.busy',
    });
    expect(
      await database.withTenant(1, async (tx) => (await tx.query('select 1 as one')).length, { lane: 'alarm' }),
    ).toBe(1);
    open();
    await Promise.all(waiting);
  });

  test('a connection that breaks between two statements fails its transaction, not the process', async () => {
    const work = database.withTenant(41, async (tx) => {
      await addSetting(tx, 'a');
      const backend = await tx.one<{ pid: number }>('select pg_backend_pid() as pid');
      await endBackend(backend?.pid);
      await addSetting(tx, 'b');
    });
    await expect(work).rejects.toMatchObject({ kind: 'unavailable', reason: 'database.unreachable' });
    expect(await namesOf(41)).toEqual([]);
  });

  test('statements that failed after a deadlock report the deadlock, so that the work is retried', async () => {
    let tries = 0;
    const raise = (tx: Tx, code: string) =>
      tx.query(`do $$ begin raise exception 'injected' using errcode = '${code}'; end $$`);
    const nested = async <T>(asked: Promise<T>): Promise<T> => (await Promise.all([asked, Promise.resolve()]))[0];
    const work = database.withTenant(42, (tx) => {
      tries += 1;
      return Promise.all([nested(nested(nested(raise(tx, '40P01')))), tx.query('select 1')]);
    });
    await expect(work).rejects.toMatchObject({ reason: 'database.contended' });
    expect(tries).toBe(4);
  });

  test('is repeated when the statement that failed was not awaited', async () => {
    let tries = 0;
    await database.withTenant(19, async (tx) => {
      tries += 1;
      if (tries === 1) void tx.query("do $$ begin raise exception using errcode = '40001'; end $$");
    });
    expect(tries).toBe(2);
  });

  test('a connection that the server ended is replaced', async () => {
    const ended = database.withTenant(1, (tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(ended).rejects.toMatchObject({ kind: 'unavailable', reason: 'database.unreachable' });
    expect(await database.withTenant(1, (tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});
