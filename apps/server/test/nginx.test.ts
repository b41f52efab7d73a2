import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const sample = fileURLToPath(new URL('../../../docs/samples/nginx.conf', import.meta.url));
const places = [
  process.env['NGINX_PATH'] ?? '',
  ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'nginx')),
  '/usr/sbin/nginx',
];
const nginx = places.find((path) => path !== '' && existsSync(path));

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly result?: Record<string, unknown> };
}

describe.skipIf(!nginx)('the sample of nginx (not run where neither PATH nor NGINX_PATH has nginx)', () => {
  let folder: string;
  let app: TestApp;
  let second: Awaited<ReturnType<TestApp['secondNode']>>;
  let proxy: ChildProcess;
  let [plain, secure] = [0, 0];
  let told = '';

  function send(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((done, fail) => {
      const text = body && JSON.stringify(body);
      const asked = request(
        {
          host: '127.0.0.1',
          port: secure,
          path,
          method: text === undefined ? 'GET' : 'POST',
          rejectUnauthorized: false,
          headers: {
            host: 'health.example.com',
            ...(text !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          let answer = '';
          response
            .setEncoding('utf8')
            .on('data', (part: string) => {
              answer += part;
            })
            .on('end', () =>
              done({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: answer.startsWith('{') ? (JSON.parse(answer) as Answer['body']) : {},
              }),
            );
        },
      );
      asked.on('error', fail).end(text);
    });
  }
  const signIn = (): Promise<Answer> =>
    send(
      '/api/TokenAuth/Authenticate',
      { userNameOrEmailAddress: 'doctor', password },
      { 'abp.tenantid': String(app.tenants.Alpha) },
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kangmai-nginx-'));
    mkdirSync(join(folder, 'logs'));
    app = await startApp({ env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://health.example.com' } });
    second = await app.secondNode();
    [plain, secure] = [await freePort(), await freePort()];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=health.example.com',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
      { stdio: 'ignore' },
    );
    const [one, two] = [new URL(app.url).port, new URL(second.url).port];
    const conf = readFileSync(sample, 'utf8')
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${one}`)
      .replaceAll('127.0.0.1:5001', `127.0.0.1:${two}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replace('/etc/nginx/tls/health.example.com.pem', join(folder, 'cert.pem'))
      .replace('/etc/nginx/tls/health.example.com.key', join(folder, 'key.pem'))
      .replaceAll('/var/log/nginx/', `${folder}/`)
      .replace(
        'events {',
        `error_log ${folder}/error.log; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root; ' : ''}events {`,
      )
      .replace(
        'http {',
        [
          'http {',
          ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`),
        ].join('\n'),
      );
    writeFileSync(join(folder, 'nginx.conf'), conf);
    told = execFileSync(nginx ?? '', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    proxy = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: 'ignore',
    });
    await vi.waitFor(async () => expect((await send('/health/live')).status).toBe(200), { timeout: 60_000 });
  });

  afterAll(async () => {
    const ended = new Promise((done) => proxy.once('exit', done));
    proxy.kill('SIGQUIT');
    await ended;
    await second.close().catch(() => undefined);
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is accepted, sends plain calls to TLS, keeps metrics inside and says so to browsers', async () => {
    expect(told).toBe('');
    const moved = await fetch(`http://127.0.0.1:${plain}/x?y=1`, {
      redirect: 'manual',
      headers: { host: 'health.example.com' },
    });
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toMatch(/^https:\/\/.*\/x\?y=1$/);
    expect((await send('/metrics')).status).toBe(404);
    const page = await send('/health/ready');
    expect([page.status, page.headers['strict-transport-security']]).toEqual([
      200,
      expect.stringContaining('max-age=31536000'),
    ]);
  });

  test('signs in under the true address of the caller, whatever the caller claims', async () => {
    const answer = await send(
      '/api/TokenAuth/Authenticate',
      { userNameOrEmailAddress: 'doctor', password },
      { 'abp.tenantid': String(app.tenants.Alpha), 'x-forwarded-for': '6.6.6.6' },
    );
    expect(answer.status).toBe(200);
    const rows = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.query<{ ip: string }>('select client_ip as ip from login_attempt order by id desc limit 1'),
    );
    expect(rows).toEqual([{ ip: '127.0.0.1' }]);
  });

  test.each([['websocket'], ['polling']] as const)(
    'a real-time connection by %s hears what a node publishes',
    async (transport) => {
      const { body } = await signIn();
      const socket = io(`https://127.0.0.1:${secure}`, {
        transports: [transport],
        reconnection: false,
        rejectUnauthorized: false,
        query: { ['enc_auth_token']: String(body.result?.['encryptedAccessToken']) },
        extraHeaders: { host: 'health.example.com' },
      });
      await new Promise((done, fail) => {
        socket.once('connect', () => done(undefined)).once('connect_error', fail);
      });
      const heard = new Promise((done) => {
        socket.once('probe', done);
      });
      const [doctor] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
        tx.query<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'doctor'", [
          app.tenants.Alpha,
        ]),
      );
      for (const node of [app.server, second.server])
        node.services.bus.publish({
          event: 'probe',
          rooms: [`t:${app.tenants.Alpha}:user:${doctor?.id}`],
          payload: { a: 1 },
        });
      expect(await heard).toEqual({ a: 1 });
      socket.disconnect();
    },
  );

  test('one node stops: every call goes on at the other one', async () => {
    await second.close();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        send('/api/services/app/Account/IsTenantAvailable', { tenancyName: 'Alpha' }).then(({ status }) => status),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
