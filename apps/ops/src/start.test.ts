import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { client, type Answer } from '@kangmai/testkit/client';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'kangmai-main-'));
chmodSync(home, 0o711);
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['tools/run.mjs', 'apps/ops/src/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: join(home, 'data'), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { child, output: () => output, ended };
}

async function addressOf(started: Started): Promise<string> {
  await expect.poll(started.output, { timeout: 60_000, interval: 50 }).toMatch(/ready: http:\/\/\S+/);
  return /ready: (http:\/\/\S+)/.exec(started.output())?.[1] ?? '';
}

test('starts from nothing, says how to sign in, ends cleanly, and goes on at the next start', async () => {
  const first = start({ DEMO: '0' });
  const url = await addressOf(first);
  expect(first.output()).toContain('sign in at tenant Default as admin, at the host as admin');
  const password = /password (\S+)/.exec(first.output())?.[1] ?? '';
  const signIn = await client(url, { 'abp.tenantid': '1' }).post<{ accessToken: string }>(
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: 'admin', password },
  );
  expect(signIn.status).toBe(200);
  expect((await client(url, {}).get('/health/ready')).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = start({ DEMO: '0' });
  const again = client(await addressOf(second), { authorization: `Bearer ${signIn.result.accessToken}` });
  expect(
    (await again.get<{ user: { userName: string } }>('Session/GetCurrentLoginInformations')).result.user.userName,
  ).toBe('admin');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('goes on by itself when only its database is killed', async () => {
  const started = start({ DEMO: '0' });
  const visitor = client(await addressOf(started), { 'abp.tenantid': '1' });
  const postmaster = (): number =>
    Number(readFileSync(join(home, 'data/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const isReady = async (): Promise<number> => (await visitor.get('/health/ready')).status;
  const findTenant = async (): Promise<Answer<unknown>> =>
    visitor.post('Account/IsTenantAvailable', { tenancyName: 'Default' });
  expect([await isReady(), (await findTenant()).status]).toEqual([200, 200]);
  const killed = postmaster();

  process.kill(killed, 'SIGKILL');
  await expect.poll(isReady, { interval: 5, timeout: 60_000 }).toBe(503);
  const meanwhile = await findTenant();
  if (meanwhile.status !== 200) {
    expect(meanwhile).toMatchObject({ status: 503, error: { reason: 'database.unreachable' } });
    expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  expect((await findTenant()).status).toBe(200);
  expect(postmaster()).not.toBe(killed);
  await expect.poll(() => started.output(), { timeout: 10_000 }).toMatch(/PostgreSQL runs again/);

  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(() => process.kill(postmaster(), 0)).toThrow();
});

test('a wrong setting is one sentence and no start', async () => {
  const wrong = start({ PORT: 'abc', DEMO: 'maybe' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/PORT must be a whole number.*DEMO must be 1 or 0/);
  expect(wrong.output()).not.toContain('    at ');
});
