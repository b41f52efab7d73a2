import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { makePeople, type Made } from '../../../test/made-people.ts';

let app: TestApp;
let admin: Client;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  people = await makePeople(app, 4);
});
afterAll(() => app.close());

let serial = 0;
const next = (): string => String((serial += 1));
const newBuilding = (more: object = {}): Promise<number> =>
  done(admin.post<number>('Buildings/CreateOrEdit', { name: `护楼${next()}`, code: `G${next()}`, floors: 6, ...more }));
const newType = (more: object = {}): Promise<number> =>
  done(admin.post<number>('RoomTypes/CreateOrEdit', { name: `护房型${next()}`, bedCount: 2, ...more }));
const roomBody = async (more: object = {}): Promise<object> => ({
  buildingId: await newBuilding(),
  floor: 1,
  roomNo: `2${next()}`,
  roomTypeId: await newType(),
  ...more,
});
const newRoom = async (more: object = {}): Promise<number> =>
  done(admin.post<number>('Rooms/CreateOrEdit', await roomBody(more)));
interface BedItem {
  readonly bed: { readonly id: number };
}
const bedsOf = async (roomId: number): Promise<readonly number[]> =>
  (
    await done(admin.get<{ items: readonly BedItem[] }>('Beds/GetAll', { roomIdFilter: roomId, Sorting: 'bedNo' }))
  ).items.map(({ bed }) => bed.id);

const keepOnly = (tenantId: number, userName: string, permission: string): Promise<unknown> =>
  app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      `delete from role_permission p using app_role r where p.tenant_id = $1 and r.tenant_id = $1 and r.id = p.role_id
       and r.name = $2 and p.permission not like $3`,
      [tenantId, `Role${userName}`, permission],
    ),
  );

test('the tree shows beds by the right to rooms, and residents by the right to clients', async () => {
  const buildingId = await newBuilding();
  const [bed = 0] = await bedsOf(await newRoom({ buildingId }));
  await done(admin.post('Beds/Assign', { id: bed, client_id: people[0]?.id }));
  const add = async (userName: string, permission: string): Promise<Client> => {
    const { client, tenantId } = await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: true });
    await keepOnly(tenantId, userName, permission);
    return client;
  };
  const keeper = await add('tree.keeper', 'Pages.Basicplatform.Building%');
  expect((await keeper.get('Beds/GetAll')).status).toBe(403);
  const tree = await keeper.get('Buildings/GetTree', { id: buildingId });
  expect(tree.result).toMatchObject({
    items: [{ bedCount: 2, occupiedCount: 1, floors: [{ rooms: [{ beds: [] }] }] }],
  });
  const porter = await add('tree.porter', 'Pages.Basicplatform.Room%');
  const seen = await porter.get('Buildings/GetTree', { id: buildingId });
  expect(seen.result).toMatchObject({
    items: [{ floors: [{ rooms: [{ beds: [{ id: bed, clientId: null, clientName: null, since: null }, {}] }] }] }],
  });
  await done(admin.post('Beds/Release', { id: bed }));
});

/** Deletes a row in a transaction that ends when the call that refers to the row waits for it. */
async function whileDeleting(table: string, id: number, call: () => Promise<{ readonly status: number }>) {
  const { tenantId } = { tenantId: app.tenants.Alpha };
  const other = new Pg({ connectionString: app.urls.migrator });
  await other.connect();
  await other.query('begin');
  await other.query("select set_config('app.tenant', $1, true)", [String(tenantId)]);
  await other.query(`select 1 from ${table} where tenant_id = $1 and id = $2 for update`, [tenantId, id]);
  const asked = call();
  const waits = async (): Promise<number> =>
    (
      await other.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()",
      )
    ).rows.length;
  await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0);
  await other.query(`update ${table} set is_deleted = true where tenant_id = $1 and id = $2`, [tenantId, id]);
  await other.query('commit');
  await other.end();
  return asked;
}

test('a row that is being deleted is not referred to meanwhile', async () => {
  const buildingId = await newBuilding();
  const body = await roomBody({ buildingId });
  const answer = await whileDeleting('building', buildingId, () => admin.post('Rooms/CreateOrEdit', body as never));
  expect(answer.status).toBe(400);
  const roomTypeId = await newType();
  const other = await roomBody({ roomTypeId });
  expect(
    (await whileDeleting('room_type', roomTypeId, () => admin.post('Rooms/CreateOrEdit', other as never))).status,
  ).toBe(400);
});
