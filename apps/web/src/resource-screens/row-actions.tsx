import EditOutlined from '@ant-design/icons/EditOutlined';
import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { App, Popconfirm } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { actionLabel, resourceTitle } from '../lib/labels.ts';
import { useListContext, useRowContext } from './list-context.ts';
import { nextMove, rowActionsOf } from '../resource-client/row-actions-of.ts';
import { rowName } from '../resource-client/row-name.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useScreen, type ScreenOptions } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useRemove, useRights } from './use-writes.ts';

import type { Action, AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

const removal = 'remove';

/** Asks before a row is deleted; after the last row of a page the page before is shown. */
function RemoveQuestion({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { resource, rows, state, change } = useListContext();
  const row = useRowContext(resource);
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const remove = useRemove(resource);
  const removeRow = async (): Promise<void> => {
    try {
      await remove.mutateAsync(row.id);
      message.success(T('removed', { title: resourceTitle(resource) }));
      if (rows.length === 1 && state.page > 1) change({ page: state.page - 1 });
    } catch (error) {
      tell(error);
    }
    onClose();
  };
  return (
    <Popconfirm
      open
      placement="topRight"
      title={T('removeAsk', { name })}
      description={T('removeHint')}
      okText={L('word.delete')}
      cancelText={L('word.cancel')}
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onConfirm={removeRow}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <span />
    </Popconfirm>
  );
}

export const menuActions = (
  resource: AnyResource,
  { ownActions = [] }: ScreenOptions,
  row?: ScreenRow,
): ReturnType<typeof rowActionsOf> => rowActionsOf(resource, row).filter(([name]) => !ownActions.includes(name));

/** The next move of a row and the entries of its menu. */
function useOffer(row: ScreenRow, hasRoom: boolean) {
  const { resource, options } = useScreen();
  const { mayRemove } = useRights(resource, row);
  const offered = menuActions(resource, options, row);
  const move = hasRoom || options.rowActions ? nextMove(resource, offered, row) : undefined;
  const items = [
    ...offered.filter((each) => each !== move).map(([key, each]) => ({ key, label: actionLabel(each) })),
    ...(mayRemove ? [{ key: removal, label: L('word.delete'), isDanger: true }] : []),
  ];
  return { move: move?.[1], items };
}

/** What may be done with a row: its next move and 编辑 on hover, focus and by keys, the rest in 更多. */
export function RowActions({ hasRoom }: { readonly hasRoom: boolean }) {
  const { resource, open, options } = useScreen();
  const row = useRowContext(resource);
  const { mayEdit } = useRights(resource, row);
  const [action, setAction] = useState<Action | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const name = rowName(resource, row);
  const { move, items } = useOffer(row, hasRoom);
  const pick = (key: string): void => {
    if (key === removal) setRemoving(true);
    else setAction(resource.actions[key] ?? null);
  };
  return (
    <div className={css['rowActions']}>
      {move && (
        <LinkButton
          className={css['atRow'] ?? ''}
          aria-label={T('moveOf', { move: actionLabel(move), name })}
          onClick={() => setAction(move)}
        >
          {actionLabel(move)}
        </LinkButton>
      )}
      {options.rowActions?.map((RowAction, at) => (
        <RowAction key={at} />
      ))}
      {mayEdit && (
        <LinkButton
          className={`${css['atRow']} ${css['rowIcon']}`}
          aria-label={T('editOf', { name })}
          title={L('word.edit')}
          data-edit=""
          onClick={() => open({ kind: 'edit', row })}
        >
          <EditOutlined aria-hidden />
        </LinkButton>
      )}
      {items.length > 0 && (
        <MenuButton
          name={T('moreOf', { name })}
          word={<EllipsisOutlined aria-hidden />}
          className={css['rowIcon'] ?? ''}
          items={items}
          onPick={pick}
        />
      )}
      {isRemoving && <RemoveQuestion name={name} onClose={() => setRemoving(false)} />}
      {action && (
        <Suspense>
          <ActionDialog resource={resource} action={action} row={row} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </div>
  );
}
