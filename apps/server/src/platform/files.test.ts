import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { FileStore } from './file-store.ts';
import { TempFiles } from './temp-files.ts';

let folder: string;
let clone: TestDatabase;
let database: Database;
let store: FileStore;
let temp: TempFiles;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kangmai-files-'));
  store = new FileStore(join(folder, 'files'));
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  temp = new TempFiles(database, store);
});

afterAll(async () => {
  await database.close();
  await clone.drop();
  rmSync(folder, { recursive: true });
});

const filesLeft = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const add = (content = 'a,b\n1,2\n') =>
  temp.add({
    tenantId: 5,
    userId: 1,
    name: '客户.csv',
    contentType: 'text/csv',
    write: async (target) => void target.write(content),
  });

test('a file is kept under its tenant and month, with size and digest', async () => {
  const saved = await store.save(Buffer.from('hello'), { tenantId: 5 });
  expect(saved).toMatchObject({
    path: expect.stringMatching(/^5\/\d{4}\/\d{2}\/[\w-]{36}$/),
    size: 5,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  });
  const found = await store.read(saved.path);
  expect(found?.size).toBe(5);
  expect(await text(found?.stream ?? Readable.from([]))).toBe('hello');
  await store.remove(saved.path);
  expect(await store.read(saved.path)).toBeUndefined();
});

test('what is too large or fails on the way leaves nothing behind', async () => {
  await expect(
    store.save(Readable.from([Buffer.alloc(600), Buffer.alloc(600)]), { tenantId: 5, mostBytes: 1_000 }),
  ).rejects.toMatchObject({ kind: 'tooLarge' });
  await expect(
    store.save(
      async (target) => {
        target.write('half');
        throw new Error('broken');
      },
      { tenantId: 5 },
    ),
  ).rejects.toThrow('broken');
  expect(filesLeft()).toEqual([]);
});

test('a writer that fails after it has ended its file leaves nothing behind', async () => {
  const before = filesLeft();
  const late = store.save(
    async (target) => {
      target.end('all of it');
      await finished(target, { readable: false });
      throw new Error('late');
    },
    { tenantId: 5 },
  );
  await expect(late).rejects.toThrow('late');
  expect(filesLeft()).toEqual(before);
});

test('paths that lead out of the store are refused', async () => {
  for (const path of ['../secret', '5/2026/11/../../../x', '/etc/passwd', '5/2026/11/a/b'])
    await expect(store.read(path)).rejects.toThrow('not a path');
});

test('a temporary file can be fetched once', async () => {
  const token = await add();
  const file = await temp.take(token);
  expect(file).toMatchObject({ name: '客户.csv', contentType: 'text/csv', size: 8 });
  expect(await text(file?.stream ?? Readable.from([]))).toBe('a,b\n1,2\n');
  expect(await temp.take(token)).toBeUndefined();
  await expect.poll(filesLeft).toEqual([]);
});

test('of many fetches at once one gets it', async () => {
  const token = await add();
  const all = await Promise.all(Array.from({ length: 8 }, () => temp.take(token)));
  expect(all.filter(Boolean)).toHaveLength(1);
  await Promise.all(all.map((file) => text(file?.stream ?? Readable.from([]))));
});

test('forged, foreign and expired tokens get nothing; the sweep takes what is left', async () => {
  const token = await add();
  const stolen = token.replace(/^5\./, '6.');
  for (const wrong of [stolen, '5.abc', '', 'x.y', '-1.a', `${token}x`]) expect(await temp.take(wrong)).toBeUndefined();
  expect(await temp.sweep()).toBe(0);
  const owner = new (await import('pg')).Client({ connectionString: clone.urls.migrator });
  await owner.connect();
  await owner.query("update temp_file set expires_at = now() - interval '1 second'");
  await owner.end();
  expect(await temp.take(token)).toBeUndefined();
  expect(await temp.sweep()).toBe(1);
  await expect.poll(filesLeft).toEqual([]);
});
