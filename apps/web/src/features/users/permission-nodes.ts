import { byParent } from '../../lib/by-parent.ts';

import type { UserGrants } from '../../resource-client/users.ts';

type Permission = UserGrants['permissions'][number];

export interface PermissionNode {
  readonly key: string;
  readonly title: string;
  readonly children?: readonly PermissionNode[];
}

/** Permissions as a tree; with a word those whose title has it, and what stands above them. */
export function permissionNodes(permissions: readonly Permission[], word = ''): readonly PermissionNode[] {
  const below = byParent(permissions, ({ parentName }) => parentName);
  const wanted = word.trim().toLowerCase();
  const nodesBelow = (parent: string | null): readonly PermissionNode[] =>
    (below.get(parent) ?? []).flatMap(({ name, displayName }) => {
      const children = nodesBelow(name);
      const isFound = wanted === '' || displayName.toLowerCase().includes(wanted);
      if (!isFound && children.length === 0) return [];
      return [{ key: name, title: displayName, ...(children.length > 0 && { children }) }];
    });
  return nodesBelow(null);
}

/** A tick gives what stands above it too; taking one away takes what stands below it. */
export function afterTick(ticked: ReadonlySet<string>, name: string, isTicked: boolean): ReadonlySet<string> {
  if (!isTicked) return new Set([...ticked].filter((other) => other !== name && !other.startsWith(`${name}.`)));
  const parts = name.split('.');
  return new Set([...ticked, ...parts.map((_, at) => parts.slice(0, at + 1).join('.'))]);
}
