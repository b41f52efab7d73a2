import { readFileSync } from 'node:fs';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let room: { readonly activityRoomId: number; readonly activityTypeId: number };
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  const activityRoomId = await done(admin.post<number>('ActivityRooms/CreateOrEdit', { name: '活动室', capacity: 30 }));
  const type = { name: '书法', category: 'culture', defaultMinutes: 60 };
  room = { activityRoomId, activityTypeId: await done(admin.post<number>('ActivityTypes/CreateOrEdit', type)) };
});
afterAll(() => app.close());

async function done<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { status, error, result } = await asked;
  expect([status, error]).toEqual([200, null]);
  return result;
}
const book = (title: string, beginTime: string): Promise<Answer<number>> =>
  admin.post<number>('ActivityRoomBookings/CreateOrEdit', { ...room, title, beginTime });
const occupied = (): Promise<object[]> =>
  app.query(
    'Alpha',
    `select kind, subject_id as room, begins_at as begins, ends_at as ends, source, source_id as id
     from occupancy where tenant_id = $1 order by source_id`,
  );
async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}

test('bookings from before the upgrade occupy their rooms, cancelled and deleted ones do not', async () => {
  const kept = await done(book('书法班', '2035-06-01T09:00:00+08:00'));
  const cancelled = await done(book('合唱', '2035-06-01T11:00:00+08:00'));
  await done(admin.post('ActivityRoomBookings/Cancel', { id: cancelled, cancelReason: '老师请假' }));
  const deleted = await done(book('太极', '2035-06-01T13:00:00+08:00'));
  await done(admin.delete('ActivityRoomBookings/Delete', { Id: deleted }));
  const before = await occupied();
  expect(before).toMatchObject([{ kind: 'room', room: room.activityRoomId, source: 'activityRoomBooking', id: kept }]);
  await asOwner('alter table occupancy disable row level security; delete from occupancy');
  await asOwner(readFileSync(new URL('../../migrations/0113_occupied_rooms.sql', import.meta.url), 'utf8'));
  expect(await occupied()).toEqual(before);
  const refused = await book('舞蹈', '2035-06-01T09:30:00+08:00');
  expect(refused.error?.message).toBe('已被「书法班」占用（2035-06-01 09:00 至 2035-06-01 10:00）');
  const owners = await app.query<{ forced: boolean }>(
    'Alpha',
    "select relrowsecurity and relforcerowsecurity as forced from pg_class where $1 > 0 and relname in ('occupancy', 'activity_room_booking')",
  );
  expect(owners.map(({ forced }) => forced)).toEqual([true, true]);
});

test('a booking that a node of the release before has made is refused at the commit, in words', async () => {
  const id = await done(book('读报', '2035-07-01T09:00:00+08:00'));
  await app.query(
    'Alpha',
    "delete from occupancy where tenant_id = $1 and source = 'activityRoomBooking' and source_id = $2",
    [id],
  );
  const refused = await book('棋牌', '2035-07-01T09:30:00+08:00');
  expect([refused.status, refused.error?.reason]).toEqual([409, 'row.overlap']);
  expect((await occupied()).length).toBe(1);
});
