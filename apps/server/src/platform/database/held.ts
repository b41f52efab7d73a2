import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Order of the pools: work that holds a connection may take another only of a later step, so that calls cannot
 * deadlock. The lanes of one step never wait for each other.
 */
const steps = {
  export: 0,
  follow: 0,
  count: 0,
  ordinary: 0,
  alarm: 1,
  directory: 2,
  platform: 3,
  settings: 4,
} as const;
export type PoolKind = keyof typeof steps;

interface Held {
  readonly kind: PoolKind;
  readonly outer: Held | undefined;
  isReleased: boolean;
}

/** Work requested a connection that it may not take while holding another one: under load both could wait forever. */
export class SecondConnection extends Error {
  constructor(held: PoolKind, wanted: PoolKind) {
    super(`a connection of the pool "${wanted}" was asked for by work that holds one of "${held}"`);
    this.name = 'SecondConnection';
  }
}

let watched: AsyncLocalStorage<Held> | undefined;

/** Makes work fail that takes connections out of order. For tests: it makes every promise slower. */
export function watchConnections(): void {
  watched ??= new AsyncLocalStorage();
}

/** @throws SecondConnection when the present work holds a connection of the same step or a later one */
export function requireInOrder(wanted: PoolKind): void {
  for (let held = watched?.getStore(); held; held = held.outer) {
    if (!held.isReleased && steps[held.kind] >= steps[wanted]) throw new SecondConnection(held.kind, wanted);
  }
}

/** Starts background work outside the caller's context: it does not inherit the caller's held connection. */
export const byItself = <T>(work: () => T): T => (watched ? watched.exit(work) : work());

/** Runs work that holds a connection of a pool. */
export async function whileHeld<T>(kind: PoolKind, work: () => Promise<T>): Promise<T> {
  if (!watched) return work();
  const held: Held = { kind, outer: watched.getStore(), isReleased: false };
  try {
    return await watched.run(held, work);
  } finally {
    held.isReleased = true;
  }
}
