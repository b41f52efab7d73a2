import type { Tx } from './database.ts';

interface Gathering<K, A> {
  readonly keys: K[];
  readonly answers: Promise<readonly A[]>;
}

const gatherings = new WeakMap<Tx, Map<string, Gathering<unknown, unknown>>>();

function gather<K, A>(
  open: Map<string, Gathering<unknown, unknown>>,
  kind: string,
  ask: (keys: readonly K[]) => Promise<readonly A[]>,
): Gathering<K, A> {
  const keys: K[] = [];
  const answers = new Promise<void>((done) => {
    process.nextTick(done);
  }).then(() => {
    open.delete(kind);
    return ask(keys);
  });
  const gathering: Gathering<K, A> = { keys, answers };
  open.set(kind, gathering as Gathering<unknown, unknown>);
  return gathering;
}

/**
 * Combines questions of one kind, asked at the same time by rows saved together, into one statement. `ask` answers the
 * keys in order; it must be the same for all of one kind.
 */
export async function askedTogether<K, A>(
  tx: Tx,
  question: { readonly kind: string; readonly key: K; readonly ask: (keys: readonly K[]) => Promise<readonly A[]> },
): Promise<A> {
  const open = gatherings.get(tx) ?? new Map<string, Gathering<unknown, unknown>>();
  gatherings.set(tx, open);
  const { keys, answers } =
    (open.get(question.kind) as Gathering<K, A> | undefined) ?? gather(open, question.kind, question.ask);
  const at = keys.push(question.key) - 1;
  return (await answers)[at] as A;
}
