import { startApp, type TestApp } from '@kangmai/testkit/app';
import { confirmed, imported, problemsOf } from '@kangmai/testkit/importing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('the service of doctors takes the sheet of staff, from those who may import it', async () => {
  const admin = await app.as('admin', 'Alpha');
  const batch = await imported(admin, 'wcmp_user_doctors', [{ 员工代码: 'Y77', 员工姓名: '陆文婷' }]);
  expect([batch.state, await problemsOf(admin, batch)]).toEqual(['checked', []]);
  await confirmed(admin, batch);
  expect((await admin.get('GY_YGDMs/GetAll', { filter: '陆文婷' })).text).toContain('Y77');
  const nurse = await app.as('nurse', 'Alpha');
  expect((await nurse.post('wcmp_user_doctors/ImportFromExcel', { fileToken: 'x' })).status).toBe(403);
});
