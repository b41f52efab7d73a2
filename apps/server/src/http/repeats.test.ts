import { client, deviceType } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  bodies = await samples.body(deviceType, { all: true });
});
afterAll(() => app.close());

const keyed = (key: string, who = admin): Client => who.with({ 'idempotency-key': key });
const service = `${deviceType.wire.service}/CreateOrEdit`;

/** Saves a new device type under a name. */
async function save(who: Client, name: string): Promise<Answer<unknown>> {
  return who.post(service, { ...bodies, typeName: name, typeCode: codeOf(name) });
}

const codeOf = (name: string): string => `t${Buffer.from(name).toString('hex')}`.slice(0, 30);
let bodies: object;

const named = async (name: string): Promise<number> => {
  const [row] = await app.query<{ count: number }>(
    'Alpha',
    'select count(*) as count from device_type where tenant_id = $1 and type_name = $2',
    [name],
  );
  return Number(row?.count);
};

test('ten at once do it once and get the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(keyed('ten-at-once'), '同时十次组')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await named('同时十次组')).toBe(1);
});

test('another body, or another call, under the same key is refused; another user has keys of his own', async () => {
  expect((await save(keyed('reused'), '一组')).status).toBe(200);
  const other = await save(keyed('reused'), '二组');
  expect([other.status, other.error?.reason]).toEqual([409, 'request.key-used']);
  const body = await samples.body(client);
  const call = await keyed('reused').post('C_client/CreateOrEdit', body);
  expect([call.status, call.error?.reason]).toEqual([409, 'request.key-used']);
  expect((await save(keyed('reused', await app.as('manager', 'Alpha')), '三组')).error?.reason).not.toBe(
    'request.key-used',
  );
  expect((await save(keyed('reused', await app.as('admin', 'Beta')), '四组')).status).toBe(200);
  expect(await named('二组')).toBe(0);
});

test('a refused write leaves nothing under its key', async () => {
  expect((await save(keyed('refused-first'), '')).status).toBe(400);
  expect((await save(keyed('refused-first'), '五组')).status).toBe(200);
});

test('after a day the key is free', async () => {
  const age = (hours: number): Promise<unknown> =>
    app.query(
      'Alpha',
      "update request_key set created_at = created_at - make_interval(hours => $2) where tenant_id = $1 and key like '%a-day'",
      [hours],
    );
  expect((await save(keyed('a-day'), '六组')).status).toBe(200);
  await age(23);
  expect((await save(keyed('a-day'), '七组')).status).toBe(409);
  await age(2);
  expect((await save(keyed('a-day'), '七组')).status).toBe(200);
});

test('a key that cannot be one is refused; reads need none; what is stored is sealed', async () => {
  expect((await save(keyed('x'.repeat(129)), '八组')).error?.reason).toBe('request.bad-key');
  expect((await keyed('a read').get(`${deviceType.wire.service}/GetAll`)).status).toBe(200);
  const [row] = await app.query<{ answer: string }>(
    'Alpha',
    "select answer::text as answer from request_key where tenant_id = $1 and key like '%ten-at-once'",
  );
  expect(row?.answer).toMatch(/"sealed"/);
});
