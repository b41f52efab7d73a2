import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { fieldCrypto, normalised } from './field-crypto.ts';
import { forgetFormerKey, loadMasterKey, renewMasterKey, TenantKeys } from './keys.ts';
import { SigningKeys } from './signing-keys.ts';
import { Tokens } from './tokens.ts';
import { rewrapAll } from '@kangmai/ops/keys/rewrap';

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
    await keys.rotate(3, 60_000);
    expect((await keys.of(3)).seal('not yet').readUInt16BE(1)).toBe(1);
    await keys.rotate(3, 0);
    const after = await keys.of(3);
    expect(after.open(sealed)).toBe('old');
    expect(after.seal('new').readUInt16BE(1)).toBe(3);
    expect(after.index('x')).not.toEqual(before.index('x'));
    expect(after.indexes('x')).toContainEqual(before.index('x'));
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
    const stranger = new TenantKeys(
      database,
      loadMasterKey({ secretKey: 'another master key, also long enough', dataDir: folder }),
    );
    await expect(stranger.of(5)).rejects.toThrow('SECRET_KEY');
  });
});

test('a new master key opens what the former one wrapped, until everything is wrapped anew', async () => {
  const dataDir = join(folder, 'renewed');
  const former = loadMasterKey({ secretKey: undefined, dataDir });
  const sealed = (await new TenantKeys(database, former).of(6)).seal('kept');
  const token = await new Tokens(former).sign(
    { sub: '1' },
    { audience: 'access', expiresAt: new Date(Date.now() + 60_000) },
  );
  const hidden = new Tokens(former).seal('hidden', 'hub token');
  expect(renewMasterKey(dataDir)).toBe(true);
  expect(renewMasterKey(dataDir)).toBe(false);
  const both = loadMasterKey({ secretKey: undefined, dataDir });
  expect(both.derive('x')).not.toEqual(former.derive('x'));
  expect((await new TenantKeys(database, both).of(6)).open(sealed)).toBe('kept');
  expect(await new Tokens(both).verify(token, 'access')).toMatchObject({ sub: '1' });
  expect(new Tokens(both).open(hidden, 'hub token')).toBe('hidden');

  await database.platform((tx) => tx.execute('delete from tenant_key where tenant_id <> 6'));
  expect(await rewrapAll(database, both)).toBe(1);
  expect(await rewrapAll(database, both)).toBe(0);
  forgetFormerKey(dataDir);
  const alone = loadMasterKey({ secretKey: undefined, dataDir });
  expect((await new TenantKeys(database, alone).of(6)).open(sealed)).toBe('kept');
  expect(await new Tokens(alone).verify(token, 'access')).toBeUndefined();
  await expect(new TenantKeys(database, former).of(6)).rejects.toThrow('cannot be opened');
});

describe('the keys of tokens', () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const master = loadMasterKey({ secretKey: 'the master key of this test, long enough', dataDir: '/nonexistent' });
  const node = () => new Tokens(master, undefined, new SigningKeys(database, master));

  test('change while every node goes on: former tokens are accepted, new ones are signed with the new key', async () => {
    const [one, other, ring] = [node(), node(), new SigningKeys(database, master)];
    const before = await one.sign({ sub: '1' }, { audience: 'access', expiresAt });
    expect(await ring.rotate({ afterMs: 60_000 })).toBe(1);
    expect(await node().sign({ sub: '2' }, { audience: 'access', expiresAt })).not.toContain(
      await node().sign({ sub: '3' }, { audience: 'access', expiresAt }),
    );
    expect(
      await node().verify(await node().sign({ sub: '2' }, { audience: 'access', expiresAt }), 'access'),
    ).toMatchObject({ sub: '2' });
    expect(await ring.rotate({ afterMs: 0 })).toBe(2);
    const after = await node().sign({ sub: '4' }, { audience: 'access', expiresAt });
    expect(JSON.parse(Buffer.from(after.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid: '2' });
    for (const each of [one, node()]) expect(await each.verify(before, 'access')).toMatchObject({ sub: '1' });
    await vi.waitFor(async () => expect(await other.verify(after, 'access')).toMatchObject({ sub: '4' }), {
      timeout: 60_000,
    });
    expect(await new Tokens(master).verify(after, 'access')).toBeUndefined();
    expect(
      await node().verify(
        `${Buffer.from('{"alg":"HS256","kid":"99"}').toString('base64url')}.${after.split('.').slice(1).join('.')}`,
        'access',
      ),
    ).toBeUndefined();
  });

  test('end at once when everybody has to sign in again', async () => {
    const former = await node().sign({ sub: '1' }, { audience: 'access', expiresAt });
    await new SigningKeys(database, master).rotate({ afterMs: 0, endsFormer: true });
    expect(await node().verify(former, 'access')).toBeUndefined();
    expect(
      await node().verify(await node().sign({ sub: '5' }, { audience: 'access', expiresAt }), 'access'),
    ).toMatchObject({ sub: '5' });
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
