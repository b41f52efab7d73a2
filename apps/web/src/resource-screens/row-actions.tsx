import { App, Button, Dropdown, Popconfirm } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { actionLabel, resourceTitle } from '../lib/labels.ts';
import { useListContext, useRowContext } from './list-context.ts';
import { rowActionsOf } from '../lib/row-actions-of.ts';
import { rowName } from '../lib/row-name.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useRemove, useRights } from './use-writes.ts';

import type { Action } from '@kangmai/resource';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

/** Deletes the row after a question; the last row of the last page takes the list one page back. */
function RemoveButton({ name }: { readonly name: string }) {
  const { resource, rows, state, change } = useListContext();
  const row = useRowContext(resource);
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const remove = useRemove(resource);
  const run = async (): Promise<void> => {
    try {
      await remove.mutateAsync(row.id);
      message.success(T('removed', { title: resourceTitle(resource) }));
      if (rows.length === 1 && state.page > 1) change({ page: state.page - 1 });
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Popconfirm placement="topRight" title={T('removeAsk', { name })} description={T('removeHint')} okText={L('word.delete')} cancelText={L('word.cancel')} okButtonProps={{ danger: true }} onConfirm={run}>
      <Button type="link" size="small" danger loading={remove.isPending} aria-label={T('removeOf', { name })}>{L('word.delete')}</Button>
    </Popconfirm>
  );
}

function MoreMenu({ name, actions, onPick }: { readonly name: string; readonly actions: readonly (readonly [string, Action])[]; readonly onPick: (action: Action) => void }) {
  const items = actions.map(([key, action]) => ({ key, label: actionLabel(action) }));
  const pick = ({ key }: { readonly key: string }): void => {
    const found = actions.find(([known]) => known === key);
    if (found) onPick(found[1]);
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: pick }}>
      <Button type="link" size="small" aria-label={T('moreOf', { name })}>{L('word.more')}</Button>
    </Dropdown>
  );
}

/** The buttons at a row: 查看, 编辑, 删除, what the screen adds, and the definition's own actions under 更多. */
export function RowActions() {
  const { resource } = useListContext();
  const { open, options } = useScreen();
  const row = useRowContext(resource);
  const { mayEdit, mayRemove } = useRights(resource);
  const [action, setAction] = useState<Action | null>(null);
  const name = rowName(resource, row);
  const more = options.rowActions ? [] : rowActionsOf(resource);
  return (
    <div className={css['rowActions']}>
      {!options.detailPath && <Button type="link" size="small" aria-label={T('viewOf', { name })} onClick={() => open({ kind: 'view', row })}>{L('word.view')}</Button>}
      {mayEdit && <Button type="link" size="small" aria-label={T('editOf', { name })} onClick={() => open({ kind: 'edit', row })}>{L('word.edit')}</Button>}
      {mayRemove && <RemoveButton name={name} />}
      {options.rowActions?.map((RowAction, at) => <RowAction key={at} />)}
      {more.length > 0 && <MoreMenu name={name} actions={more} onPick={setAction} />}
      {action && <Suspense><ActionDialog resource={resource} action={action} row={row} onClose={() => setAction(null)} /></Suspense>}
    </div>
  );
}
