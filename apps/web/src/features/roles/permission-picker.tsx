import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

import { EmptyState } from '../../ui/states.tsx';
import { menuNeeds } from './menu-needs.ts';
import { afterTick, foundNodes, permissionTree, ticksOf, type TreeNode } from './permission-tree.ts';
import css from './roles.module.css';
import { T } from './roles-texts.ts';

import type { Permission } from '../../resource-client/roles.ts';

type Node = TreeNode & { readonly children?: Node[] };

interface PickerProps {
  readonly permissions: readonly Permission[];
  readonly value: ReadonlySet<string>;
  readonly onChange: (names: ReadonlySet<string>) => void;
}

/** Height of head, search and foot of a drawer around the tree. */
const aroundTree = 210;
const leastHeight = 300;

/** All permissions with search; whole and half ticks, by pointer and keys. */
export function PermissionPicker({ permissions, value, onChange }: PickerProps) {
  const [word, setWord] = useState('');
  const [unfolded, setUnfolded] = useState<readonly string[]>(['group:Pages']);
  const [byMenu, setByMenu] = useState<readonly string[]>([]);
  const tree = useMemo(() => permissionTree(permissions, T('access')), [permissions]);
  const menu = useMemo(menuNeeds, []);
  const titles = useMemo(() => new Map(permissions.map(({ name, displayName }) => [name, displayName])), [permissions]);
  const nodes = useMemo(() => foundNodes(tree.nodes, word), [tree, word]);
  const tick = (key: string, isOn: boolean): void => {
    const after = afterTick(tree, value, { key, isOn, menu });
    setByMenu(after.byMenu);
    onChange(after.names);
  };
  const note =
    byMenu.length === 0
      ? T('chosen', { n: value.size })
      : T('byMenu', { names: byMenu.map((name) => titles.get(name) ?? name).join('、') });
  return (
    <div className={css['tree']}>
      <Input
        aria-label={T('search')}
        placeholder={T('search')}
        allowClear
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <p className={css['note']} role="status">
        {note}
      </p>
      {nodes.length === 0 ? (
        <EmptyState />
      ) : (
        <Tree<Node>
          aria-label={T('permissions')}
          checkable
          checkStrictly
          selectable={false}
          height={Math.max(leastHeight, window.innerHeight - aroundTree)}
          treeData={nodes as Node[]}
          expandedKeys={word === '' ? [...unfolded] : [...tree.namesOf.keys()]}
          onExpand={(keys) => setUnfolded(keys.map(String))}
          checkedKeys={ticksOf(tree, value)}
          onCheck={(_, { node, checked }) => tick(node.key, checked)}
        />
      )}
    </div>
  );
}
