import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { makePeople, type Made } from '../../../test/made-people.ts';

let app: TestApp;
let admin: Client;
let people: readonly Made[];
let beds: readonly number[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  people = await makePeople(app, 4);
  const buildingId = await done(
    admin.post<number>('Buildings/CreateOrEdit', { name: '一号楼', code: 'Z1', floors: 3 }),
  );
  const roomTypeId = await done(admin.post<number>('RoomTypes/CreateOrEdit', { name: '四人间', bedCount: 4 }));
  await done(admin.post('Rooms/BatchCreate', { buildingId, floor: 1, from: 101, to: 101, roomTypeId }));
  const { items } = await done(
    admin.get<{ items: readonly { bed: { id: number } }[] }>('Beds/GetAll', { Sorting: 'bedNo' }),
  );
  beds = items.map(({ bed }) => bed.id);
});
afterAll(() => app.close());

const idOf = (person: number): number => people[person]?.id ?? 0;
const bedOf = (person: number): number => beds[person] ?? 0;
const moveIn = (person: number, daysAgo: number): Promise<unknown> =>
  done(
    admin.post('Beds/Assign', {
      id: bedOf(person),
      client_id: idOf(person),
      startDate: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    }),
  );
const dayAgo = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const stayOf = async (person: number): Promise<{ endTime: string | null; reason: string | null } | undefined> => {
  const { items } = await done(
    admin.get<{ items: readonly { bedStay: { endTime: string | null; reason: string | null } }[] }>('BedStays/GetAll', {
      client_idFilter: idOf(person),
    }),
  );
  return items[0]?.bedStay;
};
const stateOf = async (person: number): Promise<string | undefined> =>
  (await done(admin.get<{ bed: { state: string } }>('Beds/GetBedForEdit', { Id: bedOf(person) }))).bed.state;

test('somebody who lives in a bed is not deleted; the refusal names the bed and where to check out', async () => {
  await moveIn(0, 5);
  const refused = await admin.delete('C_client/Delete', { Id: idOf(0) });
  expect([refused.status, refused.error?.message]).toEqual([400, '该客户住在床位 Z1-101-1，不能删除']);
  expect(refused.error?.details).toContain(`/jcpt/basicData/beds/${bedOf(0)}`);
  await done(admin.post('Beds/Release', { id: bedOf(0) }));
  await done(admin.delete('C_client/Delete', { Id: idOf(0) }));
});

test('a recorded death ends the stay with its day, and the bed is free for somebody else', async () => {
  await moveIn(1, 9);
  await done(
    admin.post('C_client/CreateOrEdit', { id: idOf(1), state: 'deceased', stateDate: dayAgo(2), stateReason: '病逝' }),
  );
  expect(await stayOf(1)).toMatchObject({ reason: '死亡' });
  const end = Date.parse((await stayOf(1))?.endTime ?? '');
  expect(end).toBe(Date.parse(`${dayAgo(1)}T00:00:00+08:00`));
  expect(await stateOf(1)).toBe('free');
  const again = await admin.post('Beds/Assign', { id: bedOf(1), client_id: idOf(1) });
  expect(again.error?.reason).toBe('bed.person-gone');
  await done(admin.post('Beds/Assign', { id: bedOf(1), client_id: idOf(3) }));
});

test('a death before the stay began is refused with the bed and its day; nothing changes', async () => {
  const refused = await admin.post('C_client/CreateOrEdit', {
    id: idOf(3),
    state: 'deceased',
    stateDate: dayAgo(5),
    stateReason: '病逝',
  });
  expect(refused.error?.validationErrors).toMatchObject([
    { members: ['stateDate'], message: `该客户自 ${dayAgo(0)} 起住在床位 Z1-101-2，晚于所填日期；请核对日期` },
  ]);
  expect(await stateOf(1)).toBe('occupied');
});

test('a number of full width is the number that exists', async () => {
  const { items } = await done(admin.get<{ items: readonly { bed: { roomId: number } }[] }>('Beds/GetAll'));
  const twin = await admin.post('Beds/CreateOrEdit', { roomId: items[0]?.bed.roomId, bedNo: '１' });
  expect([twin.status, twin.error?.validationErrors?.[0]?.members]).toEqual([409, ['roomId']]);
});

test('a pause leaves the person in bed', async () => {
  await moveIn(2, 3);
  await done(
    admin.post('C_client/CreateOrEdit', { id: idOf(2), state: 'paused', stateDate: dayAgo(0), stateReason: '住院' }),
  );
  expect(await stateOf(2)).toBe('occupied');
});

test('of a check-in and a death at once, nobody dead lies in a bed', async () => {
  await done(admin.post('Beds/Release', { id: bedOf(2) }));
  const both = await Promise.all([
    admin.post('Beds/Assign', { id: bedOf(2), client_id: idOf(2) }),
    admin.post('C_client/CreateOrEdit', { id: idOf(2), state: 'deceased', stateDate: dayAgo(0), stateReason: '病逝' }),
  ]);
  expect(both[1]?.status).toBe(200);
  expect(await stateOf(2)).toBe('free');
});

test('care staff read buildings, rooms, beds and stays, and change none of them', async () => {
  for (const role of ['nurse', 'doctor'] as const) {
    const caller = await app.as(role, 'Alpha');
    for (const path of ['Buildings/GetAll', 'Rooms/GetAll', 'Beds/GetAll', 'BedStays/GetAll'])
      expect([path, (await caller.get(path)).status]).toEqual([path, 200]);
    for (const [path, body] of [
      ['Rooms/CreateOrEdit', { id: 1 }],
      ['Beds/Assign', { id: bedOf(0), client_id: idOf(2) }],
      ['Beds/Release', { id: bedOf(1) }],
    ] as const)
      expect([path, (await caller.post(path, body)).status]).toEqual([path, 403]);
  }
});
