import { Input, Tree } from 'antd';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';
import { TypeMenu, type TypeAction } from './type-menu.tsx';
import { categoryKey, flagOf, nodesOf, type TypeNode, type TypeRow } from './type-nodes.ts';

import type { RowList } from '../../resource-screens/use-list.ts';

interface TypeTreeProps {
  readonly list: RowList;
  readonly chosen: string | null;
  readonly onChoose: (typeCode: string) => void;
  readonly onAction: (action: TypeAction, node: TypeNode) => void;
}

const findNode = (nodes: readonly TypeNode[], key: string | null): TypeNode | undefined =>
  nodes.flatMap((node) => [node, ...(node.children ?? [])]).find((node) => node.key === key);

/** Expanded categories: those the user expanded, that of the chosen type, and all during a search. */
function useUnfolded(
  nodes: readonly TypeNode[],
  { word, chosen }: { readonly word: string; readonly chosen: string | null },
) {
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const category = findNode(nodes, chosen)?.category;
  useEffect(() => {
    if (category !== undefined) setUnfolded((keys) => [...new Set([...keys, categoryKey(category)])]);
  }, [category]);
  return [word === '' ? [...unfolded] : nodes.map(({ key }) => key), setUnfolded] as const;
}

function Title({ node }: { readonly node: TypeNode }) {
  if (!node.row)
    return (
      <span className={css['name']}>
        {node.title} ({node.children?.length ?? 0})
      </span>
    );
  const { typeCode } = node.row.values;
  return (
    <span className={css['name']}>
      {node.title}
      <span className={css['facts']}>
        {typeCode} · {node.row.id} · {flagOf(node.category)}
      </span>
    </span>
  );
}

/** Key of the node whose menu is open. Closing returns the focus to where it was. */
function useOpenMenu() {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const opener = useRef<Element | null>(null);
  const openMenu = (key: string): void => {
    opener.current = document.activeElement;
    setOpenKey(key);
  };
  const closeMenu = (): void => {
    setOpenKey(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { openKey, open: openMenu, close: closeMenu };
}

/** Categories with their types; choosing a type shows its entries. */
export function TypeTree({ list, chosen, onChoose, onAction }: TypeTreeProps) {
  const [text, setText] = useState('');
  const word = text.trim().toLowerCase();
  const nodes = useMemo(() => nodesOf(list.rows as readonly TypeRow[], word), [list.rows, word]);
  const [unfolded, setUnfolded] = useUnfolded(nodes, { word, chosen });
  const { openKey, open, close } = useOpenMenu();
  const active = useRef<string | null>(null);
  if (list.error !== null)
    return <ErrorState message={list.error instanceof Error ? list.error.message : null} onRetry={list.refresh} />;
  if (list.isLoading) return <LoadingState />;

  const openMenuByKey = (event: KeyboardEvent): void => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    const key = active.current ?? chosen;
    if (!isMenuKey || key === null || !findNode(nodes, key)) return;
    event.preventDefault();
    open(key);
  };
  const act = (action: TypeAction, node: TypeNode): void => {
    close();
    onAction(action, node);
  };
  const renderNode = (node: TypeNode) => (
    <span className={css['node']}>
      <Title node={node} />
      <TypeMenu
        node={node}
        isOpen={openKey === node.key}
        isStation={!node.row || node.key === chosen}
        onOpen={(isOpen) => (isOpen ? open(node.key) : close())}
        onAction={act}
      />
    </span>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the menu key of the tree inside it
    <div className={css['tree']} onKeyDown={openMenuByKey}>
      <Input
        aria-label={T('find')}
        placeholder={T('find')}
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {nodes.length === 0 ? (
        <EmptyState />
      ) : (
        <Tree<TypeNode & { readonly children?: TypeNode[] }>
          aria-label={T('types')}
          treeData={nodes as (TypeNode & { readonly children?: TypeNode[] })[]}
          titleRender={renderNode}
          blockNode
          expandedKeys={unfolded}
          onExpand={(keys) => setUnfolded(keys.map(String))}
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelect={([key]) => key !== undefined && onChoose(String(key))}
          onActiveChange={(key) => {
            active.current = key === null ? null : String(key);
          }}
          onRightClick={({ event, node }) => {
            event.preventDefault();
            open(node.key);
          }}
        />
      )}
      <p className={css['hint']}>{T('keys')}</p>
    </div>
  );
}
