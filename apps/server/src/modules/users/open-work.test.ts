import { addDays, localDay, startOfDay } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { workOf } from '@kangmai/model/user-work';
import { type Figure, figureQuery } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let [leaver, other] = [0, 0];
const zone = 'Asia/Shanghai';
const today = localDay(Date.now(), zone);

const idOf = async (userName: string): Promise<number> =>
  (
    await app.query<{ id: number }>('Alpha', 'select id from app_user where tenant_id = $1 and user_name = $2', [
      userName,
    ])
  )[0]?.id ?? 0;

async function plantWork(): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  const served = { team: null, doctor: null, healthManager: null, state: 'active' };
  for (const [name, draft] of [
    ['client', { ...served, healthManager: leaver }],
    ['client', { ...served, doctor: leaver, healthManager: leaver, state: 'paused' }],
    ['client', { ...served, doctor: leaver, healthManager: other }],
    ['client', { ...served, healthManager: leaver, state: 'closed' }],
    ['client', { ...served, healthManager: other }],
    ['abnormalCase', { state: 'claimed', handledBy: leaver }],
    ['abnormalCase', { state: 'handled', handledBy: leaver }],
    ['contract', { state: 'effective', inCharge: leaver }],
    ['building', { isEnabled: true, chargeUser: leaver }],
  ] as const)
    await samples.plantApart(model.byName(name), 'leaver', draft as never);
}

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  [leaver, other] = [await idOf('doctor'), await idOf('manager')];
  await plantWork();
}, 60_000);
afterAll(() => app.close());

const workSeenBy = async (by: Client): Promise<Readonly<Record<string, number>>> => {
  const { status, result } = await by.get<{ items: readonly { key: string; value: number }[] }>('User/GetOpenWork', {
    Id: leaver,
  });
  expect(status).toBe(200);
  return Object.fromEntries(result.items.map(({ key, value }) => [key, value]));
};

const instantOf = (day: string, end: 'from' | 'to'): string =>
  new Date(end === 'from' ? startOfDay(day, zone) : startOfDay(addDays(day, 1), zone) - 1).toISOString();

async function listed(one: Figure): Promise<number> {
  const resource = model.byName(one.of);
  const { list, paged } = resource.wire.calls;
  const { result } = await admin.get<{ totalCount: number }>(`${resource.wire.service}/${paged ?? list}`, {
    ...figureQuery(resource, one, { today, instantOf }),
    MaxResultCount: 1,
  });
  return result.totalCount;
}

test('what a user leaves behind is counted as the lists behind it show', async () => {
  const seen = await workSeenBy(admin);
  expect(seen).toMatchObject({ clients: 3, 'clients-alone': 2, cases: 1, 'contracts-effective': 1, buildings: 1 });
  for (const one of workOf(leaver)) expect([one.key, seen[one.key]]).toEqual([one.key, await listed(one)]);
});

test('only rows in sight are counted, and only of lists that the caller may open', async () => {
  const own = await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true });
  expect(await workSeenBy(own.client)).toMatchObject({ clients: 0, 'clients-alone': 0, cases: 0 });
  const bare = await addUser(app, 'Alpha', { userName: 'bare', dataScope: 'all', allPermissions: false });
  await app.query(
    'Alpha',
    `insert into role_permission (tenant_id, role_id, permission)
     select $1, id, 'Pages.Administration.Users.Edit' from app_role where tenant_id = $1 and name = 'Rolebare'`,
  );
  expect(await workSeenBy(bare.client)).toEqual({});
  const { status } = await (await app.as('nurse', 'Alpha')).get('User/GetOpenWork', { Id: leaver });
  expect(status).toBe(403);
  expect((await (await app.as('admin', 'Beta')).get('User/GetOpenWork', { Id: leaver })).status).toBe(404);
});
