import { Dropdown, Input, Tree } from 'antd';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';

import { treeNodes, type TreeEntry, type TreeNode } from './tree-nodes.ts';
import css from './tree-pane.module.css';

interface TreePaneProps {
  /** Accessible name of the tree. */
  readonly name: string;
  readonly entries: readonly TreeEntry[];
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
  /** The words in the empty search box. */
  readonly find: string;
  /** Shown in place of an empty tree. */
  readonly empty: ReactNode;
  /** An entry was dropped on another, or at the top. */
  readonly onMove?: ((id: number, parentId: number | null) => void) | undefined;
  /** A key was pressed on the selected entry: F2, Delete, Insert. */
  readonly onKey?: (key: string) => void;
  /** What the right mouse button offers for the selected entry. */
  readonly menu?: readonly { readonly key: string; readonly label: string }[];
  readonly onPick?: (key: string) => void;
}

const shownAtFirst = 2;

/** The keys of the upper levels, which are open at first. */
const upper = (nodes: readonly TreeNode[], levels: number): readonly number[] =>
  levels === 0 ? [] : nodes.flatMap(({ key, children = [] }) => [key, ...upper(children, levels - 1)]);
const everyKey = (nodes: readonly TreeNode[]): readonly number[] => upper(nodes, 16);

/** Which entries are open: the upper levels at first, all while a word is sought. */
function useOpen(
  nodes: readonly TreeNode[],
  isFinding: boolean,
): readonly [keys: number[], toggle: (key: number, isOpen: boolean) => void] {
  const [closed, setClosed] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const keys = useMemo(() => {
    if (isFinding) return [...everyKey(nodes)];
    return [...new Set([...upper(nodes, shownAtFirst), ...opened])].filter((key) => !closed.includes(key));
  }, [nodes, isFinding, opened, closed]);
  const toggle = (key: number, isOpen: boolean): void => {
    setClosed(isOpen ? closed.filter((other) => other !== key) : [...closed, key]);
    setOpened(isOpen ? [...opened, key] : opened.filter((other) => other !== key));
  };
  return [keys, toggle];
}

const label = ({ title, note }: TreeNode): ReactNode => (
  <span className={css['title']}>
    {title}
    {note !== undefined && <span className={css['note']}>{note}</span>}
  </span>
);

/** A tree with a search box; entries can be dragged where `onMove` is given. */
export function TreePane({
  name,
  entries,
  selected,
  onSelect,
  find,
  empty,
  onMove,
  onKey,
  menu,
  onPick,
}: TreePaneProps) {
  const [word, setWord] = useState('');
  const nodes = useMemo(() => treeNodes(entries, word), [entries, word]);
  const [keys, toggle] = useOpen(nodes, word !== '');
  const drop = (id: number, onto: number, isBeside: boolean): void => {
    const target = entries.find((entry) => entry.id === onto);
    onMove?.(id, isBeside ? (target?.parentId ?? null) : onto);
  };
  const tree = (
    <Tree<TreeNode>
      aria-label={name}
      blockNode
      height={Math.max(320, window.innerHeight - 330)}
      draggable={onMove ? { icon: false } : false}
      treeData={nodes}
      titleRender={label}
      expandedKeys={keys}
      onExpand={(_, { node, expanded }) => toggle(node.key, expanded)}
      selectedKeys={selected === null ? [] : [selected]}
      onSelect={(_, { node }) => onSelect(node.key)}
      onRightClick={({ node }) => onSelect(node.key)}
      onDrop={({ dragNode, node, dropToGap }) => drop(dragNode.key, node.key, dropToGap)}
      onKeyDown={({ key }: KeyboardEvent) => onKey?.(key)}
    />
  );
  return (
    <div className={css['pane']}>
      <Input
        aria-label={find}
        placeholder={find}
        allowClear
        maxLength={100}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      {nodes.length === 0 ? (
        empty
      ) : menu && menu.length > 0 ? (
        <Dropdown
          trigger={['contextMenu']}
          menu={{
            items: menu.map(({ key, label: words }) => ({ key, label: words })),
            onClick: ({ key }) => onPick?.(key),
          }}
        >
          <div>{tree}</div>
        </Dropdown>
      ) : (
        tree
      )}
    </div>
  );
}
