import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface Types {
  readonly items: readonly { readonly roomType: { readonly currentPrice: number } }[];
}

describe('room fees', () => {
  const day = (days: number): string =>
    new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const pricesOn = async (roomTypeId: number, date: string): Promise<readonly number[]> =>
    (await done(admin.get<{ price: number }[]>('RoomFees/GetPrices', { roomTypeId, date }))).map(({ price }) => price);

  test('a new price begins next month, and past months answer as before', async () => {
    const roomTypeId = await done(admin.post<number>('RoomTypes/CreateOrEdit', { name: '双人间', bedCount: 2 }));
    const id = await done(
      admin.post<number>('RoomFees/CreateOrEdit', {
        roomTypeId,
        feeName: '床位费',
        price: 1800,
        effectiveDate: day(-400),
      }),
    );
    await app.query(
      'Alpha',
      "update room_fee set created_at = now() - interval '400 days' where tenant_id = $1 and id = $2",
      [id],
    );
    const overlap = await admin.post('RoomFees/CreateOrEdit', {
      roomTypeId,
      feeName: '床位费',
      price: 1,
      effectiveDate: day(3),
    });
    expect([overlap.status, overlap.error?.message]).toEqual([409, `已被「床位费」占用（${day(-400)} 起）`]);
    const changed = await done(admin.post<{ id: number }>('RoomFees/ChangePrice', { id, price: 1950.5 }));
    const [year = '', month = ''] = day(0).split('-');
    const first = new Date(Date.UTC(Number(year), Number(month), 1)).toISOString().slice(0, 10);
    expect(await pricesOn(roomTypeId, day(-300))).toEqual([1800]);
    expect(await pricesOn(roomTypeId, day(0))).toEqual([1800]);
    expect(await pricesOn(roomTypeId, first)).toEqual([1950.5]);
    expect((await admin.post('RoomFees/CreateOrEdit', { id, price: 1 })).error?.reason).toBe('room-fee.in-force');
    expect((await admin.delete('RoomFees/Delete', { Id: id })).error?.reason).toBe('room-fee.in-force');
    expect((await admin.post('RoomFees/ChangePrice', { id, price: 5 })).error?.reason).toBe('room-fee.has-next');
    const types = await done(
      admin.get<Types>('RoomTypes/GetAll', {
        IdFilter: roomTypeId,
      }),
    );
    expect(types.items[0]?.roomType.currentPrice).toBe(1800);
    await done(admin.post('RoomFees/CreateOrEdit', { id: changed.id, price: 1960 }));
  });
});

describe('activity rooms', () => {
  const at = (hour: number, days = 1): string => {
    const midnight = new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    return new Date(Date.parse(`${midnight}T00:00:00+08:00`) + hour * 3_600_000).toISOString();
  };

  test('no two at one hour, none over midnight or outside the hours', async () => {
    const id = await done(admin.post<number>('ActivityRooms/CreateOrEdit', { name: `活动室`, capacity: 30 }));
    const activityTypeId = await done(
      admin.post<number>('ActivityTypes/CreateOrEdit', {
        name: `书法`,
        category: 'culture',
        defaultMinutes: 90,
      }),
    );
    const book = (title: string, beginTime: string, endTime?: string): Promise<Answer<{ id: number }>> =>
      admin.post('ActivityRooms/Book', { id, title, activityTypeId, beginTime, endTime });
    const first = await done(book('书法班', at(9)));
    await done(book('合唱', at(10.5), at(11)));
    const taken = await book('太极', at(10), at(11));
    expect([taken.status, taken.error?.message.startsWith('已被「书法班」占用')]).toEqual([409, true]);
    const marked = taken.error?.validationErrors?.map(({ members }) => members[0]);
    expect(marked).toEqual(['beginTime', 'endTime']);
    const night = await book('守岁', at(20), at(25));
    expect(night.error?.validationErrors).toEqual([
      { members: ['endTime'], message: '结束时间必须与开始时间在同一天' },
    ]);
    expect((await book('早操', at(6), at(7))).error?.validationErrors?.[0]).toEqual({
      members: ['beginTime'],
      message: '活动室开放时间为 08:00–21:00，请选择其中的时段',
    });
    const listed = await done(admin.get<{ title: string }[]>('ActivityRooms/GetBookings', { id }));
    expect(listed.map(({ title }) => title)).toEqual(['书法班', '合唱']);
    expect((await admin.delete('ActivityRooms/Delete', { Id: id })).error?.reason).toBe('activity-room.booked');
    expect((await admin.delete('ActivityTypes/Delete', { Id: activityTypeId })).error?.reason).toBe(
      'activity-type.in-use',
    );
    await done(admin.post('ActivityRoomBookings/Cancel', { id: first.id, cancelReason: '老师请假' }));
    await done(book('太极', at(9), at(10)));
  });
});
