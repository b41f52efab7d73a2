import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { type Made, makePeople, residentNumber } from '../../../test/made-people.ts';

let app: TestApp;
let admin: Client;
let own: Made;
let other: Made;
let application: number;

const applied = (by: Client, person: Made, more: object = {}): Promise<number> =>
  done(
    by.post<number>('wcmp_users/CreateOrEdit', {
      name: person.name,
      idNumber: person.number,
      userType: 'volunteer',
      phone: person.phone,
      emailAddress: 'applicant@example.com',
      organization: '社区服务站',
      ...more,
    }),
  );
const bind = (id: number, file: number, by = admin): Promise<Answer<unknown>> =>
  by.post('wcmp_users/BindClient', { id, client_id: file });
const stored = async (id: number): Promise<unknown> =>
  (
    await app.query(
      'Alpha',
      'select client_id::int as file, row_version as version from staff_application where tenant_id = $1 and id = $2',
      [id],
    )
  )[0];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  [own, other] = (await makePeople(app, 2)) as [Made, Made];
  application = await applied(admin, own);
});
afterAll(() => app.close());

test('a file of another person is refused at the field that differs, and nothing is written', async () => {
  const before = await stored(application);
  const refused = await bind(application, other.id);
  expect(refused.status).toBe(400);
  expect(refused.error?.validationErrors).toMatchObject([{ members: ['name'] }]);
  expect(refused.error?.validationErrors?.[0]?.message).toBe(
    '申请的姓名与该客户不一致，请核对后选择本人，或先更正有误的一方',
  );
  expect(await stored(application)).toEqual(before);
});

test('the file of the same person is linked once; the list names it and is filtered by it', async () => {
  expect((await bind(application, own.id)).status).toBe(200);
  const linked = await stored(application);
  expect(linked).toMatchObject({ file: own.id });
  expect((await bind(application, own.id)).status).toBe(200);
  expect(await stored(application)).toEqual(linked);
  const ofFile = async (client_idFilter: number): Promise<unknown> =>
    (await admin.get<{ items: unknown[] }>('wcmp_users/GetAll', { client_idFilter })).result.items;
  expect(await ofFile(own.id)).toMatchObject([{ wcmp_user: { client_id: own.id }, clientName: own.name }]);
  expect(await ofFile(other.id)).toEqual([]);
});

test('an application that becomes that of another person loses its file', async () => {
  await done(admin.post('wcmp_users/CreateOrEdit', { id: application, name: other.name }));
  expect(await stored(application)).toMatchObject({ file: null });
  await done(admin.post('wcmp_users/CreateOrEdit', { id: application, name: own.name }));
});

test('files and applications of another organisation are not found, and only approvers link', async () => {
  const beta = await app.as('admin', 'Beta');
  expect((await bind(application, own.id, beta)).status).toBe(404);
  const foreign = await applied(beta, own);
  expect((await bind(foreign, own.id, beta)).status).toBe(404);
  expect((await bind(foreign, own.id)).status).toBe(404);
  expect((await bind(application, own.id, await app.as('nurse', 'Alpha'))).status).toBe(403);
  expect(await stored(application)).toMatchObject({ file: null });
});

test('guesses of an ID number are recorded, and refused after a few beside the right one', async () => {
  const searches = async (): Promise<number> =>
    (await app.query('Alpha', 'select 1 from value_search where tenant_id = $1')).length;
  const before = await searches();
  const answers: number[] = [];
  const last = Number(own.number.slice(14, 17));
  for (let guess = 1; answers.length < 3; guess += 1) {
    const number = residentNumber(own.region, own.birthday, (last + guess) % 1000);
    const id = await applied(admin, { ...own, number, phone: `1380000${String(guess).padStart(4, '0')}` });
    const { status, error } = await bind(id, own.id);
    if (status === 400) expect(error?.validationErrors).toMatchObject([{ members: ['idNumber'] }]);
    answers.push(status);
  }
  expect(answers).toEqual([400, 400, 429]);
  expect(await searches()).toBe(before + 2);
});
