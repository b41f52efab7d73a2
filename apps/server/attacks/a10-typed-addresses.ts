import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Client } from '@kangmai/testkit/client';
import type { Report } from '../faults/report.ts';
import { demoPassword, type Target } from './target.ts';

/** Places where no database of a tenant may stand, in spellings that lead there. */
const refusedHosts = [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[fe80::1]',
  '0.0.0.0',
  '0',
  '[::]',
  '255.255.255.255',
  '100.100.100.200',
  '[fd00:ec2::254]',
];

/** Connection strings that would read a file, open a socket of this machine or leave the form. */
const refusedForms = [
  'postgresql:///kangmai?host=/var/run/postgresql',
  'postgresql://a:b@%2Fvar%2Frun/kangmai',
  'postgresql://a:b@10.0.0.1/x?host=169.254.169.254',
  'postgresql://a:b@10.0.0.1/x?hostaddr=127.0.0.1',
  'postgresql://a:b@10.0.0.1/x?sslrootcert=/etc/passwd',
  'postgresql://a:b@10.0.0.1/x?sslcert=/etc/passwd&sslkey=/etc/shadow',
  'postgresql://a:b@10.0.0.1/x?options=-c%20x',
  'postgresql://a:b@10.0.0.1,169.254.169.254/x',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/x',
  'socket:/var/run/postgresql',
];

interface Told {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

async function tell(host: Client, connectionString: string): Promise<Told> {
  const began = performance.now();
  const { status, text } = await host.post('Tenant/CreateTenant', {
    tenancyName: 'Typed',
    name: 'Typed',
    adminEmailAddress: 'typed@example.com',
    adminPassword: demoPassword,
    isActive: true,
    connectionString,
  });
  return { status, text, ms: performance.now() - began };
}

/** Servers that are no database: one that says nothing, one that speaks HTTP, and a port that is closed. */
async function strangers(): Promise<{ readonly ports: readonly number[]; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const serve = async (answer: string): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('data', () => {
          if (answer !== '') socket.end(answer);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const [silent, http, closed] = [
    await serve(''),
    await serve('HTTP/1.1 400 Bad Request\r\nserver: secret-name\r\n\r\n'),
    await serve(''),
  ];
  const ports = [silent, http, closed].map((server) => (server.address() as AddressInfo).port);
  closed.close();
  return {
    ports,
    close: () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
      http.close();
    },
  };
}

/** Smaller differences are noise; an immediate refusal of a closed port would be seconds faster. */
const sameMs = 3_000;

async function probePorts(host: Client, report: Report): Promise<void> {
  const { ports, close } = await strangers();
  const told = await Promise.all(
    ports.map((port) => tell(host, `postgresql://spy:spy-secret@127.0.0.1:${port}/x`)),
  ).finally(close);
  report.check(
    'closed, silent and foreign ports are answered alike',
    told.length,
    told.filter(({ text }) => text !== told[0]?.text).map(({ text }) => text),
  );
  const spread = Math.max(...told.map(({ ms }) => ms)) - Math.min(...told.map(({ ms }) => ms));
  report.must('the time of the answer tells no more', spread < sameMs, `${spread.toFixed(0)} ms apart`);
  report.check(
    'no answer repeats a password or what stood behind the port',
    told.length,
    told.filter(({ text }) => /spy-secret|secret-name|ECONN|HTTP/.test(text)).map(({ text }) => text),
  );
}

/** Types addresses as the host's administrator. The product connects to no forbidden one and does not scan ports. */
export async function attackTypedAddresses(target: Target, report: Report): Promise<void> {
  const host = await target.as('admin');
  const hosts = await Promise.all(refusedHosts.map((name) => tell(host, `postgresql://a:b@${name}:5432/x`)));
  report.check(
    'addresses that are never a database are refused',
    hosts.length,
    hosts.flatMap(({ status, text }, at) =>
      status === 400 && text.includes('TENANT_DATABASE_HOSTS') ? [] : [`${refusedHosts[at]}: ${status} ${text}`],
    ),
  );
  const forms = await Promise.all(refusedForms.map((text) => tell(host, text)));
  report.check(
    'files, sockets and options are refused',
    forms.length,
    forms.flatMap(({ status }, at) => (status === 400 ? [] : [`${refusedForms[at]}: ${status}`])),
  );
  await probePorts(host, report);
  const { result } = await host.get<{ readonly totalCount: number }>('Tenant/GetTenants', { Filter: 'Typed' });
  report.must('no tenant was made', result.totalCount === 0, `${result.totalCount} tenants`);
}
