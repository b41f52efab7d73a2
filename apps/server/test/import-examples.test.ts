import { model } from '@kangmai/model';
import { isImportable } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { coveringResources } from '@kangmai/testkit/covering';
import { definitionPath } from '@kangmai/testkit/places';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmed, exampleOf, imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const host = await app.as('admin');
  const given = await host.post<{ allocated: number }>('Devices/Allocate', {
    imeis: ['860000000000018'],
    tenantId: app.tenants.Alpha,
  });
  expect(given.result.allocated, given.text).toBe(1);
  // A room stands in a building and is of a type.
  await admin.post('Buildings/CreateOrEdit', { name: '一号楼', code: 'YI', floors: 6 });
  await admin.post('RoomTypes/CreateOrEdit', { name: '双人间', bedCount: 2 });
  await admin.post('DutyTypes/CreateOrEdit', {
    kind: 'duty',
    name: '白班',
    shortName: '白',
    startTime: '08:00',
    endTime: '16:00',
    color: '#2D8CF0',
  });
  await admin.post('OrganizationUnit/CreateOrganizationUnit', { displayName: '示例机构' });
  // An agreement is with a doctor of its team.
  const [doctor] = await app.query<{ id: number }>(
    'Alpha',
    "update app_user set name = '王医生' where tenant_id = $1 and user_name = 'doctor' returning id",
  );
  const team = { xzmc: '家医一组', leaderId: doctor?.id };
  expect((await admin.post('YS_ZLXZs/CreateOrEdit', team as never)).text).toContain('"success":true');
});
afterAll(() => app.close());

/** Persons, devices, positions and staff first: the other examples name them. */
const order = ['staffMember', 'jobPosition', 'client', 'device'];
const importable = model.resources
  .filter(isImportable)
  .toSorted((one, other) => order.indexOf(other.name) - order.indexOf(one.name));

/** Those first ones and bindings, which other tests of the file need, and what covers every kind of field. */
const written = new Set([
  ...importable.filter(({ name }) => [...order, 'deviceBinding'].includes(name)),
  ...coveringResources(importable),
]);

describe('the example row of a template', () => {
  test.each(importable.map((resource) => [resource.name, resource.wire.service, resource] as const))(
    'of %s can itself be imported',
    async (name, service, resource) => {
      const example = await exampleOf(admin, service);
      for (const cell of Object.values(example)) expect(String(cell), name).not.toMatch(/^T\d+$|T\d\d:\d\d|Z$/);
      // The row stands in line 3: in line 2 of the template it is passed over.
      const batch = await imported(admin, service, [{}, example]);
      const where = `${JSON.stringify(example)}: give its fields an example in ${definitionPath(resource)}`;
      expect(await problemsOf(admin, batch), where).toEqual([]);
      expect(batch).toMatchObject({ state: 'checked', validRows: 1 });
      if (written.has(resource))
        expect(await confirmed(admin, batch)).toMatchObject({ state: 'done', writtenRows: 1, failureText: null });
    },
  );

  test('of a binding leaves a binding that says it was imported', async () => {
    const { result } = await admin.get<{ items: readonly { device_bind: { bindSource: number } }[] }>(
      'Device_binds/GetAll',
    );
    expect(result.items.map((item) => item.device_bind.bindSource)).toEqual([3]);
  });

  test('has the labels of an English user', async () => {
    const example = await exampleOf(admin, 'C_client', { culture: 'en' });
    expect(example).toMatchObject({ 'Name*': '王秀英', State: 'Active' });
  });
});
