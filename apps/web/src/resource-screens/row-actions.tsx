import { App, Popconfirm } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { actionLabel, resourceTitle } from '../lib/labels.ts';
import { useListContext, useRowContext } from './list-context.ts';
import { rowActionsOf } from '../resource-client/row-actions-of.ts';
import { rowName } from '../resource-client/row-name.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useRemove, useRights } from './use-writes.ts';

import type { Action } from '@kangmai/resource';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

/** Deletes the row after a confirmation; the last row of the last page leads one page back. */
function RemoveQuestion({ name }: { readonly name: string }) {
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
  };
  return (
    <Popconfirm
      defaultOpen
      placement="topRight"
      title={T('removeAsk', { name })}
      description={T('removeHint')}
      okText={L('word.delete')}
      cancelText={L('word.cancel')}
      okButtonProps={{ danger: true }}
      onConfirm={removeRow}
    >
      <LinkButton autoFocus isDanger aria-label={T('removeOf', { name })}>
        {L('word.delete')}
      </LinkButton>
    </Popconfirm>
  );
}

/** 删除; its confirmation is rendered with the first click. */
function RemoveButton({ name }: { readonly name: string }) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <RemoveQuestion name={name} />
  ) : (
    <LinkButton isDanger aria-label={T('removeOf', { name })} onClick={() => setAsked(true)}>
      {L('word.delete')}
    </LinkButton>
  );
}

export function RowActions() {
  const { resource, open, options } = useScreen();
  const row = useRowContext(resource);
  const { mayEdit, mayRemove } = useRights(resource);
  const [action, setAction] = useState<Action | null>(null);
  const name = rowName(resource, row);
  const more = options.rowActions ? [] : rowActionsOf(resource, row);
  return (
    <div className={css['rowActions']}>
      {!options.detailPath && (
        <LinkButton aria-label={T('viewOf', { name })} onClick={() => open({ kind: 'view', row })}>
          {L('word.view')}
        </LinkButton>
      )}
      {mayEdit && (
        <LinkButton aria-label={T('editOf', { name })} onClick={() => open({ kind: 'edit', row })}>
          {L('word.edit')}
        </LinkButton>
      )}
      {mayRemove && <RemoveButton name={name} />}
      {options.rowActions?.map((RowAction, at) => (
        <RowAction key={at} />
      ))}
      {more.length > 0 && (
        <MenuButton
          name={T('moreOf', { name })}
          word={L('word.more')}
          items={more.map(([key, each]) => ({ key, label: actionLabel(each) }))}
          onPick={(key) => setAction(more.find(([known]) => known === key)?.[1] ?? null)}
        />
      )}
      {action && (
        <Suspense>
          <ActionDialog resource={resource} action={action} row={row} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </div>
  );
}
