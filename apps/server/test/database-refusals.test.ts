import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const owner = new Connection({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query(
    `alter table device_type add constraint device_type_position_check check (position < 5000) not valid, add constraint device_type_ends_check check (warranty_months < 60) not valid, alter column type_name type varchar(20)`,
  );
  await owner.query(`alter table device_type alter column position type numeric(4)`);
  await owner.end();
});
afterAll(() => app.close());

let serial = 0;
const saved = (more: object): ReturnType<Client['post']> => {
  serial += 1;
  return admin.post('DevicesType/CreateOrEdit', {
    typeName: '类型',
    typeCode: `rule${serial}`,
    category: 'wearable',
    measures: ['sos'],
    ...more,
  });
};

test('a broken rule of one column names the field', async () => {
  const answer = await saved({ sort: 6000 });
  expect(answer).toMatchObject({
    status: 400,
    error: { reason: 'validation.failed', validationErrors: [{ members: ['sort'] }] },
  });
  expect(answer.error?.details).toMatch(/排序的值不正确/);
});

test('a broken rule of a whole row is a sentence', async () => {
  const answer = await saved({ warrantyMonths: 60 });
  expect(answer).toMatchObject({ status: 400, error: { reason: 'row.against-rule' } });
  expect(answer.error?.message).toMatch(/不符合数据规则/);
  expect(answer.text).not.toMatch(/device_type_ends_check|constraint/);
});

test.each([
  { what: 'a text too long for its column', more: { typeName: '长'.repeat(21) }, reason: 'value.too-long' },
  { what: 'a number too large for its column', more: { sort: 12_000 }, reason: 'value.out-of-range' },
])('$what', async ({ more, reason }) => {
  const answer = await saved(more);
  expect(answer).toMatchObject({ status: 400, error: { reason } });
  expect(answer.error?.message).not.toBe(reason);
  expect(answer.error?.details).toBeTruthy();
  expect(app.log().join('\n')).toMatch(/the database refused what a check should have/);
});

test('what the same save writes rightly is kept', async () => {
  expect((await saved({})).text).toMatch(/"success":true/);
});
