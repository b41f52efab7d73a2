import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let second: Awaited<ReturnType<TestApp['secondNode']>>;
let admin: Client;
let isSecondUp = true;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp();
  second = await app.secondNode();
  admin = await app.as('admin', 'Alpha');
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  if (isSecondUp) await second.close();
  await app.close();
});

interface News {
  readonly id: number;
  readonly userid: number;
}

/** A screen of a tenant's administrator at one of the nodes, and what it has heard. */
async function screen(url: string, tenant: 'Alpha' | 'Beta'): Promise<readonly News[]> {
  const { result } = await app.visitor(tenant).post<{ encryptedAccessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'admin',
    password,
  });
  const socket = io(url, {
    query: { ['enc_auth_token']: result.encryptedAccessToken },
    transports: ['websocket'],
    forceNew: true,
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  const heard: News[] = [];
  socket.on('newabnormal', (news: News) => heard.push(news));
  return heard;
}

const bothKnow = (): boolean => app.server.services.bus.hasOthers && second.server.services.bus.hasOthers;

test('an alarm of a reading posted at one node is on the screens of both, once', async () => {
  await expect.poll(bothKnow, { timeout: 60_000 }).toBe(true);
  const [here, there, stranger] = [
    await screen(app.url, 'Alpha'),
    await screen(second.url, 'Alpha'),
    await screen(second.url, 'Beta'),
  ];
  const clients: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const client = await admin.post<number>('C_client/CreateOrEditFromCustom', {
      name: `客户${at}`,
      phone: `1390000111${at}`,
    });
    const reading = await admin.post('Watch_bps/CreateOrEdit', {
      userId: client.result,
      high: 192,
      low: 118,
      measure_time: new Date().toISOString(),
    });
    expect(reading.status, reading.text).toBe(200);
    clients.push(client.result);
    await expect
      .poll(() => there.some(({ userid }) => userid === client.result), { timeout: 60_000, interval: 10 })
      .toBe(true);
  }
  expect(there.map(({ userid }) => userid).toSorted((one, other) => one - other)).toEqual(clients);
  expect(here.map(({ userid }) => userid).toSorted((one, other) => one - other)).toEqual(clients);
  expect(stranger).toEqual([]);
});

test('a node that is left alone writes no events for others but what must not be missed', async () => {
  isSecondUp = false;
  await second.close();
  await expect.poll(() => app.server.services.bus.hasOthers, { timeout: 60_000 }).toBe(false);
  const written = (): Promise<readonly { readonly event: string; readonly n: number }[]> =>
    app.server.services.database.platform((tx) =>
      tx.query('select event, count(*)::integer as n from live_event group by event order by event'),
    );
  const before = await written();
  const client = await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '独自', phone: '13900002222' });
  const heard = await screen(app.url, 'Alpha');
  await admin.post('Watch_bps/CreateOrEdit', {
    userId: client.result,
    high: 192,
    low: 118,
    measure_time: new Date().toISOString(),
  });
  await expect.poll(() => heard.length).toBe(1);
  expect(await written()).toEqual(before.map(({ event, n }) => ({ event, n: n + (event === 'newabnormal' ? 1 : 0) })));
});
