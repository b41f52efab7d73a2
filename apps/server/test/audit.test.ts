import { client, model } from '@kangmai/model';
import { jsonKeyOf } from '@kangmai/resource';
import { conventionalCalls } from '@kangmai/resource/wire';
import { ofTenant } from '@kangmai/server/access/data-scope';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let adminId: number;
const people: number[] = [];

interface Look {
  readonly userId: number;
  readonly clientId: number | null;
  readonly action: string;
  readonly resource: string | null;
  readonly field: string | null;
  readonly count: number;
  readonly reason: string | null;
}

const lastId = async (): Promise<number> =>
  (
    await app.query<{ id: number }>(
      'Alpha',
      'select coalesce(max(id), 0) as id from sensitive_access_log where tenant_id = $1',
    )
  )[0]?.id ?? 0;
const looksSince = (id: number): Promise<Look[]> =>
  app.query<Look>(
    'Alpha',
    'select user_id as "userId", client_id as "clientId", action, resource, field, row_count as count, reason from sensitive_access_log where tenant_id = $1 and id > $2 order by id',
    [id],
  );

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  adminId =
    (
      await app.query<{ id: number }>('Alpha', "select id from app_user where tenant_id = $1 and user_name = 'admin'")
    )[0]?.id ?? 0;
  for (const at of [1, 2, 3])
    people.push(
      (await admin.post<number>('C_client/CreateOrEditFromCustom', { name: `客户${at}`, phone: `1390000000${at}` }))
        .result,
    );
});
afterAll(() => app.close());

const exports = model.resources.flatMap((resource) =>
  conventionalCalls(resource)
    .filter(({ call }) => call === 'excel')
    .map(({ action }) => ({ path: `${resource.wire.service}/${action}`, resource })),
);

describe('every export stands in the log of sensitive accesses', () => {
  test.each(exports)('$path', async ({ path, resource }) => {
    const before = await lastId();
    const answer = await admin.get<{ fileToken: string }>(path);
    if (answer.status === 404 && answer.text === '') return expect(resource.scope).toBe('host');
    expect(answer.status, answer.text).toBe(200);
    const looks = await looksSince(before);
    expect(looks).toMatchObject([{ userId: adminId, action: 'export', resource: resource.name }]);
    if (resource.name === client.name) expect(looks[0]?.count).toBe(people.length);
    const own = await app.query<{ n: number }>(
      'Alpha',
      `select count(*) as n from "${resource.table}" where ${ofTenant(resource, `"${resource.table}"`)}`,
    );
    expect(looks[0]?.count).toBeLessThanOrEqual(own[0]?.n ?? 0);
  });

  test('there are exports', () => expect(exports.length).toBeGreaterThan(15));

  test('an export that is refused leaves no line, and one by somebody with less sight counts what was seen', async () => {
    const before = await lastId();
    expect((await admin.get('C_client/GetC_clientsToExcel', { Sorting: 'nothing asc' })).status).toBe(400);
    expect(await looksSince(before)).toEqual([]);
    await app.query(
      'Alpha',
      'update client set doctor_id = (select id from app_user where tenant_id = $1 and user_name = $3) where tenant_id = $1 and id = $2',
      [people[0], 'doctor'],
    );
    const doctor = await app.as('doctor', 'Alpha');
    const answer = await doctor.get('C_client/GetC_clientsToExcel');
    const looks = await looksSince(before);
    if (answer.status === 200) expect(looks).toMatchObject([{ action: 'export', count: 1 }]);
    else expect(looks).toEqual([]);
  });
});

describe('every reveal stands in the log, with its reason', () => {
  const sensitive = Object.entries(client.fields).filter(([, field]) => 'sensitive' in field.options);

  test.each(sensitive)('%s', async (name, field) => {
    const before = await lastId();
    const answer = await admin.post('C_client/Reveal', {
      id: people[0] ?? 0,
      field: jsonKeyOf(name, field),
      reason: '核对身份',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await looksSince(before)).toMatchObject([
      { userId: adminId, clientId: people[0], action: 'reveal', field: name, reason: '核对身份' },
    ]);
  });

  test('one that is refused leaves none', async () => {
    const before = await lastId();
    expect((await admin.post('C_client/Reveal', { id: people[0] ?? 0, field: 'phone' })).status).toBe(400);
    expect((await admin.post('C_client/Reveal', { id: 999_999, field: 'phone', reason: '核对身份' })).status).toBe(404);
    expect(
      (
        await (
          await app.as('admin', 'Beta')
        ).post('C_client/Reveal', { id: people[0] ?? 0, field: 'phone', reason: '核对身份' })
      ).status,
    ).toBe(404);
    expect(await looksSince(before)).toEqual([]);
  });

  test('looking at a person and at the form stands there too', async () => {
    const before = await lastId();
    await admin.get('C_client/GetC_clientForView', { id: people[1] ?? 0 });
    await admin.get('C_client/GetC_clientForEdit', { Id: people[1] ?? 0 });
    expect(await looksSince(before)).toMatchObject([
      { clientId: people[1], action: 'view' },
      { clientId: people[1], action: 'view' },
    ]);
  });
});
