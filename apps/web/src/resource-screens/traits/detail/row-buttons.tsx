import LinkOutlined from '@ant-design/icons/LinkOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { documentsOf } from '@kangmai/model/documents';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { L } from '../../../lib/i18n/texts.ts';
import { actionLabel, choiceLabel } from '../../../lib/labels.ts';
import { printPath } from '../../../lib/print-path.ts';
import { useOpenRowKeys } from '../../../lib/use-hot-keys.ts';
import { useHasKeys } from '../../../resource-client/lists/my-lists.ts';
import { rowActionsOf } from '../../../resource-client/row-actions-of.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionDialog } from '../../action-dialog.tsx';
import { FormDrawer } from '../../form-drawer.tsx';
import { useRights } from '../../use-writes.ts';
import { Neighbours } from '../neighbours/neighbours.tsx';
import { T } from './detail-texts.ts';

import type { Action, AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../../../resource-client/row.ts';

const shownActions = 2;

interface ButtonsProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly path: string;
}

function CopyAddress({ address }: { readonly address: string }) {
  const { message } = App.useApp();
  const copy = (): void => {
    navigator.clipboard.writeText(address).then(
      () => message.success(T('copied')),
      () => message.warning(T('copyFailed')),
    );
  };
  return <IconButton name={T('copy')} icon={<LinkOutlined />} onClick={copy} />;
}

/** The papers made of a row, each in a browser tab of its own. */
function RowPapers({ resource, id }: { readonly resource: string; readonly id: number }) {
  return documentsOf(resource).map((document) => (
    <Button key={document.key} icon={<PrinterOutlined />} href={printPath(document.key, id)} target="_blank">
      {T('paper', { name: choiceLabel(document) })}
    </Button>
  ));
}

/** Moves and actions that fit the state of a row. */
export function RowMoves({ resource, row }: Omit<ButtonsProps, 'path'>) {
  const [opened, setOpened] = useState<Action | null>(null);
  const actions = rowActionsOf(resource, row);
  const more = actions.slice(shownActions);
  return (
    <>
      {actions.slice(0, shownActions).map(([name, action]) => (
        <Button key={name} onClick={() => setOpened(action)}>
          {actionLabel(action)}
        </Button>
      ))}
      {more.length > 0 && (
        <MenuButton
          name={T('more')}
          word={L('word.more')}
          items={more.map(([key, action]) => ({ key, label: actionLabel(action) }))}
          onPick={(key) => setOpened(more.find(([name]) => name === key)?.[1] ?? null)}
        />
      )}
      {opened && <ActionDialog resource={resource} action={opened} row={row} onClose={() => setOpened(null)} />}
    </>
  );
}

/** What may be done with a row in its state: moves and actions, 编辑, the neighbours in the list, and its address. */
export function RowButtons({ resource, row, path }: ButtonsProps) {
  const { mayEdit } = useRights(resource, row);
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  useOpenRowKeys({
    isOn: useHasKeys() && !isEditing,
    inside: null,
    onEdit: mayEdit ? () => setEditing(true) : undefined,
    onLeave: () => void navigate(path),
  });
  return (
    <>
      <RowMoves resource={resource} row={row} />
      {mayEdit && (
        <Button type="primary" onClick={() => setEditing(true)}>
          {L('word.edit')}
        </Button>
      )}
      <RowPapers resource={resource.name} id={row.id} />
      <Neighbours path={path} id={row.id} />
      <CopyAddress address={`${location.origin}${path}/${row.id}`} />
      {isEditing && <FormDrawer resource={resource} row={row} onClose={() => setEditing(false)} />}
    </>
  );
}
