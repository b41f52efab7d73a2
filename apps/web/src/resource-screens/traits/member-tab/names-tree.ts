import { byParent } from '../../../lib/by-parent.ts';

import type { MenuNeeds } from '../../../lib/menu-needs.ts';
import type { Permission } from '../../../resource-client/roles.ts';
import type { TickedNode, Ticks } from './ticked-tree.tsx';

/**
 * A permission, or a group of them. The key of a group begins with `group:`; its own permission is its first child, so
 * that seeing alone can be given.
 */
type TreeNode = TickedNode<string>;

export interface PermissionTree {
  readonly nodes: readonly TreeNode[];
  /** All names of a node, by key. */
  readonly namesOf: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string | null>;
}

const groupKey = (name: string): string => `group:${name}`;

/** The tree of permissions; `access` names the own permission of a group. */
export function permissionTree(permissions: readonly Permission[], access: string): PermissionTree {
  const below = byParent(permissions, ({ parentName }) => parentName);
  const namesOf = new Map<string, readonly string[]>();
  const nodeOf = ({ name, displayName }: Permission): TreeNode => {
    const children = (below.get(name) ?? []).map(nodeOf);
    namesOf.set(name, [name]);
    if (children.length === 0) return { key: name, title: displayName };
    const all = children.flatMap(({ key }) => namesOf.get(key) ?? []);
    namesOf.set(groupKey(name), [name, ...all]);
    return { key: groupKey(name), title: displayName, children: [{ key: name, title: access }, ...children] };
  };
  return {
    nodes: (below.get(null) ?? []).map(nodeOf),
    namesOf,
    parents: new Map(permissions.map(({ name, parentName }) => [name, parentName])),
  };
}

/** The names above a permission. */
function above(parents: PermissionTree['parents'], name: string): readonly string[] {
  const parent = parents.get(name) ?? null;
  return parent === null ? [] : [parent, ...above(parents, parent)];
}

/** What is ticked after a tick, and which names of menus were ticked with it. */
interface Ticked {
  readonly names: ReadonlySet<string>;
  readonly byMenu: readonly string[];
}

function withNeeds(
  tree: PermissionTree,
  { added, menu, names }: { readonly added: readonly string[]; readonly menu: MenuNeeds; readonly names: Set<string> },
): readonly string[] {
  const byMenu: string[] = [];
  const waiting = [...added];
  for (const name of waiting) {
    if (!names.has(name)) names.add(name);
    waiting.push(...above(tree.parents, name).filter((other) => !names.has(other) && !waiting.includes(other)));
    for (const needed of menu.get(name) ?? [])
      if (!names.has(needed) && tree.parents.has(needed) && !waiting.includes(needed)) {
        byMenu.push(needed);
        waiting.push(needed);
      }
  }
  return byMenu;
}

const namesBelow = ({ key, children }: TreeNode): readonly string[] => children?.flatMap(namesBelow) ?? [key];

/**
 * A tick gives everything of the node as it is shown, what stands above it, and the menus that lead to it. Taking one
 * away takes the shown part of a group, and the whole group when it is its own permission.
 */
export function afterTick(
  tree: PermissionTree,
  before: ReadonlySet<string>,
  { node, isOn, menu }: { readonly node: TreeNode; readonly isOn: boolean; readonly menu: MenuNeeds },
): Ticked {
  const names = new Set(before);
  if (isOn) return { names, byMenu: withNeeds(tree, { added: namesBelow(node), menu, names }) };
  for (const name of namesBelow(node).flatMap((one) => tree.namesOf.get(groupKey(one)) ?? [one])) names.delete(name);
  return { names, byMenu: [] };
}

/** The keys that are ticked whole, and in part. */
export function ticksOf({ namesOf }: PermissionTree, names: ReadonlySet<string>): Ticks<string> {
  const checked: string[] = [];
  const halfChecked: string[] = [];
  for (const [key, all] of namesOf) {
    const count = all.filter((name) => names.has(name)).length;
    if (count === all.length) checked.push(key);
    else if (count > 0) halfChecked.push(key);
  }
  return { checked, halfChecked };
}

/** Nodes whose title has the word, with what stands above and below them. */
export function foundNodes(nodes: readonly TreeNode[], word: string): readonly TreeNode[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node];
    const children = foundNodes(node.children ?? [], word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
