import type dns from 'node:dns';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { AddressRefused, checkedSockets, outsideRule, type OutsideRule } from './outside-address.ts';

type Dns = typeof dns;

/** What each further look-up of a name answers. */
const answers: string[] = [];
vi.mock('node:dns', async (original) => {
  const real = await original<Dns>();
  const lookup = (host: string, options: object, done: (...given: unknown[]) => void): void => {
    const address = host === 'rebinds.example' ? answers.shift() : undefined;
    if (address === undefined) real.lookup(host, options, done);
    else done(null, [{ address, family: 4 }]);
  };
  return { ...real, lookup };
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(host: string, port = 0): Promise<{ readonly port: number; readonly came: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.end();
  });
  open.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, came: () => count };
}

async function connect(rule: OutsideRule, host: string, port: number): Promise<'connected' | Error> {
  const socket = checkedSockets(rule)();
  socket.connect(port, host);
  const ended = await Promise.race([
    once(socket, 'connect').then(() => 'connected' as const),
    once(socket, 'error').then(([error]) => error as Error),
  ]).catch((error: unknown) => error as Error);
  socket.destroy();
  return ended;
}

const ordinary = outsideRule({ hosts: [], mayBeLocal: false });

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  'febf::9',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('no connection leads to %s', (address) => {
  expect(ordinary.allowsAddress(address)).toBe(false);
});

test.each(['10.0.0.5', '192.168.1.4', '172.16.9.9', '100.64.0.1', '8.8.8.8', 'fd12:3456::1', '2400:3200::1'])(
  'a database may stand at %s',
  (address) => {
    expect(ordinary.allowsAddress(address)).toBe(true);
  },
);

test('a list of hosts is the whole rule', () => {
  const rule = outsideRule({ hosts: ['10.1.0.0/16', 'db.internal', '127.0.0.1', 'fd12::/32'], mayBeLocal: false });
  expect(['10.1.2.3', '127.0.0.1', '::ffff:10.1.2.3', 'fd12::9'].map(rule.allowsAddress)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.2.0.1', '8.8.8.8', '127.0.0.2', '169.254.169.254'].map(rule.allowsAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([rule.allowsName('DB.internal'), rule.allowsName('db.internal.evil.example')]).toEqual([true, false]);
});

test('this machine is reached by no spelling unless it is allowed', async () => {
  const { port, came } = await listen('127.0.0.1');
  for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0']) {
    expect(await connect(ordinary, host, port), host).toBeInstanceOf(AddressRefused);
  }
  expect(came()).toBe(0);
  expect(await connect(outsideRule({ hosts: [], mayBeLocal: true }), 'localhost', port)).toBe('connected');
});

test('a name that answers another address the second time leads where it was checked', async () => {
  const checked = await listen('127.0.0.2');
  const hidden = await listen('127.0.0.1', checked.port);
  const rule = outsideRule({ hosts: ['127.0.0.2'], mayBeLocal: false });
  answers.push('127.0.0.2', '127.0.0.1');
  expect(await connect(rule, 'rebinds.example', checked.port)).toBe('connected');
  expect(await connect(rule, 'rebinds.example', checked.port)).toBeInstanceOf(AddressRefused);
  expect(hidden.came()).toBe(0);
});
