import { shownFields, type AnyResource } from '@kangmai/resource';

import { isOffered } from '../helper-columns.ts';

import type { LayoutWord } from '../layout-words.ts';

export const densities = ['large', 'medium', 'small'] as const;
export type Density = (typeof densities)[number];

export interface LookColumn {
  readonly name: string;
  readonly isHidden?: boolean | undefined;
  /** In px; the default of the field kind when absent. */
  readonly width?: number | undefined;
  readonly fixed?: 'left' | 'right' | undefined;
}

/** Columns in order; the version identifies the definition they were arranged for. */
export interface Arrangement {
  readonly version: string;
  readonly columns: readonly LookColumn[];
  /** Table, board, calendar or week, as it was last chosen or kept in a view. */
  readonly layout?: LayoutWord | undefined;
}

/** Appearance of a list: columns, density, page size. */
export interface Look extends Arrangement {
  readonly density: Density;
  /** Rows of a page; as many as fit the window when absent. */
  readonly size?: number | undefined;
}

const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};

const versionOf = (columns: readonly LookColumn[]): string =>
  digest(columns.map(({ name, isHidden }) => `${name}${isHidden ? '-' : '+'}`).join(' '));

/** Default appearance: the list's own columns first and visible, the other fields hidden. */
export function usualLook(resource: AnyResource, columns: readonly string[], omit: readonly string[] = []): Look {
  const rest = Object.entries(shownFields(resource))
    .filter(([name, field]) => !columns.includes(name) && isOffered(resource, name, field))
    .map(([name]) => ({ name, isHidden: true }));
  const all = [...columns.map((name) => ({ name })), ...rest].filter(({ name }) => !omit.includes(name));
  return { version: versionOf(all), columns: all, density: 'small' };
}

/** Inserts each new column after its default predecessor. */
function withNewColumns(kept: readonly LookColumn[], usual: readonly LookColumn[]): readonly LookColumn[] {
  const columns = [...kept];
  usual.forEach((column, at) => {
    if (columns.some(({ name }) => name === column.name)) return;
    const before = usual.slice(0, at).findLast(({ name }) => columns.some((known) => known.name === name));
    columns.splice(before === undefined ? 0 : columns.findIndex(({ name }) => name === before.name) + 1, 0, column);
  });
  return columns;
}

/** A stored layout without removed columns and with new ones at their default place. */
export function currentLook(kept: Partial<Look> | null | undefined, usual: Look): Look {
  if (!kept) return usual;
  const look = { ...usual, ...kept };
  if (kept.version === usual.version) return look;
  const known = new Set(usual.columns.map(({ name }) => name));
  return {
    ...look,
    version: usual.version,
    columns: withNewColumns(
      (kept.columns ?? []).filter(({ name }) => known.has(name)),
      usual.columns,
    ),
  };
}

/** Visible columns in table order: pinned left first, pinned right last. */
export function shownColumns({ columns }: Arrangement): readonly LookColumn[] {
  const shown = columns.filter(({ isHidden }) => !isHidden);
  const pinnedAt = (place: LookColumn['fixed']): readonly LookColumn[] => shown.filter(({ fixed }) => fixed === place);
  return [...pinnedAt('left'), ...pinnedAt(undefined), ...pinnedAt('right')];
}

export function moveColumn(columns: readonly LookColumn[], name: string, step: -1 | 1): readonly LookColumn[] {
  const at = columns.findIndex((column) => column.name === name);
  const [one, other] = [columns[at], columns[at + step]];
  if (!one || !other) return columns;
  return columns.map((column, index) => (index === at ? other : index === at + step ? one : column));
}

/** The columns with one of them changed. */
export const changeColumn = (
  columns: readonly LookColumn[],
  name: string,
  change: Partial<Omit<LookColumn, 'name'>>,
): readonly LookColumn[] => columns.map((column) => (column.name === name ? { ...column, ...change } : column));

export const isSameArrangement = (one: Arrangement, other: Arrangement): boolean =>
  JSON.stringify(one.columns.map(plain)) === JSON.stringify(other.columns.map(plain));

const plain = ({ name, isHidden = false, width, fixed }: LookColumn): readonly unknown[] => [
  name,
  isHidden,
  width ?? null,
  fixed ?? null,
];
