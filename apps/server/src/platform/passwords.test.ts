import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

test('the right password fits, wrong ones and unknown users do not', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('Pä$$wörd 123');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'Pä$$wörd 123')).toBe(true);
  expect(await passwords.verify(stored, 'Pä$$wörd 124')).toBe(false);
  expect(await passwords.verify(null, 'nobody')).toBe(false);
  expect(await passwords.verify(stored, 'x'.repeat(2_000))).toBe(false);
  expect(passwords.isOutdated(stored)).toBe(false);
});

test('an unknown user costs the same work as a wrong password', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('a');
  await passwords.verify(null, 'warm');
  const timeOf = async (hash: string | null): Promise<number> => {
    const startedAt = performance.now();
    await passwords.verify(hash, 'b');
    return performance.now() - startedAt;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < 15; n += 1) {
    times.known.push(await timeOf(stored));
    times.unknown.push(await timeOf(null));
  }
  // The fastest of many shows the cost when nothing else runs on the machine.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
  expect(unknown).toBeGreaterThan(known / 3);
  expect(unknown).toBeLessThan(known * 3);
});

test('a rush waits its turn, and beyond the queue is told to come back', async () => {
  const passwords = new Passwords({ mostAtOnce: 1, mostWaiting: 3 });
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.hash('a')));
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(all[5]).toMatchObject({ reason: { kind: 'unavailable', reason: 'server.busy' } });
  expect(await passwords.hash('a')).toMatch(/^\$argon2id/);
});

test('an urgent check goes before those that wait, whose queue may be full', async () => {
  const passwords = new Passwords({ mostAtOnce: 1, mostWaiting: 3 });
  const stored = await passwords.hash('a');
  const ended: string[] = [];
  const check = (name: string, isUrgent: boolean): Promise<unknown> =>
    passwords.verify(stored, 'a', isUrgent).then(() => ended.push(name));
  await Promise.all([
    check('busy', false),
    check('first', false),
    check('second', false),
    check('third', false),
    check('urgent', true),
  ]);
  expect(ended).toEqual(['busy', 'urgent', 'first', 'second', 'third']);
});
