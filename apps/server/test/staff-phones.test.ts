import { readFileSync } from 'node:fs';
import { parsePhone } from '@kangmai/domain';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const migration = readFileSync(new URL('../src/migrations/0083_staff_and_mails.sql', import.meta.url), 'utf8');

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

test('the upgrade stores the phones of staff as every door does now, and leaves alone what is none', async () => {
  const numbers = [
    '+8613812345678',
    '008613812345678',
    '8613812345678',
    '138 1234 5678',
    '13812345678',
    '+861065123456',
    '+8601065123456',
    '0571-87654321',
    '(010) 65123456',
    '00442079460000',
    '+12125550123',
    '87654321',
    '4008001234',
    '12345',
  ];
  const update = /update app_user[^;]*;/.exec(migration)?.[0] ?? '';
  await owner.query('begin');
  await owner.query('alter table app_user disable row level security');
  await owner.query(
    "insert into app_user (tenant_id, user_name, name, email_address, phone_number) select 1, 'p' || n, 'p', 'p' || n || '@x.example', p from unnest($1::text[]) with ordinality as given(p, n)",
    [numbers],
  );
  await owner.query(update);
  const { rows } = await owner.query<{ phone: string; version: number }>(
    "select phone_number as phone, row_version as version from app_user where tenant_id = 1 and name = 'p' order by id",
  );
  await owner.query('rollback');
  expect(rows.map(({ phone }) => phone)).toEqual(numbers.map((number) => parsePhone(number) ?? number));
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([1]));
});
