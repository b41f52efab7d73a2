import { commonCodes } from '@kangmai/model/reference';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, exportedSheet, imported, type Line, problemsOf } from '@kangmai/testkit/importing';
import { provisionCodes } from './shared-codes.ts';

let app: TestApp;
let host: Client;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  [host, admin] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha')]);
});
afterAll(() => app.close());

interface Page {
  readonly totalCount: number;
  readonly items: readonly {
    readonly commonDictionary: { readonly id: number; readonly code: string; readonly isSystem: boolean };
    readonly parentName: string | null;
  }[];
}
const found = async (who: Client, query: object): Promise<Page> =>
  (await who.get<Page>('CommonDictionarys/GetAll', { MaxResultCount: 1000, ...query })).result;

test('the host starts with the codes of the release, and no tenant has a copy', async () => {
  const { totalCount } = await found(admin, { IsSystemFilter: true });
  expect(totalCount).toBe(commonCodes.reduce((sum, { codes }) => sum + codes.length, 0));
  const { items } = await found(admin, { CodeFilter: 'I10' });
  expect(items).toMatchObject([{ parentName: '循环系统疾病', commonDictionary: { code: 'I10', isSystem: true } }]);
  expect(await app.query('Alpha', 'select 1 from common_dictionary where tenant_id = $1')).toEqual([]);
});

test('a code that the host changed or deleted stays so with the next release', async () => {
  const [chosen] = (await found(host, { CodeFilter: 'J45' })).items;
  const [gone] = (await found(host, { CodeFilter: 'J47' })).items;
  await host.post('CommonDictionarys/CreateOrEdit', { id: chosen?.commonDictionary.id, name: '支气管哮喘' });
  await host.delete('CommonDictionarys/Delete', { id: gone?.commonDictionary.id });
  await app.server.services.database.withTenant(0, (tx) => provisionCodes({ tx, tenantId: 0, now: () => new Date() }));
  expect((await found(admin, { CodeFilter: 'J47' })).totalCount).toBe(0);
  expect((await found(admin, { NameFilter: '支气管哮喘' })).items).toMatchObject([
    { parentName: '呼吸系统疾病', commonDictionary: { code: 'J45' } },
  ]);
});

const line = (code: string, name: string, more: Line = {}): Line => ({
  目录: '疾病编码',
  编码: code,
  名称: name,
  ...more,
});

test('a sheet names parents by code, and may not repeat what the platform shares', async () => {
  const bad = await imported(admin, 'CommonDictionarys', [
    line('I10', '高血压'),
    line('I10.x09', '无上级', { 上级编码: 'I99.9' }),
    line('I10.x01', '高血压1级', { 上级编码: 'I10' }),
  ]);
  expect((await problemsOf(admin, bad)).map(({ line: at, column }) => [at, column])).toEqual([
    [2, '编码'],
    [3, '上级编码'],
  ]);
  expect(await confirmed(admin, bad, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 1 });
  const [item] = (await found(admin, { CodeFilter: 'I10.x01' })).items;
  expect(item).toMatchObject({ parentName: '特发性(原发性)高血压', commonDictionary: { isSystem: false } });
  const again = await imported(admin, 'CommonDictionarys', [line('I10.x01', '高血压一级', { 上级编码: 'I10' })]);
  expect(again.duplicateRows).toBe(1);
  expect(await confirmed(admin, again, { onDuplicate: 'update' })).toMatchObject({ state: 'done', writtenRows: 1 });
  const sheet = await exportedSheet(admin, 'CommonDictionarys/GetCommonDictionarysToExcel?CodeFilter=I10.x');
  expect(sheet.flat()).toEqual(expect.arrayContaining(['I10.x01', '高血压一级', '特发性(原发性)高血压']));
});

test('many codes are found within 200 ms by their beginning, a part of the name, and initials', async () => {
  const more = Math.trunc(Number(process.env['MANY_CODES'] ?? 3000));
  const plant = `insert into common_dictionary (tenant_id, catalogue, code, name, initials)
    select $1, 'icd10', 'W' || lpad(n::text, 7, '0'), '批量编码' || n, 'plbm' || n from generate_series(1, $2::integer) n`;
  await app.query('Alpha', plant, [more]);
  for (const [query, total] of [
    [{ CodeFilter: 'W0001234' }, 1],
    [{ NameFilter: '编码1234' }, undefined],
    [{ Filter: 'plbm1234' }, undefined],
    [{ DicTypeFilter: 'icd10', SkipCount: 20, MaxResultCount: 20 }, undefined],
  ] as const) {
    await found(admin, query);
    const began = performance.now();
    const page = await found(admin, query);
    if (process.env['MANY_CODES']) console.log(JSON.stringify(query), Math.round(performance.now() - began), 'ms');
    if (total !== undefined) expect(page.totalCount).toBe(total);
    expect(page.items.length).toBeGreaterThan(0);
  }
});
