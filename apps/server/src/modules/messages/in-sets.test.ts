import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import { makeNotify } from '../notices/public.ts';
import type { NewMessage } from './message-types.ts';
import { messagesModule, type Messages } from './public.ts';

let app: TestApp;
let messages: Messages;

beforeAll(async () => {
  app = await startApp();
  ({ messages } = messagesModule(app.server.services));
});
afterAll(() => app.close());

const alarm = (recipient: string, more: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'sms',
  purpose: 'alarm',
  recipient,
  userId: null,
  culture: 'zh-Hans',
  params: { house: '安康', phone: '028-85550101', ward: '张先生', level: '警告' },
  seconds: 3600,
  level: 3,
  ...more,
});

const senders = ['query', 'one', 'execute'] as const;

/** The number of statements that a work sends in its transaction. */
async function statementsOf(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counted = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        if ((senders as readonly (string | symbol)[]).includes(name)) count += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) => work(counted(tx)));
  return count;
}

const queueAll = (all: readonly NewMessage[]): Promise<number> => statementsOf((tx) => messages.queueAll(tx, all));

const statesTo = async (recipient: string): Promise<readonly string[]> =>
  (
    await app.query<{ state: string }>(
      'Alpha',
      "select purpose || ' ' || state as state from outgoing_message where tenant_id = $1 and recipient = $2 order by id",
      [recipient],
    )
  ).map(({ state }) => state);

const phones = (count: number, begin: string): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `${begin}${String(nth).padStart(4, '0')}`);

test('alarms below level 4 take as many statements for a hundred receivers as for two', async () => {
  const few = await queueAll(phones(2, '1390001').map((phone, nth) => alarm(phone, { key: `few ${nth}` })));
  const many = await queueAll(phones(100, '1390002').map((phone, nth) => alarm(phone, { key: `many ${nth}` })));
  expect(many).toBe(few);
  expect(await statesTo('13900020099')).toEqual(['alarm kept']);
});

test('of one set, those beyond ten an hour become one summary for each receiver', async () => {
  const [one = '', other = ''] = phones(2, '1390003');
  const twelve = Array.from({ length: 12 }, () => alarm(one));
  const few = await queueAll([...twelve, alarm(other), alarm(one, { level: 4 })]);
  const states = await statesTo(one);
  expect(states.filter((state) => state === 'alarm kept')).toHaveLength(11);
  expect(states.filter((state) => state === 'alarm merged')).toHaveLength(2);
  expect(states.filter((state) => state === 'alarmSummary kept')).toHaveLength(1);
  expect(await statesTo(other)).toEqual(['alarm kept']);
  const crowds = phones(30, '1390004').flatMap((phone) => Array.from({ length: 12 }, () => alarm(phone)));
  expect(await queueAll(crowds)).toBe(few);
  await queueAll([alarm(one), alarm(one)]);
  const [summary] = await app.query<{ body: string }>(
    'Alpha',
    "select body from outgoing_message where tenant_id = $1 and recipient = $2 and purpose = 'alarmSummary'",
    [one],
  );
  expect(summary?.body).toContain('另有4条');
});

test('an alarm whose summary has left already takes its next channel', async () => {
  const [phone = ''] = phones(1, '1390006');
  const ended: (readonly [readonly number[], string | undefined])[] = [];
  const { messages: linked } = messagesModule(app.server.services, {
    noticeEnded: async (_tx, noticeIds, { problem }) => {
      ended.push([noticeIds, problem]);
    },
    unwantedNotices: async () => new Set(),
  });
  const noticed = (noticeId: number): NewMessage => alarm(phone, { key: `left ${noticeId}`, noticeId });
  const send = (all: readonly NewMessage[]): Promise<void> =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) => linked.queueAll(tx, all));
  await send(Array.from({ length: 11 }, (_each, nth) => noticed(nth + 1)));
  await app.query(
    'Alpha',
    "update outgoing_message set state = 'sending' where tenant_id = $1 and recipient = $2 and purpose = 'alarmSummary'",
    [phone],
  );
  ended.length = 0;
  await send([noticed(12)]);
  expect(ended).toContainEqual([[12], 'TOO_LATE']);
});

test('a repeated key is written once, and does not count twice', async () => {
  const [phone = ''] = phones(1, '1390005');
  await queueAll([alarm(phone, { key: 'same' }), alarm(phone, { key: 'same' })]);
  await queueAll([alarm(phone, { key: 'same' })]);
  expect(await statesTo(phone)).toEqual(['alarm kept']);
});

test('a notice with mail takes as many statements for many readers as for one', async () => {
  await app.query(
    'Alpha',
    "update app_user set is_email_confirmed = true, email_address = user_name || '@example.com' where tenant_id = $1",
  );
  const users = await app.query<{ id: number }>(
    'Alpha',
    'select id from app_user where tenant_id = $1 and is_active and not is_deleted order by id',
  );
  const notify = makeNotify(messages);
  const to = (ids: readonly number[]): Promise<number> =>
    statesOf(ids.length, () =>
      statementsOf((tx) =>
        notify(
          { tx, publish: () => undefined },
          { purpose: 'App.HostImpersonation', to: { users: ids }, params: { reason: '测试' } },
        ),
      ),
    );
  const ids = users.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(2);
  expect(await to(ids)).toBe(await to(ids.slice(0, 1)));
});

/** Runs a work and proves that it wrote the mails. */
async function statesOf(mails: number, work: () => Promise<number>): Promise<number> {
  const count = async (): Promise<number> =>
    (await app.query('Alpha', "select id from outgoing_message where tenant_id = $1 and purpose = 'notice'")).length;
  const before = await count();
  const statements = await work();
  expect((await count()) - before).toBe(mails);
  return statements;
}
