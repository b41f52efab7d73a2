import { expect, it } from 'vitest';
import { Gather } from './gather.ts';
import type { Deliverer } from './delivery.ts';
import type { ItemAnswer } from './ingest-item.ts';

const source = (sourceId: number): Deliverer => ({
  sourceId,
  sourceCode: `s${sourceId}`,
  tenantId: 0,
  zone: 'UTC',
  datum: 'wgs84',
  acceptsImei: () => true,
  anyAge: false,
});
const item = (reason: string): ItemAnswer => ({ status: 'rejected', reason });

interface Sent {
  readonly reasons: readonly (string | undefined)[];
  readonly answer: (answers?: readonly ItemAnswer[]) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

function setUp(): { readonly gather: Gather; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const flushMicrotasks = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };
  const gather = new Gather(
    (items) =>
      new Promise((done, fail) => {
        const answers = items as readonly ItemAnswer[];
        sent.push({
          reasons: answers.map(({ reason }) => reason),
          answer: (other) => {
            done(other ?? answers);
            return flushMicrotasks();
          },
          fail: (error) => {
            fail(error);
            return flushMicrotasks();
          },
        });
      }),
  );
  return { gather, sent };
}

it('sends a lone reading at once, and together those that came meanwhile', async () => {
  const { gather, sent } = setUp();
  const answers = ['a', 'b', 'c', 'd', 'e'].map((reason) => gather.one(item(reason), source(1)));
  expect(sent.map(({ reasons }) => reasons)).toEqual([['a'], ['b']]);
  await sent[0]?.answer();
  expect(sent.map(({ reasons }) => reasons)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  await sent[1]?.answer();
  await sent[2]?.answer();
  expect((await Promise.all(answers)).map(({ reason }) => reason)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('keeps sources apart', () => {
  const { gather, sent } = setUp();
  for (const id of [1, 2, 3]) void gather.one(item(`s${id}`), source(id));
  expect(sent.map(({ reasons }) => reasons)).toEqual([['s1'], ['s2'], ['s3']]);
});

it('reports a failed delivery to all its callers and continues with the next', async () => {
  const { gather, sent } = setUp();
  const answers = ['a', 'b', 'c', 'd'].map((reason) =>
    gather.one(item(reason), source(1)).then(
      () => 'stored',
      (error: Error) => error.message,
    ),
  );
  await sent[0]?.answer();
  await sent[2]?.fail(new Error('down'));
  await sent[1]?.answer();
  expect(await Promise.all(answers)).toEqual(['stored', 'stored', 'down', 'down']);
  const after = gather.one(item('e'), source(1));
  expect(sent.at(-1)?.reasons).toEqual(['e']);
  await sent.at(-1)?.answer();
  expect((await after).reason).toBe('e');
});
