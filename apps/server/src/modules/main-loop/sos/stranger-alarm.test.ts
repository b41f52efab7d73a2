import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from '../../../../test/ward.ts';

let ward: Ward;
let host: Client;
let admin: Client;
let serial = 0;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-09-10', '08:00');
  [host, admin] = await Promise.all([ward.app.as('admin'), ward.app.as('admin', 'Alpha')]);
});
afterAll(() => ward.close());

const newImei = (): string => `8699000${String((serial += 1)).padStart(8, '0')}`;
const inTenant = <T>(tenantId: number, text: string, values: readonly unknown[] = []): Promise<T[]> =>
  ward.app.server.services.database.withTenant(tenantId, (tx) => tx.query<T>(text, [tenantId, ...values]));
const sos = (imei: string): object => ({
  imei,
  dataType: 'event',
  measuredAt: ward.now().toISOString(),
  values: { event: 'sos' },
});

/** Moves the clock and lets tenant and host follow what is due by then. */
async function clockTo(time: string): Promise<void> {
  ward.setTime(time);
  const { follower } = ward.app.server;
  for (const tenantId of [0, ward.tenantId]) {
    await inTenant(tenantId, 'update outbox set available_at = now() where tenant_id = $1 and available_at <= $2', [
      ward.now(),
    ]);
    follower.wake(tenantId);
    await follower.settled();
  }
}

/** How often each user was notified of a device. */
async function noticesOf(imei: string, tenantId = ward.tenantId): Promise<readonly number[]> {
  const rows = await inTenant<{ count: number }>(
    tenantId,
    `select count(*)::int as count from user_notification where tenant_id = $1 and name = 'App.StrangerAlarm' and data->'params'->>'imei' = $2 group by user_id`,
    [imei],
  );
  return [...new Set(rows.map(({ count }) => count))];
}
const heard = (imei: string): number =>
  ward.shown.filter(({ event, payload }) => event === 'strangeralarm' && (payload as { imei: string }).imei === imei)
    .length;
const waits = async (imei: string): Promise<number> =>
  (
    await inTenant(
      ward.tenantId,
      "select 1 from outbox where tenant_id = $1 and topic = 'stranger.due' and payload->>'imei' = $2",
      [imei],
    )
  ).length;

interface Notices {
  readonly items: readonly {
    readonly id: string;
    readonly notification: { readonly data: { readonly properties: { readonly imei?: string } } };
  }[];
}

async function idsOfNotices(who: Client, imei: string): Promise<readonly string[]> {
  const { items } = (await who.get<Notices>('Notification/GetUserNotifications', { maxResultCount: 1000 })).result;
  return items.flatMap(({ id, notification }) => (notification.data.properties.imei === imei ? [id] : []));
}

test('a call of an unknown device is told again every ten minutes until a receiver has read a notice', async () => {
  const imei = newImei();
  await ward.send(sos(imei));
  expect(await noticesOf(imei)).toEqual([1]);
  await clockTo('08:09:59');
  expect(await noticesOf(imei)).toEqual([1]);
  await clockTo('08:10');
  expect(await noticesOf(imei)).toEqual([2]);
  await clockTo('08:20');
  expect([await noticesOf(imei), heard(imei)]).toEqual([[3], 3]);
  const [newest = ''] = await idsOfNotices(admin, imei);
  expect((await admin.post('Notification/SetNotificationAsRead', { id: newest })).result).toEqual({ success: true });
  await clockTo('08:30');
  await clockTo('09:30');
  expect([await noticesOf(imei), heard(imei), await waits(imei)]).toEqual([[3], 3, 0]);
});

test('a notice that its receiver deleted counts as read', async () => {
  const imei = newImei();
  ward.setTime('10:00');
  await ward.send(sos(imei));
  const [id = ''] = await idsOfNotices(admin, imei);
  expect((await admin.delete('Notification/DeleteNotification', { id })).status).toBe(200);
  await clockTo('10:10');
  expect([heard(imei), await waits(imei)]).toEqual([1, 0]);
});

test('a call that was placed or discarded is not told again, other packets of the device count for nothing', async () => {
  const [placed, discarded] = [newImei(), newImei()];
  ward.setTime('11:00');
  for (const imei of [placed, discarded])
    await ward.send(sos(imei), {
      imei,
      dataType: 'heart',
      measuredAt: ward.now().toISOString(),
      values: { heart: 70 },
    });
  await clockTo('11:10');
  expect([await noticesOf(placed), await noticesOf(discarded)]).toEqual([[2], [2]]);
  const [row] = await ward.sql<{ id: number }>(
    "select id from quarantined_reading where tenant_id = $1 and imei = $2 and kind = 'event'",
    [discarded],
  );
  expect(
    (await admin.post('IngestQuarantines/Discard', { ids: [row?.id], reason: '已电话核实' })).result,
  ).toMatchObject({ discarded: 1 });
  await ward.wearer(placed);
  await ward.sql('update quarantined_reading set created_at = $2 where tenant_id = $1', [ward.now()]);
  expect((await admin.post('IngestQuarantines/Replay', { imei: placed })).result).toEqual({ stored: 2, left: 0 });
  await clockTo('11:20');
  expect([await noticesOf(placed), await noticesOf(discarded)]).toEqual([[2], [2]]);
  expect(
    await ward.sql("select state from quarantined_reading where tenant_id = $1 and imei = $2 and kind = 'heart'", [
      discarded,
    ]),
  ).toEqual([{ state: 0 }]);
});

test('a further press is told at once, and its repetitions take the place of the former ones', async () => {
  const imei = newImei();
  ward.setTime('12:00');
  await ward.send(sos(imei));
  ward.setTime('12:04');
  await ward.send(sos(imei));
  expect(await noticesOf(imei)).toEqual([2]);
  await clockTo('12:10');
  expect(await noticesOf(imei)).toEqual([2]);
  await clockTo('12:14');
  await clockTo('12:20');
  expect([await noticesOf(imei), heard(imei), await waits(imei)]).toEqual([[3], 3, 1]);
  await admin.post('Notification/SetAllNotificationsAsRead', {});
});

test('a call is kept where five hundred other packets of the device wait', async () => {
  const imei = newImei();
  ward.setTime('12:30');
  await ward.sql(
    "insert into quarantined_reading (tenant_id, imei, kind, reason, payload, state) select $1, $2, 'heart', 'unknown_imei', jsonb_build_object('nth', nth), 0 from generate_series(1, 500) nth",
    [imei],
  );
  await ward.send(sos(imei), { imei, dataType: 'heart', measuredAt: ward.now().toISOString(), values: { heart: 70 } });
  await clockTo('12:40');
  expect(await noticesOf(imei)).toEqual([2]);
  expect(
    await ward.sql(
      'select kind, count(*)::int as count from quarantined_reading where tenant_id = $1 and imei = $2 group by kind order by kind',
      [imei],
    ),
  ).toEqual([
    { kind: 'event', count: 1 },
    { kind: 'heart', count: 500 },
  ]);
});

test("the host is told again of its own sources' calls, and of those of a tenant without staff for them", async () => {
  ward.setTime('13:00');
  const { result: sourceId } = await host.post<number>('IngestSources/CreateOrEdit', {
    sourceName: '平台网关',
    sourceCode: 'hostgate',
    protocol: 'json',
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    imeiPrefix: '8699',
  });
  const { apiKey } = (await host.post<{ apiKey: string }>('IngestSources/RotateKey', { id: sourceId })).result;
  const gateway = ward.app.visitor().with({ authorization: `Bearer ${apiKey}` });
  const [own, tenants] = [newImei(), newImei()];
  expect((await gateway.post('/api/ingest/v1/readings', sos(own))).status).toBe(202);
  const active = await ward.sql<{ id: number }>(
    'update app_user set is_active = false where tenant_id = $1 and is_active returning id',
  );
  await ward.send(sos(tenants));
  await clockTo('13:10');
  expect([await noticesOf(own, 0), await noticesOf(tenants, 0), await noticesOf(tenants)]).toEqual([[2], [2], []]);
  await ward.sql('update app_user set is_active = true where tenant_id = $1 and id = any($2)', [
    active.map(({ id }) => id),
  ]);
  await ward.sql('update quarantined_reading set state = 2 where tenant_id = $1 and imei = $2', [tenants]);
  await clockTo('13:20');
  expect([await noticesOf(own, 0), await noticesOf(tenants, 0)]).toEqual([[3], [2]]);
  await host.post('Notification/SetAllNotificationsAsRead', {});
  await clockTo('13:30');
  expect([await noticesOf(own, 0), heard(own)]).toEqual([[3], 3]);
});

test('after a stop the notice comes once, and a day after the press it ends', async () => {
  const imei = newImei();
  ward.setTime('14:00');
  await ward.send(sos(imei));
  await clockTo('2031-09-11 13:57');
  expect(await noticesOf(imei)).toEqual([2]);
  await clockTo('2031-09-11 14:00');
  expect([await noticesOf(imei), await waits(imei)]).toEqual([[3], 0]);
});

test('a repetition that was given up after its faults is found by the clock and told', async () => {
  ward.setTime('2031-09-12 08:00');
  const imei = newImei();
  await ward.send(sos(imei));
  const giveUp = (minutesAgo: number): Promise<unknown> =>
    inTenant(
      ward.tenantId,
      "update outbox set failed_at = now() - make_interval(mins => $3), attempts = 8 where tenant_id = $1 and topic = 'stranger.due' and payload->>'imei' = $2",
      [imei, minutesAgo],
    );
  await giveUp(1);
  await clockTo('2031-09-12 08:10');
  await ward.tick();
  expect(await noticesOf(imei)).toEqual([1]);
  await giveUp(3);
  await Promise.all([ward.tick(), ward.tick()]);
  await clockTo('2031-09-12 08:10:30');
  expect(await noticesOf(imei)).toEqual([2]);
  await clockTo('2031-09-12 08:20');
  expect(await noticesOf(imei)).toEqual([3]);
  // A day after the press the notices end.
  await giveUp(3);
  ward.setTime('2031-09-13 08:00:01');
  await ward.tick();
  await clockTo('2031-09-13 08:00:02');
  expect(await noticesOf(imei)).toEqual([3]);
});
