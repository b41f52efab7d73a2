import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

interface Work {
  readonly name: string;
  readonly end: () => void;
}

const never = new AbortController().signal;

/** Work that runs until it is ended, in the order in which it began. */
function bench(gate: Gate) {
  const begun: Work[] = [];
  const run = (key: string, name: string, until = never): Promise<string | undefined> =>
    gate.pass(
      key,
      until,
      () =>
        new Promise((resolve) => {
          begun.push({ name, end: () => resolve(name) });
        }),
    );
  const names = (): readonly string[] => begun.map(({ name }) => name);
  return { begun, run, names };
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('few of one key go on at once, few in all, and the oldest that may goes next', async () => {
  const { begun, run, names } = bench(new Gate({ inAll: 3, ofOneKey: 2 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => run(name.slice(0, 1), name));
  await turn();
  expect(names()).toEqual(['a1', 'a2', 'b1']);
  begun[2]?.end();
  await turn();
  expect(names()).toEqual(['a1', 'a2', 'b1', 'b2']);
  begun[0]?.end();
  await turn();
  expect(names().at(-1)).toBe('a3');
  for (let at = 0; at < all.length; at += 1) {
    begun[at]?.end();
    await turn();
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'a4']);
});

test('who gives up leaves the line at once; work that fails gives its place on', async () => {
  const gate = new Gate({ inAll: 1, ofOneKey: 1 });
  const { begun, run, names } = bench(gate);
  const failing = gate.pass('a', never, () => Promise.reject(new Error('broken')));
  const left = new AbortController();
  const gone = run('b', 'b1', left.signal);
  left.abort();
  const next = run('b', 'b2');
  await expect(failing).rejects.toThrow('broken');
  expect(await gone).toBeUndefined();
  await turn();
  expect(names()).toEqual(['b2']);
  begun[0]?.end();
  expect(await next).toBe('b2');
  expect(await run('c', 'c1', left.signal)).toBeUndefined();
});
