import { expect, test } from 'vitest';
import { randomToken, tokenDigest, Tokens } from './tokens.ts';

const master = (seed: string) => ({
  derive: (purpose: string) => Buffer.from(`${seed}${purpose}`.padEnd(32, '.').slice(0, 32)),
});
let now = new Date('2026-11-21T00:00:00Z');
const tokens = new Tokens(master('a'), () => now);
const inAnHour = () => new Date(now.getTime() + 3_600_000);

test('a token gives its claims back, for its audience and its life only', async () => {
  const token = await tokens.sign(
    { sub: '5', tenant: 2, impersonator: null },
    { audience: 'api', expiresAt: inAnHour() },
  );
  const claims = await tokens.verify(token, 'api');
  expect(claims).toMatchObject({ sub: '5', tenant: 2 });
  expect(claims).not.toHaveProperty('impersonator');
  expect(await tokens.verify(token, 'hub')).toBeUndefined();
  now = new Date(now.getTime() + 3_599_000);
  expect(await tokens.verify(token, 'api')).toBeDefined();
  now = new Date(now.getTime() + 1_000);
  expect(await tokens.verify(token, 'api')).toBeUndefined();
});

test('forged tokens are refused', async () => {
  const token = await tokens.sign({ sub: '5' }, { audience: 'api', expiresAt: inAnHour() });
  const stranger = await new Tokens(master('b'), () => now).sign(
    { sub: '5' },
    { audience: 'api', expiresAt: inAnHour() },
  );
  const [head = '', body = ''] = token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  for (const forged of [stranger, unsigned, `${head}.${body}.`, 'null', ''])
    expect(await tokens.verify(forged, 'api')).toBeUndefined();
});

test('a token that was verified before is refused as soon as its key is not accepted any more', async () => {
  const key = new Uint8Array(32).fill(7);
  let accepted: Uint8Array | undefined = key;
  const ring = {
    newest: () => Promise.resolve({ version: 3, key }),
    find: () => Promise.resolve(accepted),
  };
  const ringed = new Tokens(master('a'), () => now, ring);
  const token = await ringed.sign({ sub: '5' }, { audience: 'api', expiresAt: inAnHour() });
  const other = await ringed.sign({ sub: '6' }, { audience: 'api', expiresAt: inAnHour() });
  expect(await ringed.verify(token, 'api')).toMatchObject({ sub: '5' });
  expect(await ringed.verify(token, 'api')).toMatchObject({ sub: '5' });
  expect(await ringed.verify(token, 'hub')).toBeUndefined();
  expect(await ringed.verify(other, 'api')).toMatchObject({ sub: '6' });
  accepted = new Uint8Array(32).fill(8);
  expect(await ringed.verify(token, 'api')).toBeUndefined();
  accepted = undefined;
  expect(await ringed.verify(token, 'api')).toBeUndefined();
});

test('the sealed form hides the token and survives the ways of old clients', () => {
  const token = 'header.body.signature'.repeat(20);
  for (let n = 0; n < 50; n += 1) {
    const sealed = tokens.seal(token, 'hub token');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(tokens.open(sealed, 'hub token')).toBe(token);
    const standard = sealed.replaceAll('-', '+').replaceAll('_', '/');
    expect(tokens.open(`${standard}=`, 'hub token')).toBe(token);
    expect(tokens.open(encodeURIComponent(standard), 'hub token')).toBe(token);
    expect(tokens.open(standard.replaceAll('+', ' '), 'hub token')).toBe(token);
  }
  expect(tokens.open('nonsense', 'hub token')).toBeUndefined();
  expect(tokens.open(new Tokens(master('b')).seal(token, 'hub token'), 'hub token')).toBeUndefined();
});

test('a sealed text opens for its own purpose only', () => {
  const purposes = ['hub token', 'password reset link', 'email activation link'] as const;
  for (const sealedFor of purposes) {
    const sealed = tokens.seal('text', sealedFor);
    for (const purpose of purposes)
      expect(tokens.open(sealed, purpose)).toBe(purpose === sealedFor ? 'text' : undefined);
  }
});

test('one-time tokens are long and only their digest is kept', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(tokenDigest('a')).not.toBe(tokenDigest('b'));
});
