import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

async function add(more: object): Promise<number> {
  const { result, error } = await admin.post<number>('XYJ_ExpertResources/CreateOrEdit', {
    name: '陈文博',
    hospital: '市第一人民医院',
    department: '03',
    title: '231',
    goodAt: '高血压',
    ...more,
  });
  expect(error).toBe(null);
  return result;
}

interface Choice {
  readonly id: number;
  readonly name: string;
}
const choices = async (query: Readonly<Record<string, string>> = {}, by = admin): Promise<readonly string[]> =>
  (await by.get<readonly Choice[]>('XYJ_ExpertResources/GetAllForSelect', query)).result.map(({ name }) => name);

test('pickers get valid experts in their order, by department and words', async () => {
  await add({ name: '乙', sortNo: 2 });
  await add({ name: '甲', sortNo: 1, goodAt: '糖尿病' });
  await add({ name: '丙', sortNo: 3, department: '02' });
  await add({ name: '停', sortNo: 0, valid: false });
  expect(await choices()).toEqual(['甲', '乙', '丙']);
  expect(await choices({ department: '03' })).toEqual(['甲', '乙']);
  expect(await choices({ filter: '糖尿' })).toEqual(['甲']);
  expect(await choices({}, await app.as('admin', 'Beta'))).toEqual([]);
});

test('the introduction loses what runs, a third decimal of the fee is refused', async () => {
  const id = await add({ name: '丁', introduction: '<p>主任<script>alert(1)</script></p>' });
  const { result } = await admin.get<Record<string, { readonly introduction: string }>>(
    'XYJ_ExpertResources/GetXYJ_ExpertResourceForEdit',
    { Id: id },
  );
  expect(result['xyJ_ExpertResource']?.introduction).toBe('<p>主任</p>');
  const { error } = await admin.post('XYJ_ExpertResources/CreateOrEdit', {
    name: '戊',
    hospital: '院',
    department: '03',
    title: '231',
    goodAt: '无',
    fee: 1.005,
  });
  expect(error?.validationErrors).toMatchObject([{ members: ['fee'] }]);
});
