import { createHash, createHmac, randomUUID } from 'node:crypto';
import { imeiCheckDigit } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueCommand } from './commands.ts';

let app: TestApp;
let admin: Client;
let host: Client;
let kinds: { readonly type: number; readonly product: number };
let ours: Client;
let others: Client;
let hosts: Client;

interface Command {
  readonly id: number;
  readonly imei: string;
  readonly command: string;
  readonly args: { readonly [name: string]: unknown } | null;
  readonly tries: number;
}

const prefix = '868123';
let serial = 0;
const imei = (): string => {
  serial += 1;
  const head = `${prefix}${String(serial).padStart(8, '0')}`;
  return `${head}${imeiCheckDigit(head)}`;
};
const sql = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> => app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(text, [app.tenants.Alpha, ...values]));

async function source(who: Client, sourceCode: string): Promise<Client> {
  const made = await who.post<number>('IngestSources/CreateOrEdit', { sourceName: sourceCode, sourceCode, protocol: 'json', authType: 'bearer', ipAllow: '127.0.0.1', imeiPrefix: prefix, valid: true, ratePerMinute: 600_000 });
  if (made.status !== 200) throw new Error(made.text);
  const { result } = await who.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  return app.visitor().with({ authorization: `Bearer ${result.apiKey}` });
}

beforeAll(async () => {
  app = await startApp();
  [admin, host] = await Promise.all([app.as('admin', 'Alpha'), app.as('admin')]);
  const types = (await admin.get<{ id: number; typeCode: string }[]>('DevicesType/getDevicesTypeList', { categoryFilter: 'wearable' })).result;
  const type = types.find(({ typeCode }) => typeCode === 'watch')?.id ?? 0;
  kinds = { type, product: (await admin.get<{ id: number }[]>('DeviceProduct/GetList', { devicesTypeId: type })).result[0]?.id ?? 0 };
  [ours, others, hosts] = await Promise.all([source(admin, 'ours'), source(admin, 'others'), source(host, 'hosts')]);
});
afterAll(() => app.close());

const register = (given: string, code?: string): Promise<Answer<number>> => admin.post<number>('Devices/CreateOrEdit', { imei: given, devicesTypeId: kinds.type, deviceProductId: kinds.product, ...(code && { deviceCode: code }) });
const beat = (given: string, from: Client = ours): Promise<Answer<unknown>> => from.post('/api/ingest/v1/readings', { imei: given, dataType: 'heartbeat', values: {} });
const fetchFrom = async (from: Client, wait?: number): Promise<readonly Command[]> => ((await from.get('/api/ingest/v1/commands', wait === undefined ? {} : { wait })).body as { commands: Command[] }).commands;
const ack = (from: Client, id: number, body?: object): Promise<Answer<unknown>> => from.post(`/api/ingest/v1/commands/${id}/ack`, body);
const send = (body: object, who: Client = admin): Promise<Answer<{ id: number }>> => who.post('DeviceCommands/Send', body);
const sourceOf = async (given: string): Promise<number | null> => (await sql<{ source: number | null }>('select last_source_id as source from device where tenant_id = $1 and imei = $2', [given]))[0]?.source ?? null;
const stateOf = async (id: number): Promise<{ state: number; failReason: string | null }> => (await sql<{ state: number; failReason: string | null }>('select state, fail_reason as "failReason" from device_command where tenant_id = $1 and id = $2', [id]))[0] ?? { state: -1, failReason: null };

/** A device that a source has just reported. */
async function heard(from: Client = ours): Promise<string> {
  const given = imei();
  await host.post('Devices/Allocate', { imeis: [given], tenantId: app.tenants.Alpha });
  expect((await register(given)).status).toBe(200);
  expect((await beat(given, from)).status).toBe(201);
  await expect.poll(() => sourceOf(given)).not.toBeNull();
  return given;
}

/** Lets the time come for which an event of a command waits. */
const bringForward = (topic: string): Promise<unknown> => sql('update outbox set available_at = now() where tenant_id = $1 and topic = $2', [topic]);

describe('sending', () => {
  test('a command goes down to the source that reported the device, and its answer comes up', async () => {
    const given = await heard();
    const { status, result } = await send({ imei: given, command: 'MESSAGE', args: { text: '请充电' } });
    expect(status).toBe(200);
    const [command] = await fetchFrom(ours);
    expect(command).toMatchObject({ id: result.id, imei: given, command: 'MESSAGE', args: { text: '请充电' }, tries: 1 });
    expect(await stateOf(result.id)).toMatchObject({ state: 1 });
    expect(await fetchFrom(ours)).toEqual([]);
    expect((await ack(ours, result.id)).body).toEqual({ id: result.id, state: 2 });
    expect((await ack(ours, result.id, { result: 'refused' })).body).toEqual({ id: result.id, state: 2 });
    const { items } = (await admin.get<{ items: { deviceCommand: { imei: string; state: number }; operatorName: string }[] }>('DeviceCommands/GetAll', { imeiFilter: given })).result;
    expect(items).toMatchObject([{ deviceCommand: { imei: given, state: 2, command: 'MESSAGE' }, operatorName: '系统管理员' }]);
    expect((await admin.get('Devices/GetDeviceForView', { imei: given })).result).toMatchObject({ commands: [{ deviceCommand: { id: result.id, state: 2 } }] });
  });

  test('one of a kind waits, the newest parameters replace older ones, and what waits can be taken back', async () => {
    const given = await heard();
    expect((await send({ imei: given, command: 'FIND' })).status).toBe(200);
    const again = await send({ imei: given, command: 'FIND' });
    expect(`${again.status} ${again.error?.reason ?? ''}`).toBe('409 command.waiting');
    const first = (await send({ imei: given, command: 'SET_PARAMS', args: { heartInterval: 5 } })).result.id;
    const second = (await send({ imei: given, command: 'SET_PARAMS', args: { heartInterval: 10 } })).result.id;
    expect(await stateOf(first)).toMatchObject({ state: 5 });
    expect((await admin.post('DeviceCommands/Cancel', { id: second })).status).toBe(200);
    expect((await admin.post('DeviceCommands/Cancel', { id: second })).status).toBe(200);
    expect((await fetchFrom(ours)).filter((each) => each.imei === given).map(({ command }) => command)).toEqual(['FIND']);
    const [found] = await sql<{ id: number }>("select c.id from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id where c.tenant_id = $1 and d.imei = $2 and c.command = 'FIND'", [given]);
    expect((await admin.post('DeviceCommands/Cancel', { id: found?.id })).error?.reason).toBe('state.not-allowed');
  });

  test('two at the same moment: one is queued', async () => {
    const given = await heard();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send({ imei: given, command: 'LOCATE' })));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('many devices answer one by one', async () => {
    const [one, two] = [await heard(), await heard()];
    await send({ imei: one, command: 'LOCATE' });
    const { result } = await admin.post<{ queued: number; results: object[] }>('DeviceCommands/Send', { imeis: [one, two, '123456789012345'], command: 'LOCATE' });
    expect(result).toMatchObject({ queued: 1, results: [{ imei: one, reason: 'command.waiting' }, { imei: two }, { imei: '123456789012345', reason: 'row.not-found' }] });
  });

  test('powering off needs its own right and a reason; arguments are those of the command', async () => {
    const given = await heard();
    const doctor = await app.as('doctor', 'Alpha');
    expect((await send({ imei: given, command: 'POWER_OFF', reason: '维修' }, doctor)).status).toBe(403);
    expect((await send({ imei: given, command: 'POWER_OFF' })).status).toBe(400);
    expect((await send({ imei: given, command: 'POWER_OFF', reason: '维修' })).status).toBe(200);
    for (const wrong of [{ command: 'MESSAGE' }, { command: 'MESSAGE', args: { text: 'x'.repeat(101) } }, { command: 'SET_PARAMS', args: {} }, { command: 'SET_PARAMS', args: { wrong: 1 } }, { command: 'FIND', args: { a: 1 } }, { command: 'EXPLODE' }, {}]) {
      expect((await send({ imei: given, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await send({ imei: given, command: 'FIND' }, await app.as('admin', 'Beta'))).status).toBe(404);
  });

  test('a lost device is looked for only', async () => {
    const given = await heard();
    await sql('update device set lifecycle = 7 where tenant_id = $1 and imei = $2', [given]);
    expect((await send({ imei: given, command: 'REBOOT' })).error?.reason).toBe('command.lifecycle');
    expect((await send({ imei: given, command: 'FIND' })).status).toBe(200);
  });
});

describe('fetching', () => {
  test('nobody gets in without a key, and a wait is a number of seconds', async () => {
    expect((await app.visitor().get('/api/ingest/v1/commands')).status).toBe(401);
    expect((await app.visitor().post('/api/ingest/v1/commands/1/ack')).status).toBe(401);
    expect((await ours.get('/api/ingest/v1/commands', { wait: 61 })).status).toBe(400);
    expect((await ours.get('/api/ingest/v1/commands', { wait: 'x' })).status).toBe(400);
    expect((await ours.get('/apis/api/ingest/v1/commands')).status).toBe(200);
  });

  test('a wait ends as soon as a command comes, and holds no connection of the database meanwhile', async () => {
    const given = await heard();
    const started = performance.now();
    const waiting = Promise.all([fetchFrom(ours, 20), fetchFrom(others, 2)]);
    await expect.poll(() => app.server.services.database.figures().every(({ total, idle }) => total === idle)).toBe(true);
    const { result } = await send({ imei: given, command: 'LOCATE' });
    const [got, none] = await waiting;
    expect(got.map(({ id }) => id)).toEqual([result.id]);
    expect(none).toEqual([]);
    expect(performance.now() - started).toBeLessThan(18_000);
  });

  test('what another node queued is found before the wait is over', async () => {
    const given = await heard();
    const waiting = fetchFrom(ours, 20);
    const started = performance.now();
    // Without its event, as if another node had followed it.
    await sql("insert into device_command (tenant_id, device_id, command, next_try_at, expires_at) select $1, id, 'REBOOT', now(), now() + interval '1 day' from device where tenant_id = $1 and imei = $2", [given]);
    expect((await waiting).map(({ command }) => command)).toEqual(['REBOOT']);
    expect(performance.now() - started).toBeLessThan(18_000);
  });

  test('a command of another source is not found, and the source that reports the device now gets it', async () => {
    const given = await heard();
    const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
    expect(await fetchFrom(others)).toEqual([]);
    expect((await ack(others, id)).status).toBe(404);
    expect((await ack(ours, id)).status).toBe(409);
    expect((await ack(ours, 999_999_999)).status).toBe(404);
    expect((await ours.post('/api/ingest/v1/commands/abc/ack')).status).toBe(404);
    await beat(given, others);
    await expect.poll(async () => (await fetchFrom(others)).map((each) => each.id), { timeout: 20_000 }).toEqual([id]);
    expect((await ack(ours, id)).status).toBe(404);
    expect((await ack(others, id, { result: 'refused', reason: '电量低' })).body).toEqual({ id, state: 3 });
    expect(await stateOf(id)).toEqual({ state: 3, failReason: '电量低' });
    expect((await ack(others, id, { other: 1 })).status).toBe(400);
  });

  test('a source of the host serves the devices of every tenant', async () => {
    const given = await heard(hosts);
    const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
    expect((await fetchFrom(hosts, 5)).map((each) => each.id)).toEqual([id]);
    expect((await ack(hosts, id)).body).toEqual({ id, state: 2 });
  });

  test('the watch is given the contacts of its wearer', async () => {
    const given = await heard();
    const person = await admin.post<number>('C_client/CreateOrEdit', { name: '李奶奶', certificateType: '03', certificate_no: 'E99887766', gender: '2', birthday: '1950-05-05', phone: '13812345678', regionCode: '530102' });
    await admin.post('Device_binds/CreateOrEdit', { imei: given, userId: person.result, relation: 0, bindTime: new Date().toISOString() });
    expect((await admin.post('C_contact/CreateOrEdit', { client_id: person.result, name: '李明', relation: '2', phone: '13911112222', sosOrder: 1 })).status).toBe(200);
    await send({ imei: given, command: 'SET_CONTACTS' });
    expect((await admin.get('DeviceCommands/GetAll', { imeiFilter: given })).text).not.toContain('13911112222');
    expect((await fetchFrom(ours)).find((each) => each.imei === given)?.args).toEqual({ contacts: [{ name: '李明', phone: '13911112222', sosOrder: 1 }] });
  });

  test('every answer of the readings door says when commands wait', async () => {
    const given = await heard();
    expect((await beat(given)).body).toEqual({ status: 'stored' });
    await send({ imei: given, command: 'LOCATE' });
    await expect.poll(async () => (await beat(given)).body).toMatchObject({ commandsWait: true });
    const batch = await ours.post('/api/ingest/v1/batches', { items: [{ imei: given, dataType: 'heartbeat', values: {} }] });
    expect(batch.body).toMatchObject({ accepted: 1, commandsWait: true, results: [{ commandsWait: true }] });
    await fetchFrom(ours);
    expect((await beat(given)).body).toEqual({ status: 'stored' });
  });
});

test('a signed source fetches and answers with its signature', async () => {
  const made = await admin.post<number>('IngestSources/CreateOrEdit', { sourceName: 'signed', sourceCode: 'signed', protocol: 'json', authType: 'hmac', imeiPrefix: prefix, valid: true, ratePerMinute: 600_000 });
  const { result } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  const signed = (body: string): Client => {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
    const signature = createHmac('sha256', result.apiKey).update(`${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`).digest('hex');
    return app.visitor().with({ 'x-source': 'signed', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature });
  };
  const given = await heard();
  const reading = { imei: given, dataType: 'heartbeat', values: {} };
  expect((await signed(JSON.stringify(reading)).post('/api/ingest/v1/readings', reading)).status).toBe(201);
  const { id } = (await send({ imei: given, command: 'LOCATE' })).result;
  expect((await fetchFrom(signed(''), 10)).map((each) => each.id)).toEqual([id]);
  expect((await signed('other').post(`/api/ingest/v1/commands/${id}/ack`, { result: 'done' })).status).toBe(401);
  expect((await signed('{"result":"done"}').post(`/api/ingest/v1/commands/${id}/ack`, { result: 'done' })).body).toEqual({ id, state: 2 });
});

test('a clean stop ends open waits, and a visitor who leaves frees his place', async () => {
  const other = await startApp();
  const root = await other.as('admin', 'Alpha');
  const made = await root.post<number>('IngestSources/CreateOrEdit', { sourceName: 's', sourceCode: 's', protocol: 'json', authType: 'bearer', ipAllow: '127.0.0.1', imeiPrefix: prefix, valid: true });
  const { result } = await root.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  const own = other.visitor().with({ authorization: `Bearer ${result.apiKey}` });
  const left = new AbortController();
  const gone = Promise.allSettled(Array.from({ length: 8 }, () => own.fetch('/api/ingest/v1/commands?wait=25', { headers: own.headers, signal: left.signal })));
  await expect.poll(async () => (await own.get('/api/ingest/v1/commands', { wait: 0.1 })).status, { timeout: 20_000 }).toBe(429);
  left.abort();
  await gone;
  await expect.poll(async () => (await own.get('/api/ingest/v1/commands', { wait: 0.1 })).status, { timeout: 20_000 }).toBe(200);
  const waiting = own.get('/api/ingest/v1/commands', { wait: 25 }).then(({ status }) => status, () => 'ended');
  const started = performance.now();
  await other.close();
  expect([200, 'ended']).toContain(await waiting);
  expect(performance.now() - started).toBeLessThan(18_000);
});

describe('the clock', () => {
  test('what nobody fetched expires: what one waits for after ten minutes, the rest after a day', async () => {
    const given = await heard();
    const find = (await send({ imei: given, command: 'FIND' })).result.id;
    const reboot = (await send({ imei: given, command: 'REBOOT' })).result.id;
    const spans = await sql<{ minutes: number }>('select round(extract(epoch from expires_at - created_at) / 60)::integer as minutes from device_command where tenant_id = $1 and id = any($2::bigint[]) order by id', [[find, reboot]]);
    expect(spans.map(({ minutes }) => minutes)).toEqual([10, 1440]);
    await sql("update device_command set expires_at = now() - interval '1 second' where tenant_id = $1 and id = $2", [find]);
    expect((await fetchFrom(ours)).map(({ id }) => id)).toEqual([reboot]);
    await bringForward('command.due');
    await expect.poll(() => stateOf(find)).toEqual({ state: 4, failReason: '超时未下发' });
    expect(await stateOf(reboot)).toMatchObject({ state: 1 });
  });

  test('three tries without answer, and it failed', async () => {
    const given = await heard();
    const { id } = (await send({ imei: given, command: 'REBOOT' })).result;
    for (const tries of [1, 2, 3]) {
      expect(await fetchFrom(ours)).toMatchObject([{ id, tries }]);
      await sql("update device_command set next_try_at = now() - interval '1 second' where tenant_id = $1 and id = $2", [id]);
    }
    expect(await fetchFrom(ours)).toEqual([]);
    await bringForward('command.due');
    await expect.poll(() => stateOf(id)).toEqual({ state: 3, failReason: '设备无应答' });
    expect((await ack(ours, id)).body).toEqual({ id, state: 3 });
  });
});

test('the product queues by itself; the same again changes nothing', async () => {
  const given = await heard();
  const queue = (): Promise<number | undefined> => app.server.services.database.withTenant(app.tenants.Alpha, (tx) => queueCommand(tx, { imei: given, command: 'TIME_SYNC' }));
  expect(await queue()).toEqual(expect.any(Number));
  expect(await queue()).toBeUndefined();
  expect(await fetchFrom(ours)).toMatchObject([{ imei: given, command: 'TIME_SYNC', args: null }]);
});

const codeIn = (args: Command['args'] | undefined): string | undefined => (typeof args?.['text'] === 'string' ? /\d{6}/.exec(args['text'])?.[0] : undefined);

describe('the code on the screen', () => {
  const shown = async (given: string): Promise<string | undefined> => {
    const found = (await fetchFrom(hosts)).find((each) => each.imei === given);
    return codeIn(found?.args);
  };

  test('registers the device for whoever holds it, through a source of the host, once', async () => {
    const given = imei();
    const unknown = await admin.post('Devices/SendCode', { imei: given });
    expect(await beat(given, hosts)).toMatchObject({ status: 202 });
    const known = await admin.post('Devices/SendCode', { imei: given });
    expect(known.body).toEqual(unknown.body);
    const code = await shown(given);
    expect(code).toMatch(/^\d{6}$/);
    expect((await register(given, code === '000000' ? '000001' : '000000')).error?.reason).toBe('device.cannot-register');
    expect((await register(given, code)).status).toBe(200);
  });

  test('five tries, then not even the right code', async () => {
    const given = imei();
    await beat(given, hosts);
    await admin.post('Devices/SendCode', { imei: given });
    const { id = 0, args = null } = (await fetchFrom(hosts)).find((each) => each.imei === given) ?? {};
    expect((await ack(hosts, id)).body).toEqual({ id, state: 2 });
    const code = codeIn(args) ?? '';
    const wrong = code.startsWith('1') ? '200000' : '100000';
    for (let tries = 0; tries < 5; tries += 1) expect((await register(given, wrong)).status).toBe(400);
    expect((await register(given, code)).error?.reason).toBe('device.cannot-register');
  });

  test('shows nothing for devices of tenants, nor through a source that a tenant made', async () => {
    const theirs = imei();
    await host.post('Devices/Allocate', { imeis: [theirs], tenantId: app.tenants.Beta });
    const strange = imei();
    await beat(theirs, hosts);
    await beat(strange, ours);
    const answers = await Promise.all([admin.post('Devices/SendCode', { imei: theirs }), admin.post('Devices/SendCode', { imei: strange })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetchFrom(hosts)).filter((each) => each.imei === theirs || each.imei === strange)).toEqual([]);
    expect((await fetchFrom(ours)).filter((each) => each.imei === strange)).toEqual([]);
  });
});
