import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { makePeople, type Made } from '../../../test/made-people.ts';
import { placesOf } from '../../../test/made-places.ts';

let app: TestApp;
let admin: Client;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  people = await makePeople(app, 4);
});
afterAll(() => app.close());

const { next, newBuilding, newType, roomBody, newRoom, firstBedOf } = placesOf(() => admin);

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
  const bed = await firstBedOf(await newRoom({ buildingId }));
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
  const tenantId = app.tenants.Alpha;
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

const reasonOf = async (asked: Promise<Answer<unknown>>): Promise<string | undefined> => {
  const { error } = await asked;
  return error?.reason === 'validation.failed' ? error.validationErrors?.[0]?.members[0] : error?.reason;
};

test('a limit of a room fits its residents', async () => {
  const roomId = await newRoom();
  const bed = await firstBedOf(roomId);
  await done(admin.post('Beds/Assign', { id: bed, client_id: people[1]?.id }));
  const [other, own] = people[1]?.gender === '1' ? ['female', 'male'] : ['male', 'female'];
  expect(await reasonOf(admin.post('Rooms/CreateOrEdit', { id: roomId, sexLimit: other }))).toBe('sexLimit');
  await done(admin.post('Rooms/CreateOrEdit', { id: roomId, sexLimit: own }));
  await done(admin.post('Beds/Release', { id: bed }));
});

test('a stay does not begin before the birth of its resident', async () => {
  const bed = await firstBedOf(await newRoom());
  const body = { id: bed, client_id: people[2]?.id };
  expect(await reasonOf(admin.post('Beds/Assign', { ...body, startDate: '1900-01-01T08:00:00' }))).toBe('startDate');
});

test('places with reserved beds, meters or activity rooms are not deleted', async () => {
  const buildingId = await newBuilding();
  const roomId = await newRoom({ buildingId });
  const bed = await firstBedOf(roomId);
  await done(admin.post('Beds/Reserve', { id: bed }));
  expect(await reasonOf(admin.delete('Rooms/Delete', { Id: roomId }))).toBe('room.reserved');
  await done(admin.post('Beds/Unreserve', { id: bed }));
  const hall = await newBuilding();
  await done(admin.post('ActivityRooms/CreateOrEdit', { name: `护活动室${next()}`, buildingId: hall, capacity: 9 }));
  expect(await reasonOf(admin.delete('Buildings/Delete', { Id: hall }))).toBe('building.has-activity-rooms');
});

test('disabled room types are not taken for new rooms', async () => {
  const roomTypeId = await newType();
  await done(admin.post('RoomTypes/CreateOrEdit', { id: roomTypeId, isEnabled: false }));
  const body = await roomBody({ roomTypeId });
  expect(await reasonOf(admin.post('Rooms/CreateOrEdit', body as never))).toBe('roomTypeId');
  const run = { buildingId: await newBuilding(), floor: 1, from: 101, to: 102, roomTypeId };
  expect(await reasonOf(admin.post('Rooms/BatchCreate', run))).toBe('roomTypeId');
});

const dayFrom = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

test('a disabled price ends, and past days keep it; no further price begins in a past month', async () => {
  const roomTypeId = await newType();
  const body = { roomTypeId, feeName: '床位费', price: 1800, effectiveDate: dayFrom(-100) };
  const id = await done(admin.post<number>('RoomFees/CreateOrEdit', body));
  await app.query(
    'Alpha',
    "update room_fee set created_at = now() - interval '90 days' where tenant_id = $1 and id = $2",
    [id],
  );
  const prices = async (date: string): Promise<number> =>
    (await done(admin.get<readonly object[]>('RoomFees/GetPrices', { roomTypeId, date }))).length;
  await done(admin.post('RoomFees/CreateOrEdit', { id, isEnabled: false }));
  expect([await prices(dayFrom(-40)), await prices(dayFrom(0))]).toEqual([1, 0]);
  const backdated = { ...body, price: 1, effectiveDate: dayFrom(-200), endDate: dayFrom(-150) };
  expect(await reasonOf(admin.post('RoomFees/CreateOrEdit', backdated))).toBe('effectiveDate');
});

test('cancelled and past bookings stay; rooms keep the hours of bookings ahead', async () => {
  const activityRoomId = await done(
    admin.post<number>('ActivityRooms/CreateOrEdit', { name: `护活动室${next()}`, capacity: 9 }),
  );
  const activityTypeId = await done(
    admin.post<number>('ActivityTypes/CreateOrEdit', {
      name: `护活动${next()}`,
      category: 'culture',
      defaultMinutes: 60,
    }),
  );
  const book = (day: string): Promise<Answer<number>> =>
    admin.post<number>('ActivityRoomBookings/CreateOrEdit', {
      activityRoomId,
      activityTypeId,
      title: '读报',
      beginTime: `${day}T09:00:00`,
      endTime: `${day}T10:00:00`,
    });
  expect(await reasonOf(book('2001-01-01'))).toBe('beginTime');
  const id = await done(book(dayFrom(2)));
  const room = { id: activityRoomId };
  expect(await reasonOf(admin.post('ActivityRooms/CreateOrEdit', { ...room, openTime: '10:00' }))).toBe(
    'activity-room.bookings-outside',
  );
  expect(await reasonOf(admin.post('ActivityRooms/CreateOrEdit', { ...room, isEnabled: false }))).toBe(
    'activity-room.bookings-outside',
  );
  const edit = (): Promise<Answer<unknown>> => admin.post('ActivityRoomBookings/CreateOrEdit', { id, title: '改' });
  await app.query(
    'Alpha',
    "update activity_room_booking set begins_at = now() - interval '3 days', ends_at = now() - interval '71 hours' where tenant_id = $1 and id = $2",
    [id],
  );
  expect(await reasonOf(edit())).toBe('booking.over');
  expect(await reasonOf(admin.post('ActivityRoomBookings/Cancel', { id, cancelReason: '不办了' }))).toBe(
    'booking.over',
  );
  expect(await reasonOf(admin.delete('ActivityRoomBookings/Delete', { Id: id }))).toBe('booking.over');
  const other = await done(book(dayFrom(3)));
  await done(admin.post('ActivityRoomBookings/Cancel', { id: other, cancelReason: '不办了' }));
  expect(await reasonOf(admin.post('ActivityRoomBookings/CreateOrEdit', { id: other, title: '改' }))).toBe(
    'booking.cancelled',
  );
});

test.each([
  ['9999-12-01', undefined],
  ['0000-01-01', '0000-01-31'],
])('bookings from %s are refused at the field', async (beginDate, endDate) => {
  const { status } = await admin.get('ActivityRooms/GetBookings', { id: 1, beginDate, endDate });
  expect(status).toBe(400);
});
