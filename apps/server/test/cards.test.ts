import { client, deviceProduct } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Cards {
  readonly items: readonly {
    readonly id: number;
    readonly displayName: string;
    readonly facts: readonly { readonly label: string; readonly text: string }[];
  }[];
}

let app: TestApp;
let samples: Samples;
let admin: Client;
let narrow: Client;
let people: readonly number[];

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  narrow = (await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true })).client;
  const plant = (word: string, phone: string): Promise<number> =>
    samples.plantApart(client, word, { name: '王秀英', phone, healthManager: null, doctor: null });
  people = [await plant('A', '13812345678'), await plant('B', '13900005678')];
});
afterAll(() => app.close());

const cards = (who: Client, ids: readonly unknown[], service = client.wire.service) =>
  who.post<Cards>(`${service}/GetCards`, { ids });

test('rows of one name are told apart by the facts of the definition, masked as in lists', async () => {
  const { items } = (await cards(admin, people)).result;
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(people));
  expect(items.map(({ displayName }) => displayName)).toEqual(['王秀英', '王秀英']);
  const [first] = items.filter(({ id }) => id === people[0]);
  const told = Object.fromEntries((first?.facts ?? []).map(({ label, text }) => [label, text]));
  expect(told).toMatchObject({ 手机号: '138****5678' });
  expect(told['管理状态']).toMatch(/^\p{Script=Han}+$/u);
  expect(Object.keys(told)).not.toContain('证件号码');
  expect(JSON.stringify(items)).not.toContain('13812345678');
});

test('rows out of sight, of another tenant and unknown ones are left out', async () => {
  expect((await cards(narrow, people)).result.items).toEqual([]);
  expect((await cards(await app.as('admin', 'Beta'), people)).result.items).toEqual([]);
  expect((await cards(admin, [people[0], 9_007_199_254_740_991])).result.items).toHaveLength(1);
});

test('at most 50 ids, each a number', async () => {
  const many = Array.from({ length: 51 }, (_, at) => at + 1);
  for (const ids of [many, [], ['x'], [0]]) expect((await cards(admin, ids)).status).toBe(400);
});

test('only who may list the rows asks for their cards; a resource without a card has no such call', async () => {
  const { client: nobody } = await addUser(app, 'Alpha', {
    userName: 'nobody',
    dataScope: 'all',
    allPermissions: false,
  });
  expect((await cards(nobody, people)).status).toBe(403);
  expect((await cards(admin, [1], deviceProduct.wire.service)).status).toBe(404);
});
