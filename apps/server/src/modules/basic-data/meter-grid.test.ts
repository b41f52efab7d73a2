import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let clerk: Client;

beforeAll(async () => {
  app = await startApp();
  const all = { dataScope: 'all', allPermissions: true } as const;
  admin = (await addUser(app, 'Alpha', { userName: 'meter.one', ...all })).client;
  clerk = (await addUser(app, 'Alpha', { userName: 'meter.two', ...all })).client;
}, 60_000);
afterAll(() => app.close());

const done = async <T>(asked: Promise<Answer<T>>): Promise<T> => {
  const answer = await asked;
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
};
const problems = ({ error }: Answer<unknown>): readonly (readonly [string, string])[] =>
  (error?.validationErrors ?? []).map(({ members, message }) => [members[0] ?? '', message]);

let serial = 0;
const meter = (more: object = {}): Promise<number> =>
  done(
    admin.post<number>('EnergyTelecoms/CreateOrEdit', {
      name: `表${(serial += 1)}`,
      kind: 'water',
      price: 3.45,
      unit: '吨',
      ...more,
    }),
  );
interface Saved {
  readonly saved: number;
  readonly cost: number;
  readonly readings: readonly { readonly itemId: number; readonly usage: number; readonly cost: number }[];
}
const save = (readDate: string, rows: readonly object[], by = admin): Promise<Answer<Saved>> =>
  by.post<Saved>('EnergyTelecoms/SaveReadings', { readDate, rows } as never);
interface Meter {
  readonly id: number;
  readonly buildingName: string | null;
  readonly roomName: string | null;
  readonly lastReading: number | null;
  readonly lastReadDate: string | null;
  readonly reading: number | null;
  readonly cost: number | null;
}
const sheet = async (query: object): Promise<readonly Meter[]> =>
  (await done(admin.get<{ meters: readonly Meter[] }>('EnergyTelecoms/GetReadingSheet', query as never))).meters;
const stored = async (id: number): Promise<Meter | undefined> =>
  (await sheet({ readDate: '2026-03-31' })).find((row) => row.id === id);

test('readings of a day are saved for all meters at once, with usage and cost by the server', async () => {
  const [one, other] = [await meter(), await meter({ price: 0.5469, kind: 'electricity', unit: '度' })];
  const rows = (first: number, second: number): readonly object[] => [
    { itemId: one, reading: first, formerReadDate: null },
    { itemId: other, reading: second, formerReadDate: null },
  ];
  expect(await done(save('2026-01-31', rows(10, 1000)))).toMatchObject({ saved: 2, cost: 0 });
  const next = rows(22.5, 1120.5).map((row) => ({ ...row, formerReadDate: '2026-01-31' }));
  expect(await done(save('2026-02-28', next))).toEqual({
    saved: 2,
    cost: 109.03,
    readings: [
      { itemId: one, usage: 12.5, cost: 43.13 },
      { itemId: other, usage: 120.5, cost: 65.9 },
    ],
  });
  expect(await sheet({ readDate: '2026-02-28' })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: one, lastReading: 22.5, lastReadDate: '2026-02-28', reading: 22.5, cost: 43.13 }),
    ]),
  );
});

test('one wrong row refuses all, and each problem stands at its row', async () => {
  const ids = [await meter(), await meter(), await meter()];
  await done(
    save(
      '2026-01-31',
      ids.map((itemId) => ({ itemId, reading: 100 })),
    ),
  );
  const refused = await save('2026-02-28', [
    { itemId: ids[0], reading: 120 },
    { itemId: ids[1], reading: 90 },
    { itemId: ids[2], reading: 3, meterChanged: true },
    { itemId: ids[0], reading: 121 },
    { itemId: 999_999_999, reading: 1 },
  ]);
  expect(refused.status).toBe(400);
  expect(problems(refused).map(([field]) => field)).toEqual([
    'rows[1].reading',
    'rows[2].reason',
    'rows[3].itemId',
    'rows[4].itemId',
  ]);
  for (const id of ids) expect((await stored(id))?.lastReading).toBe(100);
});

test('below the former reading a changed or rolled over meter is told with its reason, which is stored', async () => {
  const [changed, rolled] = [await meter({ price: 1 }), await meter({ price: 1 })];
  await done(
    save('2026-01-31', [
      { itemId: changed, reading: 100 },
      { itemId: rolled, reading: 9990 },
    ]),
  );
  const answer = await done(
    save('2026-02-28', [
      { itemId: changed, reading: 7, meterChanged: true, formerMeterEnd: 105, newMeterStart: 2, reason: '表已更换' },
      { itemId: rolled, reading: 15, rolledOver: true, reason: '五位表走满' },
    ]),
  );
  expect(answer.readings.map(({ usage }) => usage)).toEqual([10, 25]);
  const { items } = await done(
    admin.get<{ items: readonly { energyReading: Record<string, unknown> }[] }>('EnergyReadings/GetAll', {
      itemIdFilter: rolled,
    }),
  );
  expect(items[0]?.energyReading).toMatchObject({ rolledOver: true, reason: '五位表走满', formerMeterEnd: 10_000 });
  const both = await save('2026-03-31', [
    { itemId: rolled, reading: 1, rolledOver: true, meterChanged: true, reason: '两者' },
  ]);
  expect(problems(both)[0]?.[0]).toBe('rows[0].rolledOver');
  expect(problems(await save('2026-03-31', [{ itemId: rolled, reading: 20, rolledOver: true, reason: '误' }]))).toEqual(
    [['rows[0].rolledOver', expect.stringContaining('没有走满归零')]],
  );
});

test('of two hands at one meter the second gets 409 with the name and the reading of the first', async () => {
  const [one, other] = [await meter(), await meter()];
  await done(
    save('2026-01-31', [
      { itemId: one, reading: 1 },
      { itemId: other, reading: 1 },
    ]),
  );
  const row = (itemId: number, reading: number): object => ({ itemId, reading, formerReadDate: '2026-01-31' });
  const both = await Promise.all([
    save('2026-02-28', [row(one, 11), row(other, 12)]),
    save('2026-02-28', [row(other, 22), row(one, 21)], clerk),
  ]);
  const [late] = both.filter(({ status }) => status === 409);
  const [kept] = both.filter(({ status }) => status === 200);
  expect([late?.error?.reason, kept?.result.saved]).toEqual(['energy.read-meanwhile', 2]);
  expect(late?.error?.message).toMatch(/meter\.(one|two).* 已录入 2026-02-28 的读数 (1|2)/);
  expect(problems(late as Answer<Saved>).map(([field]) => field)).toEqual(['rows[0].reading', 'rows[1].reading']);
  const isFirst = both[0]?.status === 200;
  expect([(await stored(one))?.lastReading, (await stored(other))?.lastReading]).toEqual(isFirst ? [11, 12] : [21, 22]);
});

test('a meter hangs in a room of its building; sheet and costs follow building, room and month', async () => {
  const buildingId = await done(admin.post<number>('Buildings/CreateOrEdit', { name: '颐楼', code: 'M1', floors: 3 }));
  const roomTypeId = await done(admin.post<number>('RoomTypes/CreateOrEdit', { name: '双人间', bedCount: 2 }));
  const roomId = await done(
    admin.post<number>('Rooms/CreateOrEdit', { buildingId, floor: 1, roomNo: '101', roomTypeId }),
  );
  const inRoom = await meter({ roomId, price: 2 });
  const inHouse = await meter({ buildingId, kind: 'gas', price: 4 });
  const read = (readDate: string, reading: number): Promise<unknown> =>
    done(
      save(
        readDate,
        [inRoom, inHouse].map((itemId) => ({ itemId, reading })),
      ),
    );
  await read('2025-12-31', 0);
  await read('2026-01-31', 10);
  await read('2026-02-28', 13);
  expect(await sheet({ readDate: '2026-03-31', roomId })).toMatchObject([
    { id: inRoom, buildingName: '颐楼', roomName: 'M1-101' },
  ]);
  expect((await sheet({ readDate: '2026-03-31', buildingId })).map(({ id }) => id)).toEqual([inHouse, inRoom]);
  const costs = (query: object): Promise<readonly object[]> =>
    done(admin.get<readonly object[]>('EnergyTelecoms/GetMonthlyCosts', query as never));
  expect(await costs({ month: '2026-02', buildingId })).toEqual([
    { month: '2025-12', kind: 'gas', cost: 0, readings: 1 },
    { month: '2025-12', kind: 'water', cost: 0, readings: 1 },
    { month: '2026-01', kind: 'gas', cost: 40, readings: 1 },
    { month: '2026-01', kind: 'water', cost: 20, readings: 1 },
    { month: '2026-02', kind: 'gas', cost: 12, readings: 1 },
    { month: '2026-02', kind: 'water', cost: 6, readings: 1 },
  ]);
  expect(await costs({ month: '2026-02', roomId })).toHaveLength(3);
  const elsewhere = await done(admin.post<number>('Buildings/CreateOrEdit', { name: '和楼', code: 'M2', floors: 2 }));
  await done(admin.post('EnergyTelecoms/CreateOrEdit', { id: inRoom, buildingId: elsewhere }));
  expect(await sheet({ readDate: '2026-03-31', roomId })).toEqual([]);
});

test('a stranger neither reads nor saves meters, and another tenant finds none of them', async () => {
  const id = await meter();
  const nurse = await app.as('nurse', 'Alpha');
  expect((await nurse.get('EnergyTelecoms/GetReadingSheet', { readDate: '2026-03-31' })).status).toBe(403);
  expect((await save('2026-03-31', [{ itemId: id, reading: 1 }], nurse)).status).toBe(403);
  const beta = await app.as('admin', 'Beta');
  const refused = await save('2026-03-31', [{ itemId: id, reading: 1 }], beta);
  expect([refused.status, problems(refused)[0]?.[0]]).toEqual([400, 'rows[0].itemId']);
  expect((await save('2026-03-31', [{ itemId: id, reading: -1 }])).status).toBe(400);
  expect((await save('2099-03-31', [{ itemId: id, reading: 1 }])).status).toBe(400);
  expect((await stored(id))?.lastReading).toBeNull();
});
