import { byParent } from '../../lib/by-parent.ts';

export interface TreeEntry {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  /** Shown behind the name, such as a number of members. */
  readonly note?: string;
  /** Further words by which it is found. */
  readonly words?: string;
  /** Only holds others and is never chosen itself. */
  readonly isGroup?: true;
}

export interface TreeNode {
  readonly key: number;
  readonly title: string;
  readonly note?: string;
  readonly selectable?: boolean;
  readonly children?: TreeNode[];
}

/** Entries as a tree, in their order; with a word those whose name has it, and what stands above them. */
export function treeNodes(entries: readonly TreeEntry[], word = ''): TreeNode[] {
  const below = byParent(entries, ({ parentId }) => parentId);
  const wanted = word.trim().toLowerCase();
  const nodesBelow = (parent: number | null): TreeNode[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, note, words = '', isGroup }) => {
      const children = nodesBelow(id);
      if (children.length === 0 && !`${name}\n${words}`.toLowerCase().includes(wanted)) return [];
      return [
        {
          key: id,
          title: name,
          ...(note !== undefined && { note }),
          ...(isGroup && { selectable: false }),
          ...(children.length > 0 && { children }),
        },
      ];
    });
  return nodesBelow(null);
}

/** The ids of an entry and of all below it. */
export function idsBelow(entries: readonly TreeEntry[], id: number): readonly number[] {
  const below = byParent(entries, ({ parentId }) => parentId);
  const from = (one: number): readonly number[] => [one, ...(below.get(one) ?? []).flatMap((next) => from(next.id))];
  return from(id);
}

/** The names from the top down to an entry. */
export function wayTo(entries: readonly TreeEntry[], id: number): readonly string[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const found = byId.get(id);
  if (!found) return [];
  return [...(found.parentId === null ? [] : wayTo(entries, found.parentId)), found.name];
}

/** The ids of what stands above an entry. */
export function idsAbove(entries: readonly TreeEntry[], id: number | null): readonly number[] {
  const parentOf = new Map(entries.map((entry) => [entry.id, entry.parentId]));
  const above = (one: number | null): readonly number[] => {
    const parent = one === null ? null : (parentOf.get(one) ?? null);
    return parent === null ? [] : [...above(parent), parent];
  };
  return above(id);
}
