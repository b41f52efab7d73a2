import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: Client;
let admin: Client;
let beta: Client;

beforeAll(async () => {
  app = await startApp();
  [host, admin, beta] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha'), app.as('admin', 'Beta')]);
});
afterAll(() => app.close());

interface Wrapped {
  readonly commonDictionary: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly pinyin: string;
    readonly parentId: number | null;
    readonly parentCode: string | null;
    readonly isSystem: boolean;
    readonly rowVersion: number;
  };
  readonly parentName: string | null;
}
interface Page {
  readonly totalCount: number;
  readonly items: readonly Wrapped[];
}
const save = (who: Client, body: object): Promise<Answer<number>> =>
  who.post<number>('CommonDictionarys/CreateOrEdit', { dicType: 'icd10', ...body });
const codes = async (who: Client, query: Record<string, string | number>): Promise<readonly string[]> =>
  (await who.get<Page>('CommonDictionarys/GetAll', { MaxResultCount: 100, ...query })).result.items.map(
    ({ commonDictionary: { code } }) => code,
  );
const one = async (who: Client, id: number): Promise<Wrapped> =>
  (await who.get<Wrapped>('CommonDictionarys/GetCommonDictionaryForEdit', { id })).result;
const refusal = ({ status, error }: Answer<unknown>): unknown[] => [
  status,
  error?.validationErrors?.[0]?.members?.[0] ?? error?.reason,
];

test('codes of the host are read by every tenant and changed by the host alone', async () => {
  const { result: id } = await save(host, { code: 'Z98.801', name: '平台的编码' });
  for (const who of [admin, beta]) {
    expect(await codes(who, { CodeFilter: 'Z98.8' })).toEqual(['Z98.801']);
    expect((await one(who, id)).commonDictionary).toMatchObject({ isSystem: true, pinyin: 'ptdbm' });
  }
  expect(refusal(await save(admin, { id, code: 'Z98.801', name: '改名' }))).toEqual([400, 'common-dictionary.shared']);
  expect(refusal(await admin.delete('CommonDictionarys/Delete', { id }))).toEqual([400, 'common-dictionary.shared']);
  expect(refusal(await save(admin, { code: 'Z98.801', name: '重复' }))).toEqual([400, 'code']);
  expect((await save(host, { id, code: 'Z98.801', name: '平台改名' })).status).toBe(200);
  expect((await one(beta, id)).commonDictionary.name).toBe('平台改名');
});

test('an addition is read by its tenant alone, below a code of the host', async () => {
  const { result: above } = await save(host, { code: 'Z98.9', name: '术后状态' });
  const { result: id } = await save(admin, { code: 'Z98.9x1', name: '本院术后', parentId: above });
  expect(await one(admin, id)).toMatchObject({
    parentName: '术后状态',
    commonDictionary: { isSystem: false, parentId: above, parentCode: 'Z98.9' },
  });
  expect(await codes(admin, { ParentIdFilter: above })).toEqual(['Z98.9x1']);
  for (const who of [host, beta]) {
    expect(await codes(who, { CodeFilter: 'Z98.9' })).toEqual(['Z98.9']);
    expect((await who.get('CommonDictionarys/GetCommonDictionaryForEdit', { id })).status).toBe(404);
    expect((await save(who, { id, code: 'Z98.9x1', name: '别人的' })).status).toBe(404);
  }
  expect((await save(beta, { code: 'Z98.9x1', name: '另一家的' })).status).toBe(200);
  expect(refusal(await save(admin, { code: 'Z98.9x1', name: '再来' }))).toEqual([409, 'dicType']);
});

test('a parent is of the same catalogue, named by id or code, and never below its child', async () => {
  const { result: upper } = await save(admin, { code: 'LOC1', name: '上层' });
  const { result: lower } = await save(admin, { code: 'LOC1.1', name: '下层', parentCode: 'LOC1' });
  expect((await one(admin, lower)).commonDictionary.parentId).toBe(upper);
  expect(refusal(await save(admin, { id: upper, name: '上层', parentId: lower }))).toEqual([400, 'parentId']);
  expect(refusal(await save(admin, { id: upper, name: '上层', parentId: upper }))).toEqual([400, 'parentId']);
  expect(refusal(await save(admin, { dicType: 'exam', code: 'E1', name: '项目', parentId: upper }))).toEqual([
    400,
    'parentId',
  ]);
  expect(refusal(await save(admin, { code: 'LOC2', name: '无', parentCode: 'LOC9' }))).toEqual([400, 'parentCode']);
  expect(refusal(await save(admin, { code: 'LOC2', name: '无', parentId: 8_000_000_001 }))).toEqual([400, 'parentId']);
  expect(refusal(await save(admin, { code: 'LOC2', name: '无', parentCode: 'LOC1', parentId: lower }))).toEqual([
    400,
    'parentCode',
  ]);
  expect(refusal(await admin.delete('CommonDictionarys/Delete', { id: upper }))).toEqual([
    400,
    'common-dictionary.has-children',
  ]);
  expect((await save(admin, { id: lower, name: '下层', parentId: null, parentCode: 'LOC1' })).status).toBe(200);
  expect((await one(admin, lower)).commonDictionary).toMatchObject({ parentId: null, parentCode: null });
  expect((await admin.delete('CommonDictionarys/Delete', { id: upper })).status).toBe(200);
});

test('streets extend the code of their county or parent; what the product knows is not entered again', async () => {
  const region = (body: object): Promise<Answer<number>> => save(admin, { dicType: 'region', ...body });
  expect(refusal(await region({ code: '330106', name: '西湖区' }))).toEqual([400, 'code']);
  expect(refusal(await region({ code: '999999001', name: '某街道' }))).toEqual([400, 'code']);
  const { result: street } = await region({ code: '330106001', name: '某街道' });
  expect(refusal(await region({ code: '330106002003', name: '某社区', parentId: street }))).toEqual([400, 'code']);
  expect((await region({ code: '330106001003', name: '某社区', parentId: street })).status).toBe(200);
  const { result } = await admin.get<{ items: { id: number; parentId: number | null; childCount: number }[] }>(
    'CommonDictionarys/GetAllParent',
    { dicTypeFilter: 'region' },
  );
  expect(result.items.find(({ id }) => id === street)).toMatchObject({ parentId: 330106, childCount: 1 });
  expect(result.items.find(({ id }) => id === 330106)).toMatchObject({ parentId: 330100 });
});

test('a search finds the beginning of a code, part of a name, and initials', async () => {
  await save(admin, { code: 'SEEK.1', name: '罕见糖原累积' });
  expect(await codes(admin, { CodeFilter: 'SEEK' })).toEqual(['SEEK.1']);
  expect(await codes(admin, { CodeFilter: 'EEK.1' })).toEqual([]);
  expect(await codes(admin, { NameFilter: '糖原累' })).toEqual(['SEEK.1']);
  expect(await codes(admin, { Filter: 'hjtyl' })).toEqual(['SEEK.1']);
  expect(await codes(admin, { CodeFilter: 'SEEK', DicTypeFilter: 'exam' })).toEqual([]);
});

test('the transaction of a tenant reads no addition of another, and writes no row of the host', async () => {
  await save(beta, { code: 'BETA.1', name: '贝塔' });
  const tenantId = app.tenants.Alpha;
  await app.server.services.database.withTenant(tenantId, async (tx) => {
    const seen = await tx.query<{ tenant: number }>('select distinct tenant_id as tenant from common_dictionary');
    expect(seen.map(({ tenant }) => tenant).toSorted((one, other) => one - other)).toEqual([0, tenantId]);
    expect(await tx.execute('update common_dictionary set name = name where tenant_id = 0')).toBe(0);
    expect(await tx.execute('delete from common_dictionary where tenant_id = 0')).toBe(0);
  });
});
