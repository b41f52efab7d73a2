import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TaskRunner, type BegunWork, type WorkKind } from './runner.ts';

interface Piece {
  readonly id: number;
  readonly ending: AbortController;
  readonly finish: () => void;
  readonly break: (error: Error) => void;
}

/** Work that runs until the test ends it; records what the runner calls. */
function scene() {
  const begun: Piece[] = [];
  const log: string[] = [];
  const reports: unknown[] = [];
  const state = { isOurs: true, mayTake: true };
  const kind: WorkKind<{ readonly id: number; readonly ending: AbortController }> = {
    queues: { resume: 'resume', step: 'step' },
    staleSql: 'stale',
    expiredSql: 'expired',
    take: ({ workId, ending }: BegunWork) => Promise.resolve(state.mayTake ? { id: workId, ending } : undefined),
    beat: () => Promise.resolve(state.isOurs),
    run: ({ id, ending }) =>
      new Promise<void>((finish, refuse) => {
        begun.push({ id, ending, finish, break: refuse });
        ending.signal.addEventListener('abort', () => refuse(new Error('aborted')));
      }),
    putBack: ({ id }) => Promise.resolve(log.push(`back ${id}`)),
    fail: ({ id }, error) => {
      log.push(`failed ${id}: ${(error as Error).message}`);
      return Promise.resolve();
    },
  };
  const services = {
    database: {
      everywhere: async (work: (tx: object, place: string) => Promise<unknown>) => [
        await work({ query: (sql: string) => Promise.resolve(rows[sql] ?? []) }, 'here'),
        await work({ query: (sql: string) => Promise.resolve(rows[sql] ?? []) }, 'elsewhere'),
      ],
      placeOf: () => 'here',
    },
    files: { remove: (path: string) => Promise.resolve(log.push(`removed ${path}`)) },
  };
  const rows: Record<string, readonly object[]> = {};
  const runner = new TaskRunner(kind, {
    services: services as unknown as ConstructorParameters<typeof TaskRunner>[1]['services'],
    report: (fault) => reports.push(fault),
  });
  return { runner, begun, log, reports, state, rows, ids: () => begun.map(({ id }) => id) };
}

const piece = (workId: number) => ({ tenantId: 1, userId: 7, workId });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('two pieces go on at once; the next step of a piece waits for the end of the one before', async () => {
  const { runner, begun, ids } = scene();
  for (const id of [1, 2, 2, 3]) runner.begin(piece(id));
  await vi.waitFor(() => expect(ids()).toEqual([1, 2]), 60_000);
  begun[0]?.finish();
  await vi.waitFor(() => expect(ids()).toEqual([1, 2, 3]), 60_000);
  begun[1]?.finish();
  await vi.waitFor(() => expect(ids()).toEqual([1, 2, 3, 2]), 60_000);
});

test('a piece that its user cancels ends at once, one that waits never begins', async () => {
  const { runner, ids, log } = scene();
  for (const id of [1, 2, 3]) runner.begin(piece(id));
  await vi.waitFor(() => expect(ids()).toEqual([1, 2]), 60_000);
  runner.end({ tenantId: 1, workId: 3 });
  runner.end({ tenantId: 2, workId: 1 });
  runner.end({ tenantId: 1, workId: 1 });
  await vi.waitFor(() => expect(log).toEqual(['back 1']), 60_000);
  expect(ids()).toEqual([1, 2]);
});

test('a piece that another worker has taken ends at the next sign of life', async () => {
  const { runner, ids, begun, log, state } = scene();
  runner.begin(piece(1));
  await vi.waitFor(() => expect(ids()).toEqual([1]), 60_000);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(begun[0]?.ending.signal.aborted).toBe(false);
  state.isOurs = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(begun[0]?.ending.signal.aborted).toBe(true);
  expect(log).toEqual(['back 1']);
});

test('what goes wrong is said of the piece, and the next one begins', async () => {
  const { runner, begun, ids, log, reports } = scene();
  for (const id of [1, 2, 3]) runner.begin(piece(id));
  await vi.waitFor(() => expect(ids()).toEqual([1, 2]), 60_000);
  begun[0]?.break(new Error('no room'));
  await vi.waitFor(() => expect(ids()).toEqual([1, 2, 3]), 60_000);
  expect(log).toEqual(['failed 1: no room']);
  expect(reports).toEqual([]);
});

test('a server that ends gives its pieces back, waits for that, and begins no other', async () => {
  const { runner, ids, log } = scene();
  for (const id of [1, 2, 3]) runner.begin(piece(id));
  await vi.waitFor(() => expect(ids()).toEqual([1, 2]), 60_000);
  await runner.registered.clocks[0]?.stop();
  expect(log).toEqual(['back 1', 'back 2']);
  runner.begin(piece(4));
  expect(ids()).toEqual([1, 2]);
});

test('the clock sends what gave no sign to the queue of its tenant once, and removes old files', async () => {
  const { runner, ids, log, rows } = scene();
  rows['stale'] = [piece(5)];
  rows['expired'] = [{ path: 'a/b' }, { path: null }];
  const sent: [string, object, object | undefined][] = [];
  const [resume, step] = runner.registered.jobs;
  await resume?.run({
    payload: { tenantId: 0, userId: null },
    inTenant: () => Promise.reject(new Error('no tenant is asked')),
    send: (queue, payload, options) => Promise.resolve(void sent.push([queue, payload, options])),
  });
  expect(sent).toEqual([['step', piece(5), { once: '5' }]]);
  expect(log).toEqual(['removed a/b', 'removed a/b']);
  await step?.run({
    payload: piece(5) as never,
    inTenant: () => Promise.reject(new Error('no tenant is asked')),
    send: () => Promise.resolve(),
  });
  await vi.waitFor(() => expect(ids()).toEqual([5]), 60_000);
});
