import { client, knowingChannel } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

test('a channel counts its clients, whom the list of clients finds by it, and stays while they are there', async () => {
  const id = await samples.plant(knowingChannel, 'posters', { kind: 'offline', isEnabled: true });
  const people = [await samples.plant(client, 'a', { knowingChannel: id }), await samples.plant(client, 'b')];
  const channels = await admin.get<{ items: readonly { clientCount?: number }[] }>('Knowing_channel/GetAll', {
    nameFilter: 'posters',
  });
  expect(JSON.stringify(channels.result.items)).toContain('"clientCount":1');
  const found = await admin.get<{ items: readonly { id: number; channelName: string }[] }>('C_client/GetPagedAll', {
    knowingChannelIdFilter: id,
  });
  expect(found.result.items.map((row) => row.id)).toEqual([people[0]]);
  const refused = await admin.delete('Knowing_channel/Delete', { Id: id });
  expect(refused.error?.message).toContain('有 1 位客户来自该渠道');
});

test('a client who came by referral names who introduced him', async () => {
  const id = await samples.plant(knowingChannel, 'friends', { kind: 'referral', isEnabled: true });
  const [person, friend] = [await samples.plant(client, 'c'), await samples.plant(client, 'd')];
  const save = (more: object) => admin.post('C_client/CreateOrEdit', { id: person, ...more } as never);
  const refused = await save({ knowingChannelId: id });
  expect(refused.error?.validationErrors).toMatchObject([{ members: ['introducerId'] }]);
  expect((await save({ knowingChannelId: id, introducerId: friend })).error).toBe(null);
  expect((await save({ introducerId: null })).status).toBe(400);
});
