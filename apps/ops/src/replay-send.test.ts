import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSourceKey, demoSources, loadSources } from './demo/load-sources.ts';
import type { MasterKey } from '@kangmai/server/platform/keys';
import { sendReadings } from './replay-send.ts';

const master: MasterKey = { derive: (purpose) => Buffer.from(purpose.padEnd(32)) };
const imei = '869081990000101';
const recorded = [2, 1, 0].map((day) => ({
  line: 0,
  kind: 'bp' as const,
  measuredAt: Date.parse('2019-07-31T03:39:59Z') + day * 86_400_000,
  values: { high: 126, low: 77 },
}));

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const { database, tenantKeys } = app.server.services;
  await loadSources(database, { sealerOf: (id) => tenantKeys.of(id), master });
  const tenantId = app.tenants.Alpha;
  const sealer = await tenantKeys.of(tenantId);
  await database.withTenant(tenantId, (tx) =>
    tx.execute("update device_product set registration_no = 'A 1' where tenant_id = $1 and model = 'GENERIC-BP'", [
      tenantId,
    ]),
  );
  await database.withTenant(tenantId, (tx) =>
    tx.execute(
      `insert into device (tenant_id, imei, type_id, product_id) select $1, $2, p.type_id, p.id from device_product p where p.tenant_id = $1 and p.model = 'GENERIC-BP'`,
      [tenantId, imei],
    ),
  );
  await database.withTenant(tenantId, (tx) =>
    tx.execute(
      `with p as (insert into client (tenant_id, name, gender, birthday, phone_sealed, region_code) values ($1, 'Li', '1', '1950-01-01', $3, '530102') returning id)
     insert into device_binding (tenant_id, device_id, client_id, bound_at) select $1, d.id, p.id, now() - interval '30 days' from device d, p where d.tenant_id = $1 and d.imei = $2`,
      [tenantId, imei, sealer.seal('16012345678')],
    ),
  );
  await database.directory((tx) =>
    tx.execute("insert into dir_imei (tenant_id, imei, valid_from) values ($1, $2, now() - interval '1 day')", [
      tenantId,
      imei,
    ]),
  );
});

afterAll(() => app.close());

const target = (source: string) => ({ base: app.url, source, key: demoSourceKey(master, source), imei });

it('brings readings of any age through an importing source, once', async () => {
  expect((await sendReadings(target(demoSources.replay), recorded)).map(({ status }) => status)).toEqual([
    'stored',
    'stored',
    'stored',
  ]);
  expect((await sendReadings(target(demoSources.replay), recorded)).map(({ status }) => status)).toEqual([
    'duplicate',
    'duplicate',
    'duplicate',
  ]);
});

it('keeps them aside when another source brings them', async () => {
  expect(
    (await sendReadings(target(demoSources.gateway), recorded)).map(({ status, reason }) => [status, reason]),
  ).toEqual(recorded.map(() => ['quarantined', 'too_old']));
});

it('tells nobody of old readings, and of a fresh one at once', async () => {
  const high = (measuredAt: number) => ({ line: 0, kind: 'bp' as const, measuredAt, values: { high: 188, low: 112 } });
  const countNotices = () =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.one<{ cases: number; messages: number }>(
        'select (select count(*) from abnormal_case) as cases, (select count(*) from remind_message) as messages',
      ),
    );
  const sendReading = async (measuredAt: number) => {
    expect((await sendReadings(target(demoSources.replay), [high(measuredAt)]))[0]).toMatchObject({
      status: 'stored',
      abnormalLevel: 3,
    });
    await app.server.follower.settled();
    return countNotices();
  };
  expect(await sendReading(Date.now() - 3 * 86_400_000)).toEqual({ cases: 1, messages: 0 });
  expect((await sendReading(Date.now() - 1000))?.messages).toBe(1);
});

it('is refused with a wrong key', async () => {
  await expect(sendReadings({ ...target(demoSources.replay), key: 'wrong' }, recorded)).rejects.toThrow(/401/);
});
