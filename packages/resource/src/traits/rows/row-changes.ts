import type { AnyRow } from './list-kind.ts';
import type { RowsRule } from './rows.ts';

/** A difference between two states of a list of rows; the place is from 1, of a removed row in the former list. */
export interface RowChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly at: number;
  /** The values that differ; of an added or removed row all it has. */
  readonly values: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

const keyOf = (row: AnyRow | undefined, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => row?.[name] ?? null));

/** How many rows are equal from one end. */
function equalFrom(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((key, place) => key !== other[place]);
  return Math.min(at < 0 ? one.length : at, other.length);
}

/** The differences between two states of a list, row by row: what a change history shows. */
export function rowChanges({ rows, unique = [] }: RowsRule, before: unknown, after: unknown): readonly RowChange[] {
  const listOf = (list: unknown): readonly AnyRow[] => (Array.isArray(list) ? (list as readonly AnyRow[]) : []);
  const names = Object.keys(rows);
  const [old, now] = [listOf(before), listOf(after)] as const;
  const change = (kind: RowChange['kind'], at: number, [one, other]: readonly (AnyRow | undefined)[]): RowChange => ({
    kind,
    at: at + 1,
    values: names
      .map((name) => ({ name, before: one?.[name] ?? null, after: other?.[name] ?? null }))
      .filter((value) => JSON.stringify(value.before) !== JSON.stringify(value.after)),
  });
  const [oldKeys, nowKeys] = [old.map((row) => keyOf(row, names)), now.map((row) => keyOf(row, names))] as const;
  const head = equalFrom(oldKeys, nowKeys);
  const tail = equalFrom(oldKeys.slice(head).toReversed(), nowKeys.slice(head).toReversed());
  const gone = new Set([...oldKeys.keys()].slice(head, old.length - tail));
  const changes: RowChange[] = [];
  let last = -1;
  for (let at = head; at < now.length - tail; at += 1) {
    // The same row as before: by what is unique in the list, else the next one in its place.
    const from = [...gone].find((place) => keyOf(old[place], unique) === keyOf(now[at], unique));
    const kind = from === undefined ? 'added' : from < last ? 'moved' : 'changed';
    const found = change(kind, at, [from === undefined ? undefined : old[from], now[at]]);
    if (found.values.length > 0 || kind === 'moved') changes.push(found);
    gone.delete(from ?? -1);
    last = Math.max(last, from ?? -1);
  }
  return [...changes, ...[...gone].map((at) => change('removed', at, [old[at]]))];
}
