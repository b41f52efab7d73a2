import { device } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeReadings } from '../../../test/store-readings.ts';

import type { Client } from '@kangmai/testkit/client';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

test('of two readings that say the same one is told to be counted with the other, to those who see the person', async () => {
  const admin = await app.as('admin', 'Alpha');
  const samples = await Samples.of(app, 'Alpha');
  const clientId = (
    await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '双网关', phone: '13900000055' })
  ).result;
  const devices = await Promise.all(
    [1, 2].map((at) => samples.plant(device, `W${at}`, { imei: `86000000000077${at}`, lifecycle: 'inUse' })),
  );
  const at = (clock: string): string => `2026-11-20T${clock}.000Z`;
  const rows = [
    [0, '08:00:00', 142],
    [1, '08:00:20', 142],
    [0, '09:00:00', 128],
  ] as const;
  const ids = await storeReadings(
    samples,
    'bp',
    rows.map(([place, clock, high]) => ({
      deviceId: devices[place] ?? 0,
      clientId,
      at: at(clock),
      values: { high, low: 88 },
    })),
  );
  const query = { ids: ids.join(','), beginTime: at('07:00:00'), endTime: at('10:00:00') };
  const twinsFor = async (who: Client): Promise<readonly number[]> =>
    (await who.get<{ items: readonly number[] }>('Watch_bps/GetTwins', query)).result.items;
  expect(await twinsFor(admin)).toEqual([ids[1]]);
  expect(await twinsFor(await app.as('admin', 'Beta'))).toEqual([]);
  expect(
    await twinsFor(
      (await addUser(app, 'Alpha', { userName: 'narrowTwins', dataScope: 'own', allPermissions: true })).client,
    ),
  ).toEqual([]);
  expect((await admin.get('Watch_bps/GetTwins', { ids: query.ids })).status).toBe(400);
  expect((await admin.get('Watch_bps/GetTwins', { ...query, ids: 'x' })).status).toBe(400);
});
