import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictionaryCategoryList } from './public.ts';

let app: TestApp;
let admin: Client;
let beta: Client;

beforeAll(async () => {
  app = await startApp();
  [admin, beta] = await Promise.all([app.as('admin', 'Alpha'), app.as('admin', 'Beta')]);
});
afterAll(() => app.close());

interface Wrapped {
  readonly dictionary: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly pinyin: string;
    readonly type_code: string;
    readonly isSystem: boolean;
  };
}
const view = async (typeCode: string, who = admin): Promise<readonly Wrapped['dictionary'][]> =>
  (await who.get<Wrapped[]>('Dictionary/GetDictionaryForView', { type_codeFilter: typeCode })).result.map(
    ({ dictionary }) => dictionary,
  );
const entry = (more: object): Promise<Answer<number>> =>
  admin.post<number>('Dictionary/CreateOrEdit', {
    type_code: 'crowd_group',
    code: 'veteran',
    name: '退役军人',
    ...more,
  });
const typeOf = async (code: string): Promise<number> =>
  (
    await admin.get<{ items: { dictionary_type: { id: number; type_code: string } }[] }>('Dictionary_type/GetAll', {
      MaxResultCount: 100,
    })
  ).result.items.find(({ dictionary_type: type }) => type.type_code === code)?.dictionary_type.id ?? 0;

test('everybody signed in reads the entries of a type in their order', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  expect((await view('gender', nurse)).map(({ code, name }) => [code, name])).toEqual([
    ['0', '未知的性别'],
    ['1', '男'],
    ['2', '女'],
    ['9', '未说明的性别'],
  ]);
  expect((await nurse.get('Dictionary/GetDictionaryForView', { id: (await view('gender'))[0]?.id })).status).toBe(403);
  expect(
    (await app.visitor('Alpha').get('Dictionary/GetDictionaryForView', { type_codeFilter: 'gender' })).status,
  ).toBe(401);
  expect(await view('no_such_type')).toEqual([]);
  expect((await admin.get('Dictionary/GetDictionaryForView')).status).toBe(400);
});

test('an entry of one’s own: initials, one code a type, gone when nobody uses it', async () => {
  const { result: id } = await entry({});
  expect((await admin.get<Wrapped>('Dictionary/GetDictionaryForView', { id })).result.dictionary).toMatchObject({
    code: 'veteran',
    pinyin: 'tyjr',
    type_code: 'crowd_group',
    isSystem: false,
  });
  expect((await beta.get('Dictionary/GetDictionaryForView', { id: id + 1_000_000 })).status).toBe(404);
  expect((await view('crowd_group', beta)).map(({ code }) => code)).not.toContain('veteran');
  expect((await entry({})).status).toBe(409);
  await entry({ id, name: '退伍军人', code: 'other' });
  expect((await view('crowd_group')).find(({ code }) => code === 'veteran')).toMatchObject({
    name: '退伍军人',
    pinyin: 'twjr',
  });
  const client = {
    name: '赵六',
    certificateType: '03',
    certificate_no: 'E00000001',
    gender: '1',
    birthday: '1970-01-01',
    phone: '13900000001',
    regionCode: '530102',
    crowdTypes: ['veteran'],
  };
  const { result: clientId } = await admin.post<number>('C_client/CreateOrEdit', client);
  expect((await admin.delete('Dictionary/Delete', { id })).error).toMatchObject({
    reason: 'dictionary.in-use',
    message: '该编码已被 1 条记录使用，不能删除',
  });
  await entry({ id, isActive: false });
  expect((await view('crowd_group')).map(({ code }) => code)).not.toContain('veteran');
  expect((await admin.post('C_client/CreateOrEdit', { id: clientId, crowdTypes: [] })).status).toBe(200);
  expect((await admin.delete('Dictionary/Delete', { id })).status).toBe(200);
});

test('parents must exist and make no circle', async () => {
  const createEntry = async (code: string, parentCode: string | null): Promise<Answer<number>> =>
    entry({ code, name: code, parentCode });
  expect((await createEntry('a', 'nobody')).error?.validationErrors?.[0]?.members).toEqual(['parentCode']);
  expect((await createEntry('a', 'a')).status).toBe(400);
  const { result: a } = await createEntry('a', null);
  const { result: b } = await createEntry('b', 'a');
  expect((await entry({ id: a, parentCode: 'b' })).status).toBe(400);
  expect((await admin.delete('Dictionary/Delete', { id: a })).error?.reason).toBe('dictionary.has-children');
  expect((await admin.delete('Dictionary/Delete', { id: b })).status).toBe(200);
  expect((await admin.delete('Dictionary/Delete', { id: a })).status).toBe(200);
});

test('what is built in stays, and so does a type with entries', async () => {
  const built = (await view('crowd_group')).find(({ code }) => code === 'elderly');
  expect((await admin.delete('Dictionary/Delete', { id: built?.id })).error?.reason).toBe('dictionary.built-in');
  expect((await admin.delete('Dictionary_type/Delete', { Id: await typeOf('gender') })).error?.reason).toBe(
    'dictionary.built-in',
  );
  const type = { type_name: '饮食禁忌', type_code: 'diet_taboo', hfpc_flag: 'H' };
  const { result: id } = await admin.post<number>('Dictionary_type/CreateOrEdit', type);
  await admin.post('Dictionary_type/CreateOrEdit', { ...type, id, type_code: 'renamed' });
  expect(await typeOf('diet_taboo')).toBe(id);
  const { result: entryId } = await entry({ type_code: 'diet_taboo', code: '1', name: '海鲜' });
  expect((await admin.delete('Dictionary_type/Delete', { Id: id })).error).toMatchObject({
    reason: 'dictionary.has-entries',
  });
  await admin.delete('Dictionary/Delete', { id: entryId });
  expect((await admin.delete('Dictionary_type/Delete', { Id: id })).status).toBe(200);
});

test('the categories carry the wire’s flags', () =>
  expect(dictionaryCategoryList('zh-Hans').slice(0, 2)).toEqual([
    { key: 'H', title: '健康档案' },
    { key: 'F', title: '随访评估' },
  ]));
