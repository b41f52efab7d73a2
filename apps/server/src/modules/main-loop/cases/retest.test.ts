import { imeiCheckDigit } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let source: Client;
const types = new Map<string, { readonly type: number; readonly product: number }>();

const prefix = '868777';
let serial = 0;
const run = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));
const good = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  for (const [typeCode, category] of [
    ['watch', 'wearable'],
    ['bp_monitor', undefined],
  ] as const) {
    const [found] = await run<{ type: number; product: number }>(
      'select t.id as type, p.id as product from device_type t join device_product p on p.tenant_id = t.tenant_id and p.type_id = t.id where t.tenant_id = $1 and t.type_code = $2 limit 1',
      [typeCode],
    );
    if (!found) throw new Error(`no product of ${category ?? typeCode}`);
    types.set(typeCode, found);
  }
  const host = await app.as('admin');
  const id = good(
    await host.post<number>('IngestSources/CreateOrEdit', {
      sourceName: 'w',
      sourceCode: 'w',
      protocol: 'json',
      authType: 'bearer',
      ipAllow: '127.0.0.1',
      imeiPrefix: prefix,
      valid: true,
      ratePerMinute: 600_000,
    }),
  );
  const { apiKey } = good(await host.post<{ apiKey: string }>('IngestSources/RotateKey', { id }));
  source = app.visitor().with({ authorization: `Bearer ${apiKey}` });
});
afterAll(() => app.close());

async function wearer(
  typeCode: 'watch' | 'bp_monitor' = 'watch',
): Promise<{ readonly imei: string; readonly client: number }> {
  serial += 1;
  const head = `${prefix}${String(serial).padStart(8, '0')}`;
  const imei = `${head}${imeiCheckDigit(head)}`;
  const kind = types.get(typeCode);
  await (await app.as('admin')).post('Devices/Allocate', { imeis: [imei], tenantId: app.tenants.Alpha });
  good(await admin.post('Devices/CreateOrEdit', { imei, devicesTypeId: kind?.type, deviceProductId: kind?.product }));
  const client = good(
    await admin.post<number>('C_client/CreateOrEdit', {
      name: '王阿姨',
      certificateType: '03',
      certificate_no: `E${String(serial).padStart(8, '7')}`,
      gender: '2',
      birthday: '1966-05-05',
      phone: `138${String(10_000_000 + serial)}`,
      regionCode: '530102',
    }),
  );
  good(
    await admin.post('Device_binds/CreateOrEdit', {
      imei,
      userId: client,
      relation: 0,
      bindTime: new Date().toISOString(),
    }),
  );
  await run("update device_binding set bound_at = now() - interval '2 days' where tenant_id = $1 and client_id = $2", [
    client,
  ]);
  await run('update device set row_version = row_version + 1 where tenant_id = $1 and imei = $2', [imei]);
  return { imei, client };
}

const send = async (imei: string, values: object, minutesAgo = 0): Promise<void> => {
  const [dataType = ''] = 'high' in values ? ['bp'] : Object.keys(values);
  const answer = await source.post('/api/ingest/v1/readings', {
    imei,
    dataType,
    measuredAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    values,
  });
  expect(answer.status, answer.text).toBe(201);
};
const commands = (imei: string): Promise<{ command: string; state: number; reason: string }[]> =>
  run(
    'select c.command, c.state, c.reason from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id where c.tenant_id = $1 and d.imei = $2 order by c.id',
    [imei],
  );
const followed = () =>
  expect
    .poll(
      async () =>
        (
          await run<{ n: number }>(
            "select count(*) as n from outbox where tenant_id = $1 and topic = 'readings.stored'",
          )
        )[0]?.n,
      { timeout: 60_000 },
    )
    .toBe(0);
const retests = async (): Promise<number> =>
  (await run<{ n: number }>("select count(*) as n from outbox where tenant_id = $1 and topic = 'retest.due'"))[0]?.n ??
  -1;

describe('a first alarming value of a watch', () => {
  test('is measured again at once and after five minutes, once a run', async () => {
    const { imei } = await wearer();
    await send(imei, { high: 172, low: 104, heart: 80 }, 2);
    await expect
      .poll(() => commands(imei), { timeout: 60_000 })
      .toEqual([{ command: 'MEASURE', state: 0, reason: '异常值自动复测' }]);
    await expect
      .poll(
        async () =>
          ((await source.get('/api/ingest/v1/commands')).body as { commands: { id: number }[] }).commands.length,
        { timeout: 60_000 },
      )
      .toBe(1);
    await send(imei, { high: 175, low: 105, heart: 80 }, 1);
    await followed();
    expect(await commands(imei)).toHaveLength(1);
    const [due] = await run<{ minutes: number }>(
      "select round(extract(epoch from available_at - now()) / 60)::integer as minutes from outbox where tenant_id = $1 and topic = 'retest.due'",
    );
    expect(due?.minutes).toBe(5);
    await run("update outbox set available_at = now() where tenant_id = $1 and topic = 'retest.due'");
    await expect
      .poll(async () => (await commands(imei)).map(({ command, state }) => `${command} ${state}`), { timeout: 60_000 })
      .toEqual(['MEASURE 1', 'MEASURE 0']);
  });

  test.each([
    ['a normal value', { high: 120, low: 75, heart: 70 }, 0],
    ['level 2 of heart', { heart: 125 }, 0],
    ['a late value', { high: 190, low: 112, heart: 80 }, 180],
  ] as const)('not for %s', async (_what, values, minutesAgo) => {
    const before = await retests();
    const { imei } = await wearer();
    await send(imei, values, minutesAgo);
    await followed();
    expect(await commands(imei)).toEqual([]);
    expect(await retests()).toBe(before);
  });

  test('oxygen and a doubtful heart value ask, a cuff and the wearer before do not', async () => {
    const [oxygen, heart, cuff] = [await wearer(), await wearer(), await wearer('bp_monitor')];
    await send(oxygen.imei, { spo2: 88 });
    await send(heart.imei, { heart: 215 });
    await send(cuff.imei, { high: 172, low: 104, heart: 80 });
    await expect
      .poll(async () => [(await commands(oxygen.imei)).length, (await commands(heart.imei)).length], {
        timeout: 60_000,
      })
      .toEqual([1, 1]);
    await followed();
    expect(await commands(cuff.imei)).toEqual([]);
    await run('update device_command set state = 2, answered_at = now() where tenant_id = $1');
    await run('update device_binding set state = 0, unbound_at = now() where tenant_id = $1 and client_id = $2', [
      oxygen.client,
    ]);
    await run("update outbox set available_at = now() where tenant_id = $1 and topic = 'retest.due'");
    await expect.poll(async () => (await commands(heart.imei)).length, { timeout: 60_000 }).toBe(2);
    expect(await commands(oxygen.imei)).toHaveLength(1);
  });
});
