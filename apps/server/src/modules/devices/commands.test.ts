import { describe, expect, test } from 'vitest';
import {
  ack,
  admin,
  app,
  beat,
  fetchFrom,
  reportedDevice,
  host,
  hosts,
  imei,
  ours,
  register,
  send,
  sql,
  stateOf,
  useCommandBench,
  type Command,
} from './test/command-bench.ts';

useCommandBench();

describe('sending', () => {
  test('a command goes down to the source that reported the device, and its answer comes up', async () => {
    const given = await reportedDevice();
    const { status, result } = await send({ imei: given, command: 'MESSAGE', args: { text: '请充电' } });
    expect(status).toBe(200);
    const [command] = await fetchFrom(ours);
    expect(command).toMatchObject({
      id: result.id,
      imei: given,
      command: 'MESSAGE',
      args: { text: '请充电' },
      tries: 1,
    });
    expect(await stateOf(result.id)).toMatchObject({ state: 1 });
    expect(await fetchFrom(ours)).toEqual([]);
    expect((await ack(ours, result.id)).body).toEqual({ id: result.id, state: 2 });
    expect((await ack(ours, result.id, { result: 'refused' })).body).toEqual({ id: result.id, state: 2 });
    const { items } = (
      await admin.get<{ items: { deviceCommand: { imei: string; state: number }; operatorName: string }[] }>(
        'DeviceCommands/GetAll',
        { imeiFilter: given },
      )
    ).result;
    expect(items).toMatchObject([
      { deviceCommand: { imei: given, state: 2, command: 'MESSAGE' }, operatorName: '系统管理员' },
    ]);
    expect((await admin.get('Devices/GetDeviceForView', { imei: given })).result).toMatchObject({
      commands: [{ deviceCommand: { id: result.id, state: 2 } }],
    });
  });

  test('one of a kind waits, the newest parameters replace older ones, and what waits can be taken back', async () => {
    const given = await reportedDevice();
    expect((await send({ imei: given, command: 'FIND' })).status).toBe(200);
    const again = await send({ imei: given, command: 'FIND' });
    expect(`${again.status} ${again.error?.reason ?? ''}`).toBe('409 command.waiting');
    const first = (await send({ imei: given, command: 'SET_PARAMS', args: { heartInterval: 5 } })).result.id;
    const second = (await send({ imei: given, command: 'SET_PARAMS', args: { heartInterval: 10 } })).result.id;
    expect(await stateOf(first)).toMatchObject({ state: 5 });
    expect((await admin.post('DeviceCommands/Cancel', { id: second })).status).toBe(200);
    expect((await admin.post('DeviceCommands/Cancel', { id: second })).error?.reason).toBe('state.not-allowed');
    expect((await fetchFrom(ours)).filter((each) => each.imei === given).map(({ command }) => command)).toEqual([
      'FIND',
    ]);
    const [found] = await sql<{ id: number }>(
      "select c.id from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id where c.tenant_id = $1 and d.imei = $2 and c.command = 'FIND'",
      [given],
    );
    expect((await admin.post('DeviceCommands/Cancel', { id: found?.id })).error?.reason).toBe('state.not-allowed');
  });

  test('two at the same moment: one is queued', async () => {
    const given = await reportedDevice();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send({ imei: given, command: 'LOCATE' })));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  test('many devices answer one by one', async () => {
    const [one, two] = [await reportedDevice(), await reportedDevice()];
    await send({ imei: one, command: 'LOCATE' });
    const { result } = await admin.post<{ queued: number; results: object[] }>('DeviceCommands/Send', {
      imeis: [one, two, '123456789012345'],
      command: 'LOCATE',
    });
    expect(result).toMatchObject({
      queued: 1,
      results: [
        { imei: one, reason: 'command.waiting' },
        { imei: two },
        { imei: '123456789012345', reason: 'row.not-found' },
      ],
    });
  });

  test('powering off needs its own right and a reason; arguments are those of the command', async () => {
    const given = await reportedDevice();
    const doctor = await app.as('doctor', 'Alpha');
    expect((await send({ imei: given, command: 'POWER_OFF', reason: '维修' }, doctor)).status).toBe(403);
    expect((await send({ imei: given, command: 'POWER_OFF' })).status).toBe(400);
    expect((await send({ imei: given, command: 'POWER_OFF', reason: '维修' })).status).toBe(200);
    for (const wrong of [
      { command: 'MESSAGE' },
      { command: 'MESSAGE', args: { text: 'x'.repeat(101) } },
      { command: 'SET_PARAMS', args: {} },
      { command: 'SET_PARAMS', args: { wrong: 1 } },
      { command: 'FIND', args: { a: 1 } },
      { command: 'EXPLODE' },
      {},
    ]) {
      expect((await send({ imei: given, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await send({ imei: given, command: 'FIND' }, await app.as('admin', 'Beta'))).status).toBe(404);
  });

  test('a lost device is looked for only', async () => {
    const given = await reportedDevice();
    await sql('update device set lifecycle = 7 where tenant_id = $1 and imei = $2', [given]);
    expect((await send({ imei: given, command: 'REBOOT' })).error?.reason).toBe('command.lifecycle');
    expect((await send({ imei: given, command: 'FIND' })).status).toBe(200);
  });
});

const codeIn = (args: Command['args'] | undefined): string | undefined =>
  typeof args?.['text'] === 'string' ? /\d{6}/.exec(args['text'])?.[0] : undefined;

describe('the code on the screen', () => {
  const displayedCode = async (given: string): Promise<string | undefined> => {
    const found = (await fetchFrom(hosts)).find((each) => each.imei === given);
    return codeIn(found?.args);
  };

  test('registers the device for whoever holds it, through a source of the host, once', async () => {
    const given = imei();
    const unknown = await admin.post('Devices/SendCode', { imei: given });
    expect(await beat(given, hosts)).toMatchObject({ status: 202 });
    const known = await admin.post('Devices/SendCode', { imei: given });
    expect(known.body).toEqual(unknown.body);
    const code = await displayedCode(given);
    expect(code).toMatch(/^\d{6}$/);
    expect((await register(given, code === '000000' ? '000001' : '000000')).error?.reason).toBe(
      'device.cannot-register',
    );
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
    const answers = await Promise.all([
      admin.post('Devices/SendCode', { imei: theirs }),
      admin.post('Devices/SendCode', { imei: strange }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetchFrom(hosts)).filter((each) => each.imei === theirs || each.imei === strange)).toEqual([]);
    expect((await fetchFrom(ours)).filter((each) => each.imei === strange)).toEqual([]);
  });
});
