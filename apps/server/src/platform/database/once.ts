import type { Tx } from './database.ts';

const answers = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** Asks a question once per transaction, however many rows need the answer: for what does not change while it runs. */
export function onceInTransaction<T>(tx: Tx, question: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(tx) ?? new Map<string, Promise<unknown>>();
  answers.set(tx, known);
  const answer = (known.get(question) as Promise<T> | undefined) ?? ask();
  known.set(question, answer);
  return answer;
}
