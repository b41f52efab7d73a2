import { model } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let clone: TestDatabase;
let owner: Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = new Client({ connectionString: clone.urls.migrator });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await clone.drop();
});

const opened = model.resources.flatMap(({ readsHost, table }) => (readsHost ? [table] : []));

async function policiesNamed(name: string): Promise<readonly object[]> {
  const { rows } = await owner.query<object>(
    `select c.relname as table, polroles::regrole[]::text[] as roles, polcmd::text as command,
      pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check
    from pg_policy p join pg_class c on c.oid = p.polrelid where polname = $1 order by c.relname`,
    [name],
  );
  return rows;
}

test('rows of the host are read by every tenant where a definition says so, and written by none', async () => {
  expect(opened.length).toBeGreaterThan(0);
  expect(await policiesNamed('rows_of_host')).toEqual(
    opened.map((table) => ({ table, roles: ['kangmai_app'], command: 'r', using: '(tenant_id = 0)', check: null })),
  );
});

test('the rows of all these tables, and of no other, are copied to databases of tenants', async () => {
  const using = '(tenant_id = 0)';
  expect(await policiesNamed('rows_of_host_copied')).toEqual(
    opened.map((table) => ({ table, roles: ['kangmai_platform'], command: '*', using, check: using })),
  );
});
