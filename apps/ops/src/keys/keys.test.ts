import { model } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMasterKey, TenantKeys } from '@kangmai/server/platform/keys';
import { countOlder, resealTenant } from './reseal.ts';
import { retireKeys } from './retire.ts';

let app: TestApp;
let admin: Client;
let alpha: number;
/** The keys as the command sees them, in its own process. */
let keys: TenantKeys;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  alpha = app.tenants.Alpha;
  const samples = await Samples.of(app, 'Alpha');
  for (const resource of model.resources) if (resource.storage !== 'view') await samples.idOf(resource.name);
  keys = new TenantKeys(
    app.server.services.database,
    loadMasterKey({ secretKey: 'a secret of the tests, long enough', dataDir: '/nonexistent' }),
  );
});

afterAll(() => app.close());

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
let serial = 100;
function person(): { readonly name: string; readonly certificate_no: string } {
  serial += 1;
  const head = `53010219521114${serial}`;
  const number = head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
  const rest = { gender: '1', birthday: '2000-01-01', phone: `139000${10_000 + serial}`, regionCode: '530102' };
  return { name: '张秀英', certificate_no: number, ...rest };
}

const sql = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(alpha, (tx) => tx.query<T>(text, values));
const save = async (body: object): Promise<number> => {
  const answer = await admin.post<number>('C_client/CreateOrEdit', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};
const isKnown = async (number: string): Promise<unknown> =>
  (await admin.post<{ exist: boolean }>('C_client/CheckUserExist', { name: '张秀英', certificate_no: number })).result
    ?.exist;

/** Every sealed value of the tenant, directly from the tables. */
async function versionsInUse(): Promise<ReadonlySet<number>> {
  const columns = await sql<{ table: string; column: string }>(
    "select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype and a.attname like '%\\_sealed' and c.relname not in ('tenant', 'tenant_database', 'dir_shown_code')",
  );
  expect(columns.length).toBeGreaterThan(8);
  const found = new Set<number>();
  for (const { table, column } of columns)
    for (const { value } of await sql<{ value: Buffer }>(
      `select "${column}" as value from "${table}" where "${column}" is not null`,
    ))
      found.add(value.readUInt16BE(1));
  return found;
}

test('fields get a new key while the server reads, finds and writes; afterwards none is under the old one', async () => {
  const first = person();
  const id = await save(first);
  expect(await versionsInUse()).toEqual(new Set([1]));
  const phoneOf = async (): Promise<string> =>
    (await app.server.services.tenantKeys.of(alpha)).open(
      (await sql<{ phone: Buffer }>('select phone_sealed as phone from client where id = $1', [id]))[0]?.phone ??
        Buffer.alloc(0),
    );
  const phone = await phoneOf();
  expect(await keys.rotate(alpha, 0)).toBe(2);
  // Nodes reload within seconds, long before the new key is used.
  app.server.services.tenantKeys.forget(alpha);

  const second = person();
  await save(second);
  expect(await versionsInUse()).toEqual(new Set([1, 2]));
  for (const one of [first, second]) {
    expect(await isKnown(one.certificate_no)).toBe(true);
    expect(
      await admin.post('C_client/CreateOrEdit', { ...person(), certificate_no: one.certificate_no }),
    ).toMatchObject({ status: 409 });
  }
  const state = { isOver: false, looks: 0 };
  const looking = (async () => {
    for (; !state.isOver; state.looks += 1) {
      for (const one of [first, second])
        if (!(await isKnown(one.certificate_no))) throw new Error(`${one.certificate_no} was lost`);
      if ((await admin.get('C_client/GetC_clientForEdit', { Id: id })).status !== 200)
        throw new Error('a client cannot be read');
    }
  })();
  const done = await resealTenant({ database: app.server.services.database, keys, tenantId: alpha });
  state.isOver = true;
  await looking;
  expect(done.values).toBeGreaterThan(8);
  expect(done.conflicts).toEqual([]);
  expect(await versionsInUse()).toEqual(new Set([2]));
  expect(await phoneOf()).toBe(phone);

  const parts = { database: app.server.services.database, keys, files: app.server.services.files };
  expect(await retireKeys(parts, alpha)).toEqual({ kept: [expect.stringContaining('kept for an hour')] });
  expect(await retireKeys(parts, alpha, 0)).toEqual({ removed: 1 });
  app.server.services.tenantKeys.forget(alpha);
  for (const one of [first, second]) expect(await isKnown(one.certificate_no)).toBe(true);
  expect(
    (await admin.get<{ totalCount: number }>('C_client/GetPagedAll', { certificate_noFilter: second.certificate_no }))
      .result.totalCount,
  ).toBe(1);
  expect(
    await admin.post('C_client/CreateOrEdit', { ...person(), certificate_no: first.certificate_no }),
  ).toMatchObject({ status: 409 });
});

test('after an interruption it continues with what is left, and a former key that is still needed stays', async () => {
  const { database } = app.server.services;
  await database.withTenant(alpha, async (tx) => {
    const columns = (
      await tx.query<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = 'guardian_contact'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'phone_index', 'sos_order', 'is_guardian', 'is_default')",
      )
    )
      .map(({ name }) => `"${name}"`)
      .join(', ');
    await tx.execute(
      `insert into guardian_contact (${columns}) select ${columns} from (select * from guardian_contact limit 1) c, generate_series(1, 1200)`,
    );
  });
  const version = await keys.rotate(alpha, 0);
  keys.forget(alpha);
  await expect(
    resealTenant({
      database,
      keys,
      tenantId: alpha,
      onPage: (table) => {
        if (table === 'guardian_contact') throw new Error('killed');
      },
    }),
  ).rejects.toThrow('killed');
  const left = await countOlder(database, alpha, version);
  expect(left).toBeGreaterThan(600);
  expect(left).toBeLessThan(2600);
  expect(await retireKeys({ database, keys, files: app.server.services.files }, alpha, 0)).toEqual({
    kept: [expect.stringContaining(`${left} values`)],
  });
  const done = await resealTenant({ database, keys, tenantId: alpha });
  expect(done.values).toBe(left);
  expect(await versionsInUse()).toEqual(new Set([version]));
});

test('two rows with one value under two keys: the second is told and stays as it is', async () => {
  const { database, tenantKeys } = app.server.services;
  const version = await keys.rotate(alpha, 0);
  keys.forget(alpha);
  tenantKeys.forget(alpha);
  const one = person();
  const id = await save(one);
  const other = (await keys.of(alpha)).indexes(one.certificate_no)[0];
  const [{ twin } = { twin: 0 }] = await sql<{ twin: number }>('select min(id) as twin from client where id <> $1', [
    id,
  ]);
  await sql('update client set certificate_no_index = $2 where id = $1', [twin, other]);
  const [row] = await sql<{ sealed: Buffer }>('select certificate_no_sealed as sealed from client where id = $1', [
    twin,
  ]);
  expect(row?.sealed.readUInt16BE(1)).toBe(version - 1);
  await sql('update client set certificate_no_sealed = $2 where id = $1', [
    twin,
    await sealedBefore(one.certificate_no, version - 1),
  ]);
  const done = await resealTenant({ database, keys, tenantId: alpha });
  expect(done.conflicts).toEqual([`client ${twin}`]);
  expect(await countOlder(database, alpha, version)).toBeGreaterThan(0);
});

/** A value as an earlier version sealed it. */
async function sealedBefore(text: string, version: number): Promise<Buffer> {
  const { database } = app.server.services;
  await database.platform((tx) =>
    tx.execute("update tenant_key set active_at = now() + interval '1 hour' where tenant_id = $1 and version > $2", [
      alpha,
      version,
    ]),
  );
  const older = await new TenantKeys(
    database,
    loadMasterKey({ secretKey: 'a secret of the tests, long enough', dataDir: '/nonexistent' }),
  ).of(alpha);
  await database.platform((tx) =>
    tx.execute("update tenant_key set active_at = '-infinity' where tenant_id = $1", [alpha]),
  );
  return older.seal(text);
}
