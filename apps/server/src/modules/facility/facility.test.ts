import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { confirmed, imported, problemsOf } from '@kangmai/testkit/importing';
import { makePeople, type Made } from '../../../test/made-people.ts';
import { type BedItem, placesOf, type Wrapped } from '../../../test/made-places.ts';

let app: TestApp;
let admin: Client;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  people = await makePeople(app, 12);
});
afterAll(() => app.close());

const { next, newBuilding, newType, newRoom, bedsOf, firstBedOf } = placesOf(() => admin);

interface RoomItem {
  readonly room: { readonly id: number; readonly name: string; readonly state: string; readonly bedCount: number } & {
    readonly occupiedCount: number;
  };
}

const roomOf = async (id: number): Promise<RoomItem['room']> =>
  (await done(admin.get<RoomItem>('Rooms/GetRoomForEdit', { Id: id }))).room;
const personId = (person: number): number => people[person]?.id ?? 0;
const nameOf = (person: number): string => people[person]?.name ?? '';
const assign = (id: number, person: number, by = admin): Promise<Answer<{ stayId: number }>> =>
  by.post('Beds/Assign', { id, client_id: personId(person) });
const release = (id: number): Promise<unknown> => done(admin.post('Beds/Release', { id }));
const moveTo = (id: number, toBedId: number, by = admin): Promise<Answer<{ stayId: number }>> =>
  by.post('Beds/Move', { id, toBedId });
const free = async (): Promise<number> => firstBedOf(await newRoom());

describe('rooms', () => {
  test('come with the beds of their type, named after building and room', async () => {
    const building = await newBuilding({ code: 'YH' });
    const room = await newRoom({
      buildingId: building,
      roomNo: '301',
      floor: 3,
      roomTypeId: await newType({ bedCount: 3 }),
    });
    expect(await roomOf(room)).toMatchObject({ name: 'YH-301', bedCount: 3, occupiedCount: 0, state: 'free' });
    expect((await bedsOf(room)).map(({ name }) => name)).toEqual(['YH-301-1', 'YH-301-2', 'YH-301-3']);
    await done(admin.post('Rooms/CreateOrEdit', { id: room, roomNo: '302' }));
    expect((await bedsOf(room)).map(({ name }) => name)).toEqual(['YH-302-1', 'YH-302-2', 'YH-302-3']);
  });

  test('stand on floors of their building, with numbers of their own', async () => {
    const buildingId = await newBuilding({ floors: 3, undergroundFloors: 1 });
    const roomTypeId = await newType();
    const save = (floor: number, roomNo: string): Promise<Answer<number>> =>
      admin.post('Rooms/CreateOrEdit', { buildingId, floor, roomNo, roomTypeId });
    for (const floor of [4, 0, -2]) {
      const { status, error } = await save(floor, `${floor}`);
      expect([status, error?.validationErrors]).toEqual([
        400,
        [{ members: ['floor'], message: '楼层不在该楼栋的 -1 至 3 层之内，请重新填写' }],
      ]);
    }
    await done(save(-1, 'B01'));
    expect((await save(1, 'B01')).status).toBe(409);
    const lower = await admin.post('Buildings/CreateOrEdit', { id: buildingId, undergroundFloors: 0 });
    expect([lower.status, lower.error?.reason]).toEqual([400, 'building.rooms-outside']);
  });

  test('are made in a run with their beds, all or none', async () => {
    const buildingId = await newBuilding();
    const body = { buildingId, floor: 2, roomTypeId: await newType({ bedCount: 1 }), beds: 2 };
    expect(await done(admin.post<number[]>('Rooms/BatchCreate', { ...body, from: 201, to: 223 }))).toHaveLength(23);
    const taken = await admin.post('Rooms/BatchCreate', { ...body, from: 222, to: 230 });
    expect([taken.status, taken.error?.message]).toEqual([409, '房间号已存在：222、223']);
    const preview = await done(
      admin.get<readonly { name: string; beds: number; isTaken: boolean }[]>('Rooms/GetBatchPreview', {
        ...body,
        from: 223,
        to: 224,
      }),
    );
    expect(preview.map(({ beds, isTaken }) => [beds, isTaken])).toEqual([
      [2, true],
      [2, false],
    ]);
    const all = await done(admin.get<Wrapped<RoomItem>>('Rooms/GetAll', { buildingIdFilter: buildingId }));
    expect(all.totalCount).toBe(23);
    expect(all.items[0]?.room.bedCount).toBe(2);
    expect((await admin.post('Rooms/BatchCreate', { ...body, from: 300, to: 299 })).status).toBe(400);
    expect((await admin.post('Rooms/BatchCreate', { ...body, buildingId: 999_999, from: 1, to: 2 })).status).toBe(400);
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.post('Rooms/BatchCreate', { ...body, from: 1, to: 2 })).status).toBe(403);
    const beta = await app.as('admin', 'Beta');
    expect((await beta.post('Rooms/BatchCreate', { ...body, from: 1, to: 2 })).status).toBe(400);
  });

  test('46 of them come from a spreadsheet with their beds; wrong rows are named and nothing is half written', async () => {
    await done(admin.post('Buildings/CreateOrEdit', { name: '枫林楼', code: 'FL', floors: 5 }));
    await done(admin.post('RoomTypes/CreateOrEdit', { name: '双人标准间', bedCount: 2 }));
    const line = (at: number, more: object = {}) => ({
      楼栋: '枫林楼',
      楼层: 1 + Math.floor(at / 12),
      房间号: `${1 + Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`,
      房型: '双人标准间',
      ...more,
    });
    const good = Array.from({ length: 46 }, (_, at) => line(at));
    const bad = [line(46, { 楼层: 9 }), line(47, { 房型: '总统套房' })];
    const batch = await imported(admin, 'Rooms', [...good, ...bad]);
    expect([batch.totalRows, batch.validRows, batch.problemRows]).toEqual([48, 46, 2]);
    expect((await problemsOf(admin, batch)).map(({ line: row, column }) => [row, column])).toEqual([
      [48, '楼层'],
      [49, '房型'],
    ]);
    const written = await confirmed(admin, batch, { leaveOutProblems: true });
    expect([written.state, written.writtenRows]).toEqual(['done', 46]);
    const counts = await app.query<{ rooms: number; beds: number }>(
      'Alpha',
      `select count(distinct r.id)::integer as rooms, count(b.id)::integer as beds from building h
         join room r on r.tenant_id = h.tenant_id and r.building_id = h.id
         join bed b on b.tenant_id = r.tenant_id and b.room_id = r.id where h.tenant_id = $1 and h.code = 'FL'`,
    );
    expect(counts).toEqual([{ rooms: 46, beds: 92 }]);
  });

  test('cannot be closed or repaired with residents or reserved beds, and take nobody then', async () => {
    const room = await newRoom();
    const id = await firstBedOf(room);
    await done(admin.post('Beds/Reserve', { id }));
    expect((await admin.post('Rooms/Repair', { id: room })).error?.reason).toBe('room.reserved');
    await done(admin.post('Beds/Unreserve', { id }));
    const takeable = async (): Promise<number> =>
      (await done(admin.get<{ totalCount: number }>('Beds/GetAll', { availableFilter: true, roomIdFilter: room })))
        .totalCount;
    const before = await takeable();
    expect(before).toBeGreaterThan(0);
    await done(admin.post('Rooms/Repair', { id: room }));
    expect(await takeable()).toBe(0);
    expect((await assign(id, 0)).error?.reason).toBe('room.out-of-use');
    expect((await admin.post('Beds/Reserve', { id })).error?.reason).toBe('room.out-of-use');
    await done(admin.post('Rooms/Repaired', { id: room }));
    expect(await takeable()).toBe(before);
    await done(assign(id, 0));
    expect(await takeable()).toBe(before - 1);
    expect((await admin.post('Rooms/Close', { id: room })).error?.reason).toBe('state.not-allowed');
    await done(admin.post('Beds/Release', { id }));
  });
});

describe('beds', () => {
  test('a resident moves in, from bed to bed, and out; room and history follow', async () => {
    const [one, two] = [await newRoom(), await newRoom()];
    const [from, to] = [await firstBedOf(one), await firstBedOf(two)];
    const startDate = '2026-01-05T08:00:00Z';
    await done(admin.post('Beds/Assign', { id: from, client_id: personId(1), startDate }));
    expect((await bedsOf(one))[0]).toMatchObject({
      state: 'occupied',
      client_id: personId(1),
      clientName: nameOf(1),
      checkInDate: '2026-01-05T00:00:00',
    });
    expect(await roomOf(one)).toMatchObject({ state: 'part', occupiedCount: 1 });
    await done(moveTo(from, to));
    expect([(await roomOf(one)).state, (await roomOf(two)).state]).toEqual(['free', 'part']);
    const filtered = await done(admin.get<Wrapped<BedItem>>('Beds/GetAll', { client_idFilter: personId(1) }));
    expect(filtered.items.map(({ bed }) => bed.id)).toEqual([to]);
    const early = await admin.post('Beds/Release', { id: to, endDate: '2026-01-01T00:00:00Z' });
    expect(early.status).toBe(400);
    await done(admin.post('Beds/Release', { id: to, reason: '回家休养' }));
    const stays = await done(admin.get<Wrapped<unknown>>('BedStays/GetAll', { client_idFilter: personId(1) }));
    expect(stays.totalCount).toBe(2);
    expect((await admin.post('Beds/Release', { id: to })).error?.reason).toBe('bed.nobody');
  });

  test('the second hand on the same bed gets 409 with the name of the first', async () => {
    const [target, first, second] = [await free(), await free(), await free()];
    await done(assign(first, 2));
    await done(assign(second, 3));
    const answers = await Promise.all([moveTo(first, target), moveTo(second, target)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isFirst = answers.findIndex(({ status }) => status === 200) === 0;
    expect(answers[isFirst ? 1 : 0]?.error?.message).toContain(`已被「${nameOf(isFirst ? 2 : 3)}」占用`);
    const states = await app.query<{ id: number; state: string }>(
      'Alpha',
      'select id, state from bed where tenant_id = $1 and id = any($2)',
      [[first, second]],
    );
    const [emptied, kept] = isFirst ? [first, second] : [second, first];
    expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [emptied, 'free'],
        [kept, 'occupied'],
      ]),
    );
    await Promise.all([target, kept].map(release));
  });

  test('who may not see the resident is told no name', async () => {
    const bed = await free();
    await done(assign(bed, 4));
    const hidden = await addUser(app, 'Alpha', { userName: 'porter', dataScope: 'own', allPermissions: true });
    await app.query(
      'Alpha',
      `update client set health_manager_id = (select id from app_user where tenant_id = $1 and user_name = 'porter') where tenant_id = $1 and id = $2`,
      [people[9]?.id],
    );
    const [seen] = (await done(hidden.client.get<Wrapped<BedItem>>('Beds/GetAll', { IdFilter: bed }))).items;
    expect(seen?.bed).toMatchObject({ state: 'occupied', client_id: null, clientName: null });
    const tree = await hidden.client.get('Buildings/GetTree');
    expect(tree.text).not.toContain(people[4]?.name);
    expect((await hidden.client.post('Beds/Move', { id: bed, toBedId: await free() })).status).toBe(404);
    const refused = await assign(bed, 9, hidden.client);
    expect([refused.status, refused.error?.message]).toEqual([409, '已占用']);
    await done(admin.post('Beds/Release', { id: bed }));
  });

  test('a client holds one bed at a time, and the sex limit of the room is kept', async () => {
    const [one, two] = [await free(), await free()];
    await done(assign(one, 5));
    const second = await assign(two, 5);
    expect([second.status, second.error?.reason]).toEqual([409, 'bed.lives-elsewhere']);
    await done(admin.post('Beds/Release', { id: one }));
    const room = await newRoom({ sexLimit: people[6]?.gender === '1' ? 'female' : 'male' });
    const [bed] = await bedsOf(room);
    expect((await assign(bed?.id ?? 0, 6)).error?.reason).toBe('room.sex-limit');
  });

  test('beds, rooms, types and buildings in use are not deleted; the refusal counts and says where', async () => {
    const buildingId = await newBuilding();
    const roomTypeId = await newType();
    const room = await newRoom({ buildingId, roomTypeId });
    const [bed, other] = await bedsOf(room);
    await done(assign(bed?.id ?? 0, 7));
    const refusals = await Promise.all([
      admin.delete('Buildings/Delete', { Id: buildingId }),
      admin.delete('RoomTypes/Delete', { Id: roomTypeId }),
      admin.delete('Rooms/Delete', { Id: room }),
      admin.delete('Beds/Delete', { Id: bed?.id }),
    ]);
    expect(refusals.map(({ status, error }) => [status, error?.reason])).toEqual([
      [400, 'building.has-rooms'],
      [400, 'room-type.has-rooms'],
      [400, 'room.occupied'],
      [400, 'bed.occupied'],
    ]);
    expect(refusals[0]?.error?.message).toBe('该楼栋还有 1 间房间，不能删除');
    expect(refusals[2]?.error?.details).toContain(`/jcpt/basicData/beds?room=${room}`);
    await done(admin.delete('Beds/Delete', { Id: other?.id }));
    expect(await roomOf(room)).toMatchObject({ bedCount: 1, state: 'full' });
    await done(admin.post('Beds/Release', { id: bed?.id }));
    await done(admin.delete('Rooms/Delete', { Id: room }));
    expect(await bedsOf(room)).toEqual([]);
    await done(admin.delete('Buildings/Delete', { Id: buildingId }));
  });

  test('the tree shows buildings, floors, rooms, beds and who lives there', async () => {
    const id = await newBuilding({ code: 'TR' });
    const roomTypeId = await newType();
    await done(admin.post('Rooms/BatchCreate', { buildingId: id, floor: 2, from: 201, to: 202, roomTypeId }));
    await done(admin.post('Rooms/BatchCreate', { buildingId: id, floor: 1, from: 101, to: 101, roomTypeId }));
    const found = await done(admin.get<Wrapped<RoomItem>>('Rooms/GetAll', { buildingIdFilter: id }));
    const [bed] = await bedsOf(found.items[0]?.room.id ?? 0);
    await done(assign(bed?.id ?? 0, 8));
    const { items } = await done(admin.get<{ items: readonly object[] }>('Buildings/GetTree', { id }));
    expect(items).toMatchObject([
      {
        roomCount: 3,
        bedCount: 6,
        occupiedCount: 1,
        floors: [
          { floor: 2, rooms: [{ roomNo: '201' }, { roomNo: '202' }] },
          { floor: 1, rooms: [{ roomNo: '101', beds: [{ clientName: people[8]?.name }, { clientName: null }] }] },
        ],
      },
    ]);
    const listed = await done(admin.get<Wrapped<{ building: object }>>('Buildings/GetAll', { codeFilter: 'TR' }));
    expect(listed.items[0]?.building).toMatchObject({ roomCount: 3, bedCount: 6, occupiedCount: 1 });
    await done(admin.post('Beds/Release', { id: bed?.id }));
  });
});
