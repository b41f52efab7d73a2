import { byParent } from './by-parent.ts';

import type { Unit } from '../../resource-client/users.ts';

export interface UnitNode {
  readonly key: number;
  readonly title: string;
  readonly children?: readonly UnitNode[];
}

/** Units as a tree, in the order of their codes. */
export function unitNodes(units: readonly Unit[], parent: number | null = null): readonly UnitNode[] {
  const below = byParent(units, ({ parentId }) => parentId);
  const nodesBelow = (id: number | null): readonly UnitNode[] =>
    (below.get(id) ?? []).map((unit) => {
      const children = nodesBelow(unit.id);
      return { key: unit.id, title: unit.displayName, ...(children.length > 0 && { children }) };
    });
  return nodesBelow(parent);
}
