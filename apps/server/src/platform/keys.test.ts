import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { fieldCrypto, normalised } from './field-crypto.ts';
import { loadMasterKey, TenantKeys } from './keys.ts';

let folder: string;
let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kangmai-keys-'));
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
  rmSync(folder, { recursive: true });
});

describe('the master key', () => {
  test('is made once, readable by its owner only, and refused when others can read it', () => {
    const dataDir = join(folder, 'a');
    const first = loadMasterKey({ secretKey: undefined, dataDir }).derive('x');
    expect(loadMasterKey({ secretKey: undefined, dataDir }).derive('x')).toEqual(first);
    const file = join(dataDir, 'keys', 'master');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toHaveLength(43);
    chmodSync(file, 0o644);
    expect(() => loadMasterKey({ secretKey: undefined, dataDir })).toThrow('chmod 600');
  });

  test('gives another key for each purpose', () => {
    const master = loadMasterKey({ secretKey: 's'.repeat(32), dataDir: folder });
    expect(master.derive('a')).toHaveLength(32);
    expect(master.derive('a')).not.toEqual(master.derive('b'));
  });
});

describe("a tenant's fields", () => {
  const master = () => loadMasterKey({ secretKey: 'the master key of this test, long enough', dataDir: folder });

  test('open again after a restart, and for their tenant only', async () => {
    const sealed = (await new TenantKeys(database, master()).of(1)).seal('身份证 110101199003070038');
    const later = new TenantKeys(database, master());
    expect((await later.of(1)).open(sealed)).toBe('身份证 110101199003070038');
    expect(sealed.toString('latin1')).not.toContain('110101199003070038');
    const other = await later.of(2);
    expect(() => other.open(sealed)).toThrow();
  });

  test('give the same index within the tenant, another in the next', async () => {
    const keys = new TenantKeys(database, master());
    const [one, two] = [await keys.of(1), await keys.of(2)];
    expect(one.index('138-0013 8000')).toEqual(one.index('13800138000'));
    expect(one.index('13800138000')).not.toEqual(one.index('13800138001'));
    expect(one.index('13800138000')).not.toEqual(two.index('13800138000'));
  });

  test('stay readable and findable after a new key; become unreadable when keys are erased', async () => {
    const keys = new TenantKeys(database, master());
    const before = await keys.of(3);
    const sealed = before.seal('old');
    await keys.rotate(3);
    const after = await keys.of(3);
    expect(after.open(sealed)).toBe('old');
    expect(after.seal('new').readUInt16BE(1)).toBe(2);
    expect(after.index('x')).toEqual(before.index('x'));
    await keys.erase(3);
    const fresh = await keys.of(3);
    expect(() => fresh.open(sealed)).toThrow();
  });

  test('get one key when many ask at once', async () => {
    const nodes = Array.from({ length: 5 }, () => new TenantKeys(database, master()));
    const all = await Promise.all(nodes.map((keys) => keys.of(4)));
    const sealed = all[0]?.seal('x') ?? Buffer.alloc(0);
    expect(all.map((crypto) => crypto.open(sealed))).toEqual(['x', 'x', 'x', 'x', 'x']);
  });

  test('cannot be opened with another master key', async () => {
    await new TenantKeys(database, master()).of(5);
    const stranger = new TenantKeys(database, loadMasterKey({ secretKey: 'another master key, also long enough', dataDir: folder }));
    await expect(stranger.of(5)).rejects.toThrow('SECRET_KEY');
  });
});

test('changed bytes are noticed', () => {
  const crypto = fieldCrypto(1, [{ version: 1, key: Buffer.alloc(32, 7) }]);
  const sealed = crypto.seal('');
  expect(crypto.open(sealed)).toBe('');
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(() => crypto.open(changed), `byte ${place}`).toThrow();
  }
});

test('numbers are compared in one form', () => {
  expect(normalised('＋86 138-0013-8000')).toBe('13800138000');
  expect(normalised('11010119900307003x')).toBe('11010119900307003X');
  expect(normalised('8612345')).toBe('8612345');
});
