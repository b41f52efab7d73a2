import { useCallback, useMemo, useState, type ReactNode } from 'react';

import { menuNeeds } from '../../../lib/menu-needs.ts';
import { T } from './member-tab-texts.ts';
import { afterTick, foundNodes, permissionTree, ticksOf } from './names-tree.ts';
import { TickedTree, type TickedNode } from './ticked-tree.tsx';

import type { Permission } from '../../../resource-client/roles.ts';

interface NamesTabProps {
  readonly permissions: readonly Permission[];
  readonly value: ReadonlySet<string>;
  readonly onChange: (names: ReadonlySet<string>) => void;
  /** Shown behind the title of a name. */
  readonly mark?: (name: string) => ReactNode;
}

/** Height of head, search and foot of a drawer around the tree. */
const aroundTree = 210;
const leastHeight = 300;

/** The names of permissions that a row holds, with whole and half ticks. */
export function NamesTab({ permissions, value, onChange, mark }: NamesTabProps) {
  const [byMenu, setByMenu] = useState<readonly string[]>([]);
  const tree = useMemo(() => permissionTree(permissions, T('access')), [permissions]);
  const menu = useMemo(menuNeeds, []);
  const nodesOf = useCallback((word: string) => foundNodes(tree.nodes, word), [tree]);
  const tick = (node: TickedNode<string>, isOn: boolean): void => {
    const after = afterTick(tree, value, { node, isOn, menu });
    setByMenu(after.byMenu);
    onChange(after.names);
  };
  const titleOf = (name: string): string => permissions.find((one) => one.name === name)?.displayName ?? name;
  return (
    <TickedTree
      what={T('permissions')}
      nodesOf={nodesOf}
      open={['group:Pages']}
      everyKey={[...tree.namesOf.keys()]}
      ticks={ticksOf(tree, value)}
      onTick={tick}
      status={
        byMenu.length === 0 ? T('chosen', { n: value.size }) : T('byMenu', { names: byMenu.map(titleOf).join('、') })
      }
      mark={mark}
      height={Math.max(leastHeight, window.innerHeight - aroundTree)}
    />
  );
}
