import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { blockedFolder, completeNative, copyNative, nativeFiles, serverAccount } from './embedded-files.ts';
import { alive } from './embedded-lock.ts';
import { queryAt } from '@kangmai/testkit/rows';

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-embedded-'));
  chmodSync(home, 0o711);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the embedded server', () => {
  const folder = () => join(home, 'one', 'postgres');
  // Unwatched: two watches of one server would both start it again.
  const start = () => startEmbedded({ folder: folder(), watch: false });

  test('keeps what was committed over a clean stop', async () => {
    const server = await start();
    await queryAt(server.adminUrl, 'create table kept (value integer)');
    await queryAt(server.adminUrl, 'insert into kept values (1)');
    await server.stop();
    expect(alive(server.pid)).toBe(false);
    const again = await start();
    expect(await queryAt(again.adminUrl, 'select value from kept')).toEqual([{ value: 1 }]);
    await again.stop();
  });

  test('is durable, and its log holds no values', async () => {
    const server = await start();
    const [settings] = await queryAt(
      server.adminUrl,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous, current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding",
    );
    expect(settings).toEqual({ fsync: 'on', synchronous: 'on', pages: 'on', checksums: 'on', encoding: 'UTF8' });
    await expect(queryAt(server.adminUrl, "select 'canary-statement'::integer")).rejects.toThrow();
    await queryAt(server.adminUrl, 'create table person (phone text unique)');
    await queryAt(server.adminUrl, "insert into person values ('canary-detail')");
    await expect(queryAt(server.adminUrl, "insert into person values ('canary-detail')")).rejects.toThrow();
    await server.stop();
    const log = readFileSync(join(folder(), 'server.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('canary-detail');
    expect(log).not.toContain("select 'canary");
  });

  test('ends a statement whose client is gone, so that others get what it holds', async () => {
    const server = await start();
    const countLocks = async (): Promise<number> =>
      (await queryAt(server.adminUrl, "select 1 from pg_locks where locktype = 'advisory'")).length;
    const gone = new Client({ connectionString: server.adminUrl });
    gone.on('error', () => undefined);
    await gone.connect();
    gone.query('select pg_advisory_lock(7), pg_sleep(120)').catch(() => undefined);
    await vi.waitFor(
      async () => {
        expect(await countLocks()).toBe(1);
      },
      { timeout: 60_000, interval: 20 },
    );
    gone.connection.stream.destroy();
    await vi.waitFor(
      async () => {
        expect(await countLocks()).toBe(0);
      },
      { timeout: 60_000, interval: 50 },
    );
    await server.stop();
  });

  test('listens where only its own account and root can reach it', async () => {
    const server = await start();
    expect(new URL(server.adminUrl).searchParams.get('host')).toBe(join(folder(), 'run'));
    expect(statSync(join(folder(), 'run')).mode & 0o077).toBe(0);
    expect(statSync(join(folder(), 'admin.secret')).mode & 0o077).toBe(0);
    await server.stop();
  });

  test('continues after the server was killed', async () => {
    const server = await start();
    await queryAt(server.adminUrl, 'insert into kept values (2)');
    process.kill(server.pid, 'SIGKILL');
    await expect.poll(() => alive(server.pid)).toBe(false);
    const again = await start();
    expect(await queryAt(again.adminUrl, 'select value from kept order by value')).toEqual([
      { value: 1 },
      { value: 2 },
    ]);
    await again.stop();
  });

  test('continues when the number in its lock file now belongs to another program', async () => {
    writeFileSync(
      join(folder(), 'data', 'postmaster.pid'),
      `${process.ppid}\n${join(folder(), 'data')}\n1\n5432\n${join(folder(), 'run')}\n\n  1 1\nready\n`,
    );
    const server = await start();
    expect(await queryAt(server.adminUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
    await server.stop();
  });

  test('is found again when our process died and the server went on', async () => {
    const server = await start();
    rmSync(join(folder(), 'owner.pid'));
    const again = await start();
    expect(again.pid).toBe(server.pid);
    expect(await queryAt(again.adminUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
    await again.stop();
    expect(alive(server.pid)).toBe(false);
  });

  test('is left running by a process that is not its owner', async () => {
    const server = await start();
    writeFileSync(join(folder(), 'owner.pid'), String(process.ppid));
    const guest = await start();
    await guest.stop();
    expect(alive(server.pid)).toBe(true);
    await server.stop();
  });

  test('takes a loopback port where the path is too long for a socket', async () => {
    const server = await startEmbedded({ folder: join(home, 'long'.repeat(20), 'postgres'), durable: false });
    expect(new URL(server.adminUrl).searchParams.get('host')).toBeNull();
    expect(await queryAt(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a folder that the account of the server may not pass is left, noted and found again', async () => {
    const closed = join(home, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const options = { folder: join(closed, 'postgres'), shelf: join(home, 'shelf'), durable: false };
    const said: string[] = [];
    const server = await startEmbedded({ ...options, say: (line) => said.push(line) });
    expect(said).toEqual([expect.stringContaining(closed)]);
    const place = readFileSync(join(closed, 'postgres.place'), 'utf8');
    expect(dirname(place)).toBe(join(home, 'shelf'));
    await queryAt(server.adminUrl, 'create table kept (value integer)');
    await server.stop();
    const again = await startEmbedded({ ...options, say: (line) => said.push(line) });
    expect(await queryAt(again.adminUrl, 'select value from kept')).toEqual([]);
    await again.stop();
    expect(said).toHaveLength(1);
  });

  test('a strict umask does not shut the server out of its own folders', async () => {
    const before = process.umask(0o077);
    try {
      const server = await startEmbedded({
        folder: join(home, 'strict', 'data', 'postgres'),
        shelf: join(home, 'shelf'),
        durable: false,
      });
      expect(existsSync(join(home, 'strict', 'data', 'postgres', 'data', 'PG_VERSION'))).toBe(true);
      await server.stop();
      const copy = copyNative(nativeFiles(), join(home, 'strict-copies'));
      expect(blockedFolder(join(copy.root, 'lib', 'postgresql'), serverAccount())).toBeUndefined();
      expect(statSync(join(copy.root, 'pg-symlinks.json')).mode & 0o777).toBe(0o644);
    } finally {
      process.umask(before);
    }
  });

  test('folders are judged by owner, group and others', () => {
    const account = serverAccount();
    expect(account?.uid).toBeGreaterThan(0);
    const inner = join(home, 'a', 'b');
    mkdirSync(inner, { recursive: true, mode: 0o755 });
    expect(blockedFolder(inner, account)).toBeUndefined();
    chmodSync(join(home, 'a'), 0o750);
    expect(blockedFolder(join(inner, 'not-yet'), account)).toBe(join(home, 'a'));
    expect(blockedFolder(inner, undefined)).toBeUndefined();
  });
});

test('missing library links are made, in a copy of the binaries too', () => {
  const copy = copyNative(nativeFiles(), join(home, 'copies'));
  const library = join(copy.root, 'lib');
  const links = readdirSync(library).filter((name) => /\.so(\.\d+)?$/.test(name) && existsSync(join(library, name)));
  const listed = JSON.parse(readFileSync(join(copy.root, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of listed) rmSync(join(dirname(copy.root), target), { force: true });
  chmodSync(copy.postgres, 0o644);
  completeNative(copy);
  expect(
    readdirSync(library)
      .filter((name) => /\.so(\.\d+)?$/.test(name) && existsSync(join(library, name)))
      .sort(),
  ).toEqual(links.sort());
  expect(statSync(copy.postgres).mode & 0o111).toBe(0o111);
});
