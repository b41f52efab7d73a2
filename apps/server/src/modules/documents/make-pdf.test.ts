import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test.each([1, 190_000, 202_600, 202_613, 299_913])('%s is no month, so no list of it is printed', async (id) => {
  const admin = await app.as('admin', 'Alpha');
  const { status, error } = await admin.post('Documents/MakePdf', { key: 'dutyList', id });
  expect([status, error?.reason]).toEqual([404, 'row.not-found']);
});
