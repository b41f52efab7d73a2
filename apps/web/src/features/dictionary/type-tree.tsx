import { dictionaryType } from '@kangmai/model/dictionaries';
import { App } from 'antd';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useRights, useSave } from '../../resource-screens/use-writes.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { TreePane } from '../../ui/tree-pane/tree-pane.tsx';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';
import { TypeMenu, type TypeAction } from './type-menu.tsx';
import { categoryTitle, entriesOf, nodeOf, type TypeNode, type TypeRow } from './type-nodes.ts';

import type { RowList } from '../../resource-screens/use-list.ts';

interface TypeTreeProps {
  readonly list: RowList;
  readonly chosen: string | null;
  readonly onChoose: (typeCode: string) => void;
  readonly onAction: (action: TypeAction, node: TypeNode) => void;
}

/** Key of the node whose menu is open. Closing returns the focus to where it was. */
function useOpenMenu() {
  const [openKey, setOpenKey] = useState<number | null>(null);
  const opener = useRef<Element | null>(null);
  const openMenu = (key: number): void => {
    opener.current = document.activeElement;
    setOpenKey(key);
  };
  const closeMenu = (): void => {
    setOpenKey(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { openKey, open: openMenu, close: closeMenu };
}

/** Puts a type into another category after a question. */
function useMove(rows: readonly TypeRow[]): (id: number, parentId: number | null) => void {
  const { modal } = App.useApp();
  const failed = useFailureNotice();
  const save = useSave(dictionaryType);
  return (id, parentId) => {
    const row = nodeOf(rows, id)?.row;
    const target = parentId === null ? undefined : nodeOf(rows, parentId);
    if (!row || !target || target.category === row.values.category) return;
    const { category } = target;
    void modal.confirm({
      title: T('moveAsk', { name: row.values.typeName, category: categoryTitle(category) }),
      onOk: () => save.mutateAsync({ row, values: { category } }).catch(failed),
    });
  };
}

/** Categories with their types; choosing a type shows its entries. */
export function TypeTree({ list, chosen, onChoose, onAction }: TypeTreeProps) {
  const rows = list.rows as readonly TypeRow[];
  const entries = useMemo(() => entriesOf(rows), [rows]);
  const { openKey, open, close } = useOpenMenu();
  const { mayEdit } = useRights(dictionaryType);
  const move = useMove(rows);
  const active = useRef<number | null>(null);
  if (list.error !== null)
    return <ErrorState message={list.error instanceof Error ? list.error.message : null} onRetry={list.refresh} />;
  if (list.isLoading) return <LoadingState />;

  const selected = rows.find(({ values }) => values.typeCode === chosen)?.id ?? null;
  const openMenuByKey = (event: KeyboardEvent): void => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    const id = active.current ?? selected;
    if (!isMenuKey || id === null || !nodeOf(rows, id)) return;
    event.preventDefault();
    open(id);
  };
  const act = (action: TypeAction, node: TypeNode): void => {
    close();
    onAction(action, node);
  };
  const menuOf = (id: number) => {
    const node = nodeOf(rows, id);
    return (
      node && (
        <TypeMenu
          node={node}
          isOpen={openKey === id}
          isStation={!node.row || id === selected}
          onOpen={(isOpen) => (isOpen ? open(id) : close())}
          onAction={act}
        />
      )
    );
  };
  const choose = (id: number | null): void => {
    const row = id === null ? undefined : nodeOf(rows, id)?.row;
    if (row) onChoose(row.values.typeCode);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the menu key of the tree inside it
    <div className={css['tree']} onKeyDown={openMenuByKey}>
      <TreePane
        name={T('types')}
        find={T('find')}
        entries={entries}
        selected={selected}
        onSelect={choose}
        onMove={mayEdit ? move : undefined}
        empty={<EmptyState />}
        levels={0}
        extra={menuOf}
        onRight={open}
        onReach={(id) => {
          active.current = id;
        }}
      />
      <p className={css['hint']}>{T('keys')}</p>
    </div>
  );
}
