import { createHash, createHmac, randomUUID } from 'node:crypto';
import { startApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { describe, expect, test } from 'vitest';
import { queueCommand } from './commands.ts';
import {
  ack,
  admin,
  app,
  beat,
  bringForward,
  fetchFrom,
  given as allocated,
  reportedDevice,
  host,
  hosts,
  imei,
  others,
  ours,
  send,
  sql,
  stateOf,
  type Command,
  useCommandBench,
} from './test/command-bench.ts';

useCommandBench();

describe('fetching', () => {
  test('nobody gets in without a key, and a wait is a number of seconds', async () => {
    expect((await app.visitor().get('/api/ingest/v1/commands')).status).toBe(401);
    expect((await app.visitor().post('/api/ingest/v1/commands/1/ack')).status).toBe(401);
    expect((await ours.get('/api/ingest/v1/commands', { wait: 61 })).status).toBe(400);
    expect((await ours.get('/api/ingest/v1/commands', { wait: 'x' })).status).toBe(400);
    expect((await ours.get('/apis/api/ingest/v1/commands')).status).toBe(200);
  });

  test('a wait ends as soon as a command comes, and holds no connection of the database meanwhile', async () => {
    const given = await reportedDevice();
    const started = performance.now();
    const waiting = Promise.all([fetchFrom(ours, 20), fetchFrom(others, 2)]);
    await expect
      .poll(() => app.server.services.database.figures().every(({ total, idle }) => total === idle))
      .toBe(true);
    const { result } = await send({ imei: given, command: 'LOCATE' });
    const [got, none] = await waiting;
    expect(got.map(({ id }) => id)).toEqual([result.id]);
    expect(none).toEqual([]);
    expect(performance.now() - started).toBeLessThan(18_000);
  });

  test('what another node queued is found before the wait is over', async () => {
    const given = await reportedDevice();
    const waiting = fetchFrom(ours, 20);
    const started = performance.now();
    // Without its event, as if another node had followed it.
    await sql(
      "insert into device_command (tenant_id, device_id, command, next_try_at, expires_at) select $1, id, 'REBOOT', now(), now() + interval '1 day' from device where tenant_id = $1 and imei = $2",
      [given],
    );
    expect((await waiting).map(({ command }) => command)).toEqual(['REBOOT']);
    expect(performance.now() - started).toBeLessThan(18_000);
  });

  test('a command of another source is not found, and the source that reports the device now gets it', async () => {
    const given = await reportedDevice();
    const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
    expect(await fetchFrom(others)).toEqual([]);
    expect((await ack(others, id)).status).toBe(404);
    expect((await ack(ours, id)).status).toBe(409);
    expect((await ack(ours, 999_999_999)).status).toBe(404);
    expect((await ours.post('/api/ingest/v1/commands/abc/ack')).status).toBe(404);
    await beat(given, others);
    await expect.poll(async () => (await fetchFrom(others)).map((each) => each.id), { timeout: 60_000 }).toEqual([id]);
    expect((await ack(ours, id)).status).toBe(404);
    expect((await ack(others, id, { result: 'refused', reason: '电量低' })).body).toEqual({ id, state: 3 });
    expect(await stateOf(id)).toEqual({ state: 3, failReason: '电量低' });
    expect((await ack(others, id, { other: 1 })).status).toBe(400);
  });

  test('a source of the host serves the devices of every tenant', async () => {
    const given = await reportedDevice(hosts);
    const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
    expect((await fetchFrom(hosts, 5)).map((each) => each.id)).toEqual([id]);
    expect((await ack(hosts, id)).body).toEqual({ id, state: 2 });
  });

  test('the watch is given the contacts of its wearer', async () => {
    const given = await reportedDevice();
    const person = await admin.post<number>('C_client/CreateOrEdit', {
      name: '李奶奶',
      certificateType: '03',
      certificate_no: 'E99887766',
      gender: '2',
      birthday: '1950-05-05',
      phone: '13812345678',
      regionCode: '530102',
    });
    await admin.post('Device_binds/CreateOrEdit', {
      imei: given,
      userId: person.result,
      relation: 0,
      bindTime: new Date().toISOString(),
    });
    expect(
      (
        await admin.post('C_contact/CreateOrEdit', {
          client_id: person.result,
          name: '李明',
          relation: '2',
          phone: '13911112222',
          sosOrder: 1,
        })
      ).status,
    ).toBe(200);
    await send({ imei: given, command: 'SET_CONTACTS' });
    expect((await admin.get('DeviceCommands/GetAll', { imeiFilter: given })).text).not.toContain('13911112222');
    expect((await fetchFrom(ours)).find((each) => each.imei === given)?.args).toEqual({
      contacts: [{ name: '李明', phone: '13911112222', sosOrder: 1 }],
    });
  });

  test('every answer of the readings door says when commands wait', async () => {
    const given = await reportedDevice();
    expect((await beat(given)).body).toEqual({ status: 'stored' });
    await send({ imei: given, command: 'LOCATE' });
    await expect.poll(async () => (await beat(given)).body).toMatchObject({ commandsWait: true });
    const batch = await ours.post('/api/ingest/v1/batches', {
      items: [{ imei: given, dataType: 'heartbeat', values: {} }],
    });
    expect(batch.body).toMatchObject({ accepted: 1, commandsWait: true, results: [{ commandsWait: true }] });
    await fetchFrom(ours);
    expect((await beat(given)).body).toEqual({ status: 'stored' });
  });
});

test('a signed source fetches and answers with its signature', async () => {
  const made = await admin.post<number>('IngestSources/CreateOrEdit', {
    sourceName: 'signed',
    sourceCode: 'signed',
    protocol: 'json',
    authType: 'hmac',
    imeiList: allocated,
    valid: true,
    ratePerMinute: 600_000,
  });
  const { result } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  const signed = (body: string): Client => {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
    const signature = createHmac('sha256', result.apiKey)
      .update(`${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`)
      .digest('hex');
    return app
      .visitor()
      .with({ 'x-source': 'signed', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature });
  };
  const given = await reportedDevice();
  const reading = { imei: given, dataType: 'heartbeat', values: {} };
  expect((await signed(JSON.stringify(reading)).post('/api/ingest/v1/readings', reading)).status).toBe(201);
  const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
  expect((await fetchFrom(signed(''), 10)).map((each) => each.id)).toEqual([id]);
  expect((await signed('other').post(`/api/ingest/v1/commands/${id}/ack`, { result: 'done' })).status).toBe(401);
  expect(
    (await signed('{"result":"done"}').post(`/api/ingest/v1/commands/${id}/ack`, { result: 'done' })).body,
  ).toEqual({ id, state: 2 });
});

test('a clean stop ends open waits, and a visitor who leaves frees his place', async () => {
  const other = await startApp();
  const root = await other.as('admin', 'Alpha');
  await (await other.as('admin')).post('Devices/Allocate', { imeis: allocated, tenantId: other.tenants.Alpha });
  const made = await root.post<number>('IngestSources/CreateOrEdit', {
    sourceName: 's',
    sourceCode: 's',
    protocol: 'json',
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    imeiList: allocated.slice(0, 1),
    valid: true,
  });
  const { result } = await root.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  const own = other.visitor().with({ authorization: `Bearer ${result.apiKey}` });
  const left = new AbortController();
  const gone = Promise.allSettled(
    Array.from({ length: 8 }, () =>
      own.fetch('/api/ingest/v1/commands?wait=25', { headers: own.headers, signal: left.signal }),
    ),
  );
  await expect
    .poll(async () => (await own.get('/api/ingest/v1/commands', { wait: 0.1 })).status, { timeout: 60_000 })
    .toBe(429);
  left.abort();
  await gone;
  await expect
    .poll(async () => (await own.get('/api/ingest/v1/commands', { wait: 0.1 })).status, { timeout: 60_000 })
    .toBe(200);
  const waiting = own.get('/api/ingest/v1/commands', { wait: 60 }).then(
    ({ status }) => status,
    () => 'ended',
  );
  const started = performance.now();
  await other.close();
  expect([200, 'ended']).toContain(await waiting);
  expect(performance.now() - started).toBeLessThan(50_000);
});

/** The commands fetched for one device. Commands of earlier tests are repeated after a minute. */
const commandsOf = async (imei: string): Promise<readonly Command[]> =>
  (await fetchFrom(ours)).filter((command) => command.imei === imei);

describe('the clock', () => {
  test('what nobody fetched expires: what one waits for after ten minutes, the rest after a day', async () => {
    const given = await reportedDevice();
    const find = (await send({ imei: given, command: 'FIND' })).result.id;
    const reboot = (await send({ imei: given, command: 'REBOOT' })).result.id;
    const spans = await sql<{ minutes: number }>(
      'select round(extract(epoch from expires_at - created_at) / 60)::integer as minutes from device_command where tenant_id = $1 and id = any($2::bigint[]) order by id',
      [[find, reboot]],
    );
    expect(spans.map(({ minutes }) => minutes)).toEqual([10, 1440]);
    await sql("update device_command set expires_at = now() - interval '1 second' where tenant_id = $1 and id = $2", [
      find,
    ]);
    expect((await commandsOf(given)).map(({ id }) => id)).toEqual([reboot]);
    await bringForward('command.due');
    await expect.poll(() => stateOf(find)).toEqual({ state: 4, failReason: '超时未下发' });
    expect(await stateOf(reboot)).toMatchObject({ state: 1 });
  });

  test('three tries without answer, and it failed', async () => {
    const given = await reportedDevice();
    const { id } = (await send({ imei: given, command: 'REBOOT' })).result;
    for (const tries of [1, 2, 3]) {
      expect(await commandsOf(given)).toMatchObject([{ id, tries }]);
      await sql(
        "update device_command set next_try_at = now() - interval '1 second' where tenant_id = $1 and id = $2",
        [id],
      );
    }
    expect(await commandsOf(given)).toEqual([]);
    await bringForward('command.due');
    await expect.poll(() => stateOf(id)).toEqual({ state: 3, failReason: '设备无应答' });
    expect((await ack(ours, id)).body).toEqual({ id, state: 3 });
  });
});

test('the product queues by itself; the same again changes nothing', async () => {
  const given = await reportedDevice();
  const queue = (): Promise<number | undefined> =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      queueCommand(tx, { imei: given, command: 'TIME_SYNC' }),
    );
  expect(await queue()).toEqual(expect.any(Number));
  expect(await queue()).toBeUndefined();
  expect(await fetchFrom(ours)).toMatchObject([{ imei: given, command: 'TIME_SYNC', args: null }]);
});
