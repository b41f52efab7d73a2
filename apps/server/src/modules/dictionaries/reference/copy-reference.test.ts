import { platformRules } from '@kangmai/domain';
import { deviceProducts, deviceTypes, dictionaries, demoDeviceProducts } from '@kangmai/model/reference';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open.ts';
import { copyReference, referenceVersion } from './copy-reference.ts';
import { copyDeviceProducts } from './device-rows.ts';
import { copyRules } from './rule-rows.ts';

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  await database.platform((tx) =>
    tx.execute("insert into tenant (id, tenancy_name, name) values (1, 'Alpha', '甲'), (2, 'Beta', '乙')"),
  );
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const count = async (tx: Tx, table: string): Promise<number> =>
  (await tx.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? -1;
const entryTotal = dictionaries.rows.reduce((sum, { entries }) => sum + entries.length, 0);

test('a tenant gets every row once, another tenant nothing of it', async () => {
  await database.withTenant(1, async (tx) => {
    expect(await copyReference(tx)).toBe(true);
    expect(await copyReference(tx)).toBe(false);
  });
  await database.withTenant(1, async (tx) => {
    expect(await count(tx, 'dictionary_type')).toBe(dictionaries.rows.length);
    expect(await count(tx, 'dictionary_entry')).toBe(entryTotal);
    expect(await count(tx, 'device_type')).toBe(deviceTypes.rows.length);
    expect(await count(tx, 'device_product')).toBe(deviceProducts.rows.length);
    expect(await count(tx, 'abnormal_rule')).toBe(platformRules.length);
    expect(await tx.one('select reference_version as v from tenant where id = 1')).toEqual({ v: referenceVersion });
    expect(
      await tx.one(
        "select t.category, e.initials, e.standard_code as standard, e.is_system as system from dictionary_entry e join dictionary_type t on t.tenant_id = e.tenant_id and t.id = e.type_id where t.type_code = 'certificate_type' and e.code = '01'",
      ),
    ).toEqual({ category: 'P', initials: 'jmsfz', standard: '01', system: true });
    const waiting = await tx.one<{ n: number }>(
      'select count(*) as n from abnormal_rule where confirmed_at is not null',
    );
    expect(waiting?.n).toBe(0);
  });
  await database.withTenant(2, async (tx) => expect(await count(tx, 'dictionary_entry')).toBe(0));
});

test('a newer version changes what nobody touched, and leaves what the tenant changed or deleted', async () => {
  await database.withTenant(2, copyReference);
  await database.withTenant(2, async (tx) => {
    await tx.execute("update dictionary_type set type_name = '旧名' where type_code = 'gender'");
    await tx.execute("update dictionary_type set type_name = '我们的叫法', updated_by = 7 where type_code = 'nation'");
    await tx.execute("update device_product set is_deleted = true where product_code = 'GENERIC-BAND'");
    await tx.execute('update tenant set reference_version = 0 where id = 2');
    await copyReference(tx);
  });
  await database.withTenant(2, async (tx) => {
    const names = await tx.query<{ code: string; name: string }>(
      "select type_code as code, type_name as name from dictionary_type where type_code in ('gender', 'nation') order by 1",
    );
    expect(names).toEqual([
      { code: 'gender', name: '性别' },
      { code: 'nation', name: '我们的叫法' },
    ]);
    expect(await tx.query("select is_deleted as gone from device_product where product_code = 'GENERIC-BAND'")).toEqual(
      [{ gone: true }],
    );
    expect(await count(tx, 'dictionary_entry')).toBe(entryTotal);
  });
});

test('a newer rule replaces the older one, whose version is kept', async () => {
  const [first, second] = platformRules;
  if (!first || !second) throw new Error('there are rules');
  await database.withTenant(2, async (tx) => {
    await tx.execute('update abnormal_rule set updated_by = 7, confirm_count = 9 where code = $1', [second.code]);
    await copyRules(tx, [
      { ...first, version: 2, confirmCount: 5 },
      { ...second, version: 2, confirmCount: 5 },
    ]);
    expect(
      await tx.query('select confirm_count as n, version from abnormal_rule where code = any($1) order by n', [
        [first.code, second.code],
      ]),
    ).toEqual([
      { n: 5, version: 2 },
      { n: 9, version: 1 },
    ]);
    expect(await tx.query('select version from abnormal_rule_version')).toEqual([{ version: 1 }]);
  });
});

test('products of the demo stand beside the platform ones', async () => {
  await database.withTenant(1, async (tx) => {
    await copyDeviceProducts(tx, demoDeviceProducts);
    await copyDeviceProducts(tx, demoDeviceProducts);
    expect(await count(tx, 'device_product')).toBe(deviceProducts.rows.length + demoDeviceProducts.length);
  });
});
