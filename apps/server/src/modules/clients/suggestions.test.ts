import { client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let person: number;
// A day to come: what is due by the database's clock waits for the test.
let clock = Date.parse('2031-05-10T02:00:00Z');

beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await app.as('admin', 'Alpha');
  person = await (await Samples.of(app, 'Alpha')).plant(client, 'suggests');
});
afterAll(() => app.close());

interface Suggestion {
  readonly id: number;
  readonly state: number;
  readonly handlerName: string | null;
  readonly reply: string | null;
  readonly replyTime: string | null;
  readonly satisfaction: number | null;
}

const post = (call: string, body: object, by = admin): Promise<Answer<unknown>> =>
  by.post(`ClientSuggestion/${call}`, body as never);
const read = async (id: number): Promise<Suggestion> =>
  (await admin.get<Suggestion>('ClientSuggestion/Get', { id })).result;

async function filed(more: object = {}): Promise<number> {
  const { result, error } = await post('CreateOrEdit', {
    clientId: person,
    type: 'complaint',
    title: '送餐太晚',
    content: '连续三天午餐一点以后才送到。',
    receiveTime: new Date(clock - 60_000).toISOString(),
    channel: 'phone',
    ...more,
  });
  expect(error).toBe(null);
  return result as number;
}

test('a suggestion is taken, answered, disputed, answered again and rated', async () => {
  const id = await filed();
  expect((await post('Answer', { id, reply: '已调整配送路线' })).status).toBe(400);
  expect((await post('Take', { id })).error).toBe(null);
  expect(await read(id)).toMatchObject({ state: 1, handlerName: expect.stringMatching(/./) as string });
  expect((await post('Answer', { id })).error?.validationErrors).toMatchObject([{ members: ['reply'] }]);
  expect((await post('Answer', { id, reply: '已调整配送路线' })).error).toBe(null);
  expect(await read(id)).toMatchObject({ state: 2, replyTime: new Date(clock).toISOString() });
  expect((await post('Dispute', { id, dispute: '今天仍然晚到' })).error).toBe(null);
  expect(await read(id)).toMatchObject({ state: 1, replyTime: null });
  expect((await post('Answer', { id, reply: '已更换配送员' })).error).toBe(null);
  expect((await post('Rate', { id, satisfaction: 6 })).status).toBe(400);
  expect((await post('Rate', { id, satisfaction: 4 })).error).toBe(null);
  expect(await read(id)).toMatchObject({ state: 3, satisfaction: 4, reply: '已更换配送员' });
  expect((await post('Dispute', { id, dispute: '再试' })).status).toBe(400);
});

test('a save with state and reply makes the same moves', async () => {
  const id = await filed({ type: 'fault' });
  const row = await read(id);
  expect((await post('CreateOrEdit', { ...row, state: 1 })).error).toBe(null);
  const taken = await read(id);
  expect(taken).toMatchObject({ state: 1, handlerName: expect.stringMatching(/./) as string });
  expect((await post('CreateOrEdit', { ...taken, state: 2 })).status).toBe(400);
  expect((await post('CreateOrEdit', { ...taken, state: 2, reply: '已派人检修' })).error).toBe(null);
  const answered = await read(id);
  expect(answered).toMatchObject({ state: 2, reply: '已派人检修' });
  expect((await post('CreateOrEdit', { ...answered, title: '另一件事' })).error?.message).toContain('不能再修改');
  expect((await post('CreateOrEdit', { ...answered, state: 1, dispute: '仍未修好' })).error).toBe(null);
  expect(await read(id)).toMatchObject({ state: 1, replyTime: null });
});

test('nobody else sees the suggestions of a client out of sight, or of another tenant', async () => {
  const id = await filed({ type: 'praise' });
  const beta = await app.as('admin', 'Beta');
  expect((await beta.get('ClientSuggestion/Get', { id })).status).toBe(404);
  expect((await post('Take', { id }, beta)).status).toBe(404);
  const { client: other } = await addUser(app, 'Alpha', {
    userName: 'suggestion.own',
    dataScope: 'own',
    allPermissions: true,
  });
  expect((await other.get('ClientSuggestion/Get', { id })).status).toBe(404);
  expect(
    (await post('CreateOrEdit', { clientId: person, type: 'praise', title: '好', content: '很好' }, other)).status,
  ).not.toBe(200);
});

test('a complaint that nobody took within 24 hours is notified to the administrators once', async () => {
  const [waiting, taken] = [await filed(), await filed()];
  expect((await post('Take', { id: taken })).error).toBe(null);
  clock += 24 * 3_600_000;
  await app.query(
    'Alpha',
    "update outbox set available_at = now() where tenant_id = $1 and topic = 'suggestion.waiting'",
  );
  app.server.follower.wake(app.tenants.Alpha);
  await app.server.follower.settled();
  const notices = await app.query<{ key: string }>(
    'Alpha',
    "select distinct key from user_notification where tenant_id = $1 and name = 'App.ComplaintWaiting' and key in ($2, $3)",
    [`complaint ${waiting}`, `complaint ${taken}`],
  );
  expect(notices).toEqual([{ key: `complaint ${waiting}` }]);
});
