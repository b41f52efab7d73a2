import type { Client } from '@kangmai/testkit/client';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byItself } from '../src/platform/database/held.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { noticeParts } from '../src/modules/main-loop/notices/notice-ended.ts';
import { messagesModule, type Messages } from '../src/modules/messages/public.ts';
import { takeReceipt } from '../src/modules/messages/take-receipt.ts';
import { openWard, type Ward } from './ward.ts';

/** Locks are taken in one order: case, alarm notices by their ids, message, its delivery. */

let ward: Ward;
let admin: Client;
let messages: Messages;
let watcher: Database;
let imeis = 860_000_000_086_000;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-04-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
  ({ messages } = messagesModule(ward.app.server.services, noticeParts));
  watcher = new Database({ connectionString: ward.app.urls.migrator });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await ward.close();
});

interface Alarm {
  readonly caseId: number;
  /** Notices that wait, by their ids. */
  readonly notices: readonly number[];
}

/** A critical case with two notices that wait to be sent; the first one stands behind the other in the table. */
async function alarm(): Promise<Alarm> {
  imeis += 1;
  const imei = String(imeis);
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high: 205, low: 122 } });
  await ward.follow();
  const rows = await ward.sql<{ id: number; caseId: number }>(
    `insert into alarm_notice (tenant_id, case_id, client_id, run, rung, receiver_kind, receiver_key, receiver, channel, state, taken_at)
     select $1, c.id, c.client_id, c.ladder_run, 9, 'guardian1', 'lock ' || n, '家属', 'sms', 0, $3 from abnormal_case c, generate_series(1, 2) n where c.tenant_id = $1 and c.client_id = $2 and c.type = 'bpHigh'
     returning id, case_id as "caseId"`,
    [person, ward.now()],
  );
  const notices = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  await ward.sql("update alarm_notice set content = '等待' where tenant_id = $1 and id = $2", [notices[0]]);
  return { caseId: rows[0]?.caseId ?? 0, notices };
}

/** A message of notices that was sent. */
async function sentMessage(notices: readonly number[]): Promise<number> {
  const [row] = await ward.sql<{ id: number }>(
    `with m as (insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, body, state, level) values ($1, $3, 'sms', 'alarm', '13900009999', '', 'sent', 4) returning id),
       k as (insert into message_key (tenant_id, key, notice_id, message_id) select $1, 'lock ' || n, n, m.id from m, unnest($2::bigint[]) n)
     select id from m`,
    [notices, ward.now()],
  );
  return row?.id ?? 0;
}

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  ward.app.server.services.database.withTenant(ward.tenantId, work);
const waiting = async (): Promise<number> =>
  (await watcher.query('select 1 from pg_locks where not granted')).rowCount ?? 0;

/** Holds a row, lets the work come to it, and proves that the work has not locked what stands later in the order. */
async function holding(
  [table, id]: readonly [string, number],
  work: () => Promise<unknown>,
  [laterTable, laterId]: readonly [string, number],
): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  await inTenant(async (tx) => {
    await tx.execute(`select 1 from ${table} where tenant_id = $1 and id = $2 for update`, [tx.tenantId, id]);
    running = byItself(work).catch((fault: unknown) => fault);
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
    await tx.execute(`select 1 from ${laterTable} where tenant_id = $1 and id = $2 for update nowait`, [
      tx.tenantId,
      laterId,
    ]);
  });
  expect(await running).not.toBeInstanceOf(Error);
}

test('a sent message and a receipt lock the notices before the message', async () => {
  const { notices } = await alarm();
  const [first = 0] = notices;
  const id = await sentMessage(notices);
  const { database, tenantKeys } = ward.app.server.services;
  const parts = { database, tenantKeys, now: ward.now, ...noticeParts, courier: messages.courier };
  await holding(['alarm_notice', first], () => takeReceipt(parts, { tenantId: ward.tenantId, messageId: id }), [
    'outgoing_message',
    id,
  ]);
  expect(await ward.sql('select state from outgoing_message where tenant_id = $1 and id = $2', [id])).toEqual([
    { state: 'delivered' },
  ]);
  const message = {
    id,
    tenantId: ward.tenantId,
    userId: null,
    level: 4,
    noticeIds: notices,
    channel: 'sms',
    purpose: 'alarm',
    recipient: '13900009999',
    culture: 'zh-Hans',
    params: { minutes: '5' },
    fallbacks: [],
    attempts: 1,
    isLate: false,
    secondsLeft: 60,
  } as const;
  await holding(
    ['alarm_notice', first],
    () => inTenant((tx) => messages.courier.close(tx, message, { state: 'sent', sentAt: ward.now() })),
    ['outgoing_message', id],
  );
});

test('several notices are locked in the order of their ids, whether their message was sent or their case was closed', async () => {
  const ended = await alarm();
  const [first = 0, second = 0] = ended.notices;
  await holding(
    ['alarm_notice', first],
    () => inTenant((tx) => noticeParts.noticeEnded(tx, [second, first], { state: 'sent', sentAt: ward.now() })),
    ['alarm_notice', second],
  );
  const closed = await alarm();
  const [one = 0, other = 0] = closed.notices;
  await holding(
    ['alarm_notice', one],
    () => admin.post('AbnormalData/LogContact', { id: closed.caseId, callOutcome: 1 }).then(() => close(closed.caseId)),
    ['alarm_notice', other],
  );
  expect(
    await ward.sql('select state from alarm_notice where tenant_id = $1 and id = any($2) order by id', [
      closed.notices,
    ]),
  ).toEqual([{ state: 4 }, { state: 4 }]);
});

async function close(id: number): Promise<void> {
  const closing = { id, state: 4, handleResult: '袖带绑在衣服上' };
  expect((await admin.post('AbnormalData/CreateOrEdit', closing)).status).toBe(200);
  await ward.follow();
}

test('a logged call locks the case before its notice, as closing the case does', async () => {
  const { caseId, notices } = await alarm();
  const [first = 0] = notices;
  await holding(['abnormal_case', caseId], () => admin.post('AlarmNotices/Call', { id: first, callOutcome: 1 }), [
    'alarm_notice',
    first,
  ]);
  expect(await ward.sql('select state from alarm_notice where tenant_id = $1 and id = $2', [first])).toEqual([
    { state: 6 },
  ]);
});

test('the courier waits for nobody who writes a message, and takes none that is being written', async () => {
  const { notices } = await alarm();
  const id = await sentMessage(notices);
  await ward.sql(
    `with m as (update outgoing_message set state = 'waiting' where tenant_id = $1 and id = $2 returning id)
     insert into message_delivery (tenant_id, message_id, culture, params_sealed, next_at, expires_at, fallbacks) select $1, m.id, 'zh-Hans', '', $3, $3::timestamptz + interval '1 hour', '[]' from m`,
    [id, ward.now()],
  );
  const stateOf = () => ward.sql('select state from outgoing_message where tenant_id = $1 and id = $2', [id]);
  await inTenant(async (tx) => {
    await tx.execute('update outgoing_message set body = body where tenant_id = $1 and id = $2', [tx.tenantId, id]);
    await byItself(() => messages.courier.tick());
    // What a summary writes next; it waited for the courier that waited for it.
    await tx.execute('update message_delivery set params_sealed = params_sealed where tenant_id = $1', [tx.tenantId]);
  });
  expect(await stateOf()).toEqual([{ state: 'waiting' }]);
});
