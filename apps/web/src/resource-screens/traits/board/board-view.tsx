import { choicesOf, fieldOf, movesOf, shownFields, type Action, type AnyResource } from '@kangmai/resource';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';

import { actionLabel, choiceLabel, fieldLabel, resourceTitle } from '../../../lib/labels.ts';
import { rowActionsOf } from '../../../resource-client/row-actions-of.ts';
import { refreshRows } from '../../../resource-client/row-keys.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { Board, type BoardCard } from '../../../ui/board/board.tsx';
import { ActionDialog } from '../../action-dialog.tsx';
import { EmptyRows } from '../../empty-rows.tsx';
import { FieldCell } from '../../field-cell.tsx';
import { ChoiceValue } from '../../field-kinds/choice.tsx';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { useRefNames, type NamesByTarget } from '../../use-lookup.ts';
import { useOpenRow } from '../../use-open-row.ts';
import { useRights } from '../../use-writes.ts';
import { InLink } from '../card/ref-link.tsx';
import css from './board-view.module.css';
import { T } from '../layouts/layouts-texts.ts';
import { useColumnRows } from './use-column-rows.ts';
import { useSaveMove } from '../layouts/use-save-move.ts';

import type { ScreenRow } from '../../../resource-client/row.ts';

const facts = 3;

/** The actions that lead a row to a state. */
const actionsTo = (resource: AnyResource, row: ScreenRow, to: string): readonly Action[] => {
  const moves = new Map(movesOf(resource));
  return rowActionsOf(resource, row).flatMap(([name, action]) => (moves.get(name)?.to === to ? [action] : []));
};

interface AskedMove {
  readonly row: ScreenRow;
  readonly actions: readonly Action[];
}

interface BodyProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly shown: readonly string[];
  readonly names: NamesByTarget;
}

function CardBody({ resource, row, shown, names }: BodyProps) {
  return (
    <InLink value>
      <strong className={css['name']}>{rowName(resource, row)}</strong>
      {shown.map((name) => {
        const field = shownFields(resource)[name];
        if (!field || (row.values[name] ?? null) === null) return null;
        return (
          <span key={name} className={css['fact']}>
            <span className={css['label']}>{fieldLabel(name, field)}</span>
            <span className={css['value']}>
              <FieldCell resource={resource} name={name} row={row} names={names} />
            </span>
          </span>
        );
      })}
    </InLink>
  );
}

/** What a drop asks for: the moves between both states, or a change of a plain choice. */
function useDrop(on: string, rowOf: (id: number) => ScreenRow | undefined) {
  const { resource } = useListContext();
  const { message } = App.useApp();
  const save = useSaveMove(resource);
  const [asked, setAsked] = useState<AskedMove | null>(null);
  const field = fieldOf(resource, on);
  const wordOf = (state: unknown): string =>
    choiceLabel(choicesOf(field).entries[String(state)] ?? { label: String(state) });
  const isMoved = resource.moves?.on === on;
  const drop = (id: number, to: string): void => {
    const row = rowOf(id);
    if (!row) return;
    if (!isMoved) return save(row, { [on]: to });
    const actions = actionsTo(resource, row, to);
    if (actions.length > 0) return setAsked({ row, actions });
    const words = { name: rowName(resource, row), from: wordOf(row.values[on]), to: wordOf(to) };
    void message.warning(T('noMove', words));
    return undefined;
  };
  return { asked, setAsked, drop, wordOf };
}

function useTargets(on: string): (row: ScreenRow) => readonly string[] {
  const { resource } = useListContext();
  const { mayEdit } = useRights(resource);
  const field = fieldOf(resource, on);
  const { names } = choicesOf(field);
  const mayChange = mayEdit && field.options.readonly !== true && field.options.fixed !== true;
  return (row) =>
    names.filter((to) =>
      to === row.values[on] ? false : resource.moves?.on === on ? actionsTo(resource, row, to).length > 0 : mayChange,
    );
}

/** Asks what the move needs, as from the menu of the row; which move where several lead there. */
function MoveDialog({
  resource,
  row,
  actions,
  onClose,
}: AskedMove & { readonly resource: AnyResource; readonly onClose: () => void }) {
  const [chosen, choose] = useState(actions.length === 1 ? actions[0] : undefined);
  if (chosen) return <ActionDialog resource={resource} action={chosen} row={row} onClose={onClose} />;
  return (
    <Modal open footer={null} title={T('whichMove', { name: rowName(resource, row) })} onCancel={onClose}>
      <div className={css['moves']}>
        {actions.map((action) => (
          <Button key={action.wire} onClick={() => choose(action)}>
            {actionLabel(action)}
          </Button>
        ))}
      </div>
    </Modal>
  );
}

export function BoardView({ on }: { readonly on: string }) {
  const { resource, asked: ask } = useListContext();
  const { options } = useScreen();
  const openRow = useOpenRow();
  const columns = useColumnRows(resource, on, ask);
  const rows = columns.flatMap(({ page }) => page?.rows ?? []);
  const rowOf = (id: number) => rows.find((row) => row.id === id);
  const { asked, setAsked, drop, wordOf } = useDrop(on, rowOf);
  const field = fieldOf(resource, on);
  const shown = (options.columns ?? resource.list.columns)
    .filter((name) => name !== resource.display && name !== on)
    .slice(0, facts);
  const names = useRefNames(resource, shown, rows);
  const targetsOf = useTargets(on);
  const cardOf = (row: ScreenRow): BoardCard => ({
    key: row.id,
    name: rowName(resource, row),
    body: <CardBody resource={resource} row={row} shown={shown} names={names} />,
    targets: targetsOf(row),
  });
  const isEmpty = columns.every(({ page, error }) => error === null && page?.total === 0);
  const close = (): void => {
    setAsked(null);
    void refreshRows(resource);
  };
  if (isEmpty) return <EmptyRows />;
  return (
    <>
      <Board
        name={T('boardOf', { title: options.title ?? resourceTitle(resource) })}
        columns={columns.map(({ entry, page, error, ...column }) => ({
          ...column,
          key: entry,
          title: wordOf(entry),
          mark: <ChoiceValue field={field} value={entry} />,
          total: page ? `${page.total}${page.isCapped ? '+' : ''}` : '',
          cards: page?.rows.map(cardOf) ?? [],
          rest: page ? page.total - page.rows.length : 0,
          problem: page ? undefined : error?.message,
        }))}
        onMove={drop}
        onOpen={(id) => {
          const row = rowOf(id);
          if (row) openRow(row);
        }}
      />
      {asked && <MoveDialog resource={resource} {...asked} onClose={close} />}
    </>
  );
}
