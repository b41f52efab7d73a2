import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from './done.ts';

let app: TestApp;
let admin: Client;
let room: number;
let kind: number;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  room = await done(admin.post<number>('ActivityRooms/CreateOrEdit', { name: '书画室', capacity: 30 }));
  kind = await done(
    admin.post<number>('ActivityTypes/CreateOrEdit', { name: '书法', category: 'culture', defaultMinutes: 60 }),
  );
});
afterAll(() => app.close());

interface Calendar {
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly capped: boolean;
  readonly items: readonly { readonly activityRoomBooking: { readonly id: number; readonly title: string } }[];
}
const book = (title: string, day: string, hour: number): Promise<number> =>
  done(
    admin.post<number>('ActivityRoomBookings/CreateOrEdit', {
      activityRoomId: room,
      activityTypeId: kind,
      title,
      beginTime: new Date(Date.parse(`${day}T00:00:00+08:00`) + hour * 3_600_000).toISOString(),
    }),
  );
const read = (query: Record<string, string | number>, who = admin): Promise<Answer<Calendar>> =>
  who.get<Calendar>('ActivityRoomBookings/GetCalendar', query);
const titlesOf = ({ items }: Calendar): readonly string[] => items.map(({ activityRoomBooking: { title } }) => title);
const may = { From: '2027-05-01', To: '2027-05-31' };

describe('the calendar of a list', () => {
  test('has the first rows of each day, in order, and counts the rest, in the zone of the caller', async () => {
    await book('前一天', '2027-04-30', 20);
    for (const hour of [10, 8, 14, 12, 16]) await book(`${hour}点`, '2027-05-01', hour);
    const last = await book('月末', '2027-05-31', 20);
    await book('次月', '2027-06-01', 8);
    const found = await done(read({ ...may, MostOfDay: 2 }));
    expect(found.days).toEqual([
      { day: '2027-05-01', count: 5 },
      { day: '2027-05-31', count: 1 },
    ]);
    expect(titlesOf(found)).toEqual(['8点', '10点', '月末']);
    expect(found.capped).toBe(false);
    await done(admin.post('ActivityRoomBookings/Cancel', { id: last, cancelReason: '停电' }));
    const booked = await done(read({ ...may, StateFilter: 'booked' }));
    expect(booked.days).toEqual([{ day: '2027-05-01', count: 5 }]);
    expect(titlesOf(booked)).toEqual(['8点', '10点', '12点', '14点']);
    expect(titlesOf(await done(read({ ...may, Filter: '月末' })))).toEqual(['月末']);
    const narrowed = await done(read({ ...may, MinBeginTimeFilter: '2027-05-02T00:00:00+08:00' }));
    expect(narrowed.days).toEqual([{ day: '2027-05-31', count: 1 }]);
  });

  test('is refused without sound days, without the permission, and shows nothing of others', async () => {
    const refusal = async (query: Record<string, string | number>) =>
      (await read(query)).error?.validationErrors?.map(({ members }) => members[0]);
    expect(await refusal({})).toEqual(['From']);
    expect(await refusal({ From: '2027-05-01' })).toEqual(['To']);
    expect(await refusal({ From: '2027-13-01', To: '2027-05-31' })).toEqual(['From']);
    expect(await refusal({ From: '2027-05-02', To: '2027-05-01' })).toEqual(['To']);
    expect(await refusal({ From: '2027-05-01', To: '2027-08-01' })).toEqual(['To']);
    expect(await refusal({ ...may, MostOfDay: 101 })).toEqual(['MostOfDay']);
    expect((await done(read(may, await app.as('admin', 'Beta')))).days).toEqual([]);
    expect((await read(may, app.visitor('Alpha'))).status).toBe(401);
    const { client } = await addUser(app, 'Alpha', {
      userName: 'calendar.none',
      dataScope: 'all',
      allPermissions: false,
    });
    expect((await read(may, client)).status).toBe(403);
  });

  test('holds the rows in sight alone', async () => {
    const { client } = await addUser(app, 'Alpha', {
      userName: 'calendar.own',
      dataScope: 'own',
      allPermissions: true,
    });
    const idOf = async (who: Client): Promise<number> =>
      (await done(who.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations'))).user.id;
    const contract = async (name: string, who: Client): Promise<number> =>
      done(
        admin.post<number>('XYJ_Contract/CreateOrEdit', {
          name,
          contractType: 'purchase',
          partyName: '粮油店',
          chargeUserId: await idOf(who),
          startDate: '2027-01-01',
          endDate: '2027-05-09',
        }),
      );
    await contract('他人的合同', admin);
    const own = await contract('自己的合同', client);
    const asked = async (who: Client) =>
      done(
        who.get<{ days: Calendar['days']; items: { xyJ_Contract: { id: number } }[] }>('XYJ_Contract/GetCalendar', may),
      );
    expect((await asked(admin)).days).toEqual([{ day: '2027-05-09', count: 2 }]);
    const found = await asked(client);
    expect(found.days).toEqual([{ day: '2027-05-09', count: 1 }]);
    expect(JSON.stringify(found.items)).toContain(`"id":${own}`);
  });

  test('is described with what it takes: days and filters, no order and no paging', async () => {
    const { body } = await admin.get('/api/openapi.json');
    const { paths } = body as {
      paths: Readonly<Record<string, { get: { parameters: readonly { name: string; required: boolean }[] } }>>;
    };
    const { parameters = [] } = paths['/api/services/app/ActivityRoomBookings/GetCalendar']?.get ?? {};
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['From', 'To']);
    const names = parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Filter', 'StateFilter', 'MostOfDay']));
    expect(names.filter((name) => ['Sorting', 'SkipCount', 'MaxResultCount'].includes(name))).toEqual([]);
  });
});
