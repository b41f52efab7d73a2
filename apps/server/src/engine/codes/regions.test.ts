import { cloneDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { loadRegions, regions } from './regions.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('regions', () => {
  const byCode = new Map(regions.map((region) => [region.code, region]));

  it('hold provinces, cities and counties with their parents', () => {
    expect(byCode.size).toBe(regions.length);
    expect(byCode.get('110101')).toEqual({
      code: '110101',
      name: '东城区',
      parentCode: '110100',
      level: 3,
      pinyinInitials: 'dcq',
    });
    expect(byCode.get('530102')?.name).toBe('五华区');
    expect(byCode.get('441900')).toMatchObject({ name: '东莞市', level: 2, parentCode: '440000' });
    expect(regions.filter((region) => region.level === 1)).toHaveLength(34);
    expect(regions.length).toBeGreaterThan(3300);
    expect(
      regions.filter(
        ({ code, name, pinyinInitials }) =>
          !/^\d{6}$/.test(code) ||
          name === '' ||
          !/^[a-z]+$/.test(pinyinInitials) ||
          pinyinInitials.length !== name.length,
      ),
    ).toEqual([]);
    expect(
      regions.filter(
        (region) => region.parentCode !== null && byCode.get(region.parentCode)?.level !== region.level - 1,
      ),
    ).toEqual([]);
  });

  it('are written once, corrected when they differ, and read by tenants', async () => {
    expect(await database.platform(loadRegions)).toBe(regions.length);
    expect(await database.platform(loadRegions)).toBe(0);
    await database.platform((tx) => tx.execute("update region set name = '旧名' where code = '110101'"));
    expect(await database.platform(loadRegions)).toBe(1);
    const counties = await database.withTenant(1, (tx) =>
      tx.query<{ name: string }>("select name from region where parent_code = '110100' order by code"),
    );
    expect(counties).toHaveLength(16);
    expect(counties[0]).toEqual({ name: '东城区' });
  });
});
