import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** How a statement fails: the database refuses it, reports a deadlock, or the connection breaks before it is sent. */
export type Failure = 'refused' | 'deadlock' | 'gone';

/** One call whose n-th statement fails. */
export interface Aim {
  readonly at: number;
  failure: Failure;
  /** Statements seen so far. */
  seen: number;
  /** The statement that failed. */
  hit: string | undefined;
  isOver: boolean;
}

const aims = new AsyncLocalStorage<Aim>();
const codes: Readonly<Record<Exclude<Failure, 'gone'>, string>> = { refused: 'XX000', deadlock: '40P01' };

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : ((given as { readonly text?: string } | undefined)?.text ?? '');

type Query = (this: Client, ...given: unknown[]) => unknown;

/** A failed commit has rolled back; any other statement leaves its transaction open and useless. */
function failingText(text: string, failure: Exclude<Failure, 'gone'>): string {
  const raise = `do $$ begin raise exception 'injected' using errcode = '${codes[failure]}'; end $$`;
  return /^commit/i.test(text) ? `rollback; ${raise}` : raise;
}

function strike(
  client: Client,
  original: Query,
  input: { readonly given: readonly unknown[]; readonly aim: Aim },
): unknown {
  const text = textOf(input.given[0]);
  // Without its begin the statements of the transaction would run separately; a database does not refuse begin alone.
  if (/^begin/i.test(text)) input.aim.failure = 'gone';
  const { failure } = input.aim;
  if (failure !== 'gone') return original.call(client, failingText(text, failure));
  (
    client as Client & { readonly connection: { readonly stream: { destroy: () => void } } }
  ).connection.stream.destroy();
  return original.apply(client, [...input.given]);
}

/** Makes statements of the database driver fail that belong to a call made by `aimed`. @returns restores the driver */
export function reachStatements(): () => void {
  const prototype = Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function query(this: Client, ...given: unknown[]): unknown {
    const aim = aims.getStore();
    if (!aim || aim.isOver || /^rollback/i.test(textOf(given[0]))) return original.apply(this, given);
    aim.seen += 1;
    if (aim.seen !== aim.at) return original.apply(this, given);
    aim.hit = textOf(given[0]).replaceAll(/\s+/g, ' ').slice(0, 100);
    return strike(this, original, { given, aim });
  };
  return () => {
    prototype.query = original;
  };
}

/** Runs a call with its n-th statement failing; returns the failed statement, if the call has that many. */
export async function aimed<T>(
  at: number,
  failure: Failure,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly aim: Aim }> {
  const aim: Aim = { at, failure, seen: 0, hit: undefined, isOver: false };
  try {
    return { answer: await aims.run(aim, work), aim };
  } finally {
    aim.isOver = true;
  }
}
