import { Input, Tree } from 'antd';
import { createContext, useContext, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';

import { RightMenu, type MenuItem } from '../menu-button.tsx';
import { idsAbove, treeNodes, type TreeEntry, type TreeNode } from './tree-nodes.ts';
import css from './tree-pane.module.css';

interface TreePaneProps {
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
  /** The words where an entry is dropped to stand at the top. */
  readonly toTop?: string;
  /** A key was pressed on the selected entry: F2, Delete, Insert. */
  readonly onKey?: (key: string) => void;
  /** What the right mouse button offers for the selected entry. */
  readonly menu?: readonly MenuItem[];
  readonly onPick?: (key: string) => void;
  /** Levels that are open at first: two, or none. */
  readonly levels?: 0 | 2;
  /** What stands behind the name of an entry, such as a button with its menu. */
  readonly extra?: ((id: number) => ReactNode) | undefined;
  /** The right mouse button on an entry; without it the entry is chosen and `menu` shown. */
  readonly onRight?: (id: number) => void;
  /** The entry that the keys have reached. */
  readonly onReach?: (id: number | null) => void;
}

/** The keys of the upper levels, which are open at first. */
const upper = (nodes: readonly TreeNode[], levels: number): readonly number[] =>
  levels === 0 ? [] : nodes.flatMap(({ key, children = [] }) => [key, ...upper(children, levels - 1)]);
const everyKey = (nodes: readonly TreeNode[]): readonly number[] => upper(nodes, 16);

/** Which entries are open: the upper levels and the way to the chosen entry at first, all while a word is sought. */
function useOpen(
  nodes: readonly TreeNode[],
  { isFinding, levels, way }: { readonly isFinding: boolean; readonly levels: number; readonly way: readonly number[] },
): readonly [keys: number[], toggle: (key: number, isOpen: boolean) => void] {
  const [closed, setClosed] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const keys = useMemo(() => {
    if (isFinding) return [...everyKey(nodes)];
    return [...new Set([...upper(nodes, levels), ...way, ...opened])].filter((key) => !closed.includes(key));
  }, [nodes, isFinding, levels, way, opened, closed]);
  const toggle = (key: number, isOpen: boolean): void => {
    setClosed(isOpen ? closed.filter((other) => other !== key) : [...closed, key]);
    setOpened(isOpen ? [...opened, key] : opened.filter((other) => other !== key));
  };
  return [keys, toggle];
}

interface Drag {
  /** The entry that is dragged; null while none is. */
  readonly dragged: number | null;
  /** Left out where entries stay in place. */
  readonly start: ((id: number | null) => void) | undefined;
  readonly drop: (parentId: number | null) => void;
  readonly extra?: TreePaneProps['extra'];
}

const DragContext = createContext<Drag>({ dragged: null, start: undefined, drop: () => undefined });

/** The name of an entry; another one that is dropped on it is put below it. */
function Label({ node: { key, title, note } }: { readonly node: TreeNode }) {
  const { dragged, start, drop, extra } = useContext(DragContext);
  const [isOver, setOver] = useState(false);
  const isTarget = dragged !== null && dragged !== key;
  return (
    <span
      className={`${css['title']} ${isOver && isTarget ? css['over'] : ''}`}
      draggable={start !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        start?.(key);
      }}
      onDragEnd={() => start?.(null)}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        drop(key);
      }}
    >
      <span className={css['words']}>
        <span translate="no">{title}</span>
        {note !== undefined && <span className={css['note']}>{note}</span>}
      </span>
      {extra?.(key)}
    </span>
  );
}

const label = (node: TreeNode): ReactNode => <Label node={node} />;

/** Covers the search box while something is dragged; what is dropped here stands at the top. */
function TopTarget({ words }: { readonly words: string }) {
  const { dragged, drop } = useContext(DragContext);
  if (dragged === null) return null;
  return (
    <div
      className={css['top']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drop(null);
      }}
    >
      {words}
    </div>
  );
}

interface SearchBoxProps {
  readonly find: string;
  readonly word: string;
  readonly onChange: (word: string) => void;
  readonly toTop: string | undefined;
}

function SearchBox({ find, word, onChange, toTop }: SearchBoxProps) {
  return (
    <div className={css['search']}>
      <Input
        aria-label={find}
        placeholder={find}
        allowClear
        maxLength={100}
        value={word}
        onChange={({ target }) => onChange(target.value)}
      />
      {toTop !== undefined && <TopTarget words={toTop} />}
    </div>
  );
}

/** A tree with a search box; entries can be dragged where `onMove` is given. */
export function TreePane({
  name,
  entries,
  selected,
  onSelect,
  find,
  empty,
  onMove,
  toTop,
  onKey,
  menu = [],
  onPick,
  levels = 2,
  extra,
  onRight,
  onReach,
}: TreePaneProps) {
  const [word, setWord] = useState('');
  const nodes = useMemo(() => treeNodes(entries, word), [entries, word]);
  const way = useMemo(() => idsAbove(entries, selected), [entries, selected]);
  const [keys, toggle] = useOpen(nodes, { isFinding: word !== '', levels, way });
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useMemo(
    (): Drag => ({
      dragged,
      start: onMove && setDragged,
      drop(parentId) {
        if (dragged !== null && dragged !== parentId) onMove?.(dragged, parentId);
        setDragged(null);
      },
      extra,
    }),
    [dragged, onMove, extra],
  );
  const tree = (
    <Tree<TreeNode>
      aria-label={name}
      blockNode
      height={Math.max(320, window.innerHeight - 330)}
      treeData={nodes}
      titleRender={label}
      expandedKeys={keys}
      onExpand={(_, { node, expanded }) => toggle(node.key, expanded)}
      selectedKeys={selected === null ? [] : [selected]}
      onSelect={(_, { node }) => onSelect(node.key)}
      onRightClick={({ event, node }) => {
        if (!onRight) return onSelect(node.key);
        event.preventDefault();
        onRight(node.key);
      }}
      onActiveChange={(key) => onReach?.(key === null ? null : Number(key))}
      onKeyDown={({ key }: KeyboardEvent) => onKey?.(key)}
    />
  );
  return (
    <DragContext value={drag}>
      <div className={css['pane']}>
        <SearchBox find={find} word={word} onChange={setWord} toTop={toTop} />
        {nodes.length === 0 && empty}
        {nodes.length > 0 && (
          <RightMenu items={menu} onPick={(key) => onPick?.(key)}>
            {tree}
          </RightMenu>
        )}
      </div>
    </DragContext>
  );
}
