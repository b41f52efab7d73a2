import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { App, Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useViews } from '../../resource-client/lists/my-lists.ts';
import { hasUnkeptFilters, isViewChanged, stateOfView, viewStateOf } from '../../resource-client/lists/views.ts';
import { useListContext } from '../list-context.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { T } from './list-texts.ts';
import { useViewMoves } from './use-view-moves.ts';

import type { MenuProps } from 'antd';
import type { ListView, ViewState } from '../../resource-client/lists.ts';
import type { ViewNaming } from './view-dialog.tsx';
import type { ListLook } from '../use-list-look.ts';

type Item = NonNullable<MenuProps['items']>[number];

const viewKey = (id: number): string => `view-${id}`;
const noView = viewKey(0);

function choices(views: readonly ListView[]): readonly Item[] {
  const own = views.filter(({ isOwn }) => isOwn).map(({ id, name }) => ({ key: viewKey(id), label: name }));
  const shared = views
    .filter(({ isOwn }) => !isOwn)
    .map(({ id, name, ownerName }) => ({ key: viewKey(id), label: T('sharedBy', { name, owner: ownerName }) }));
  const group = (label: string, children: typeof own): readonly Item[] =>
    children.length === 0 ? [] : [{ type: 'group', key: label, label, children }];
  return [{ key: noView, label: T('viewNone') }, ...group(T('own'), own), ...group(T('shared'), shared)];
}

function moves(view: ListView | undefined, isChanged: boolean): readonly Item[] {
  const ofView = view ? [{ key: 'default', label: T(view.isDefault ? 'noDefault' : 'makeDefault') }] : [];
  const ofOwn: readonly Item[] = view?.isOwn
    ? [
        ...(isChanged ? [{ key: 'update', label: T('update') }] : []),
        { key: 'edit', label: T('edit') },
        { key: 'remove', label: T('removeView'), danger: true },
      ]
    : [];
  return [{ type: 'divider' }, { key: 'saveAs', label: T('saveAs') }, ...ofView, ...ofOwn];
}

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

interface AskedDialogProps {
  readonly asking: 'saveAs' | 'edit';
  readonly view: ListView | undefined;
  readonly kept: ViewState;
  readonly onClose: () => void;
}

function AskedDialog({ asking, view, kept, onClose }: AskedDialogProps) {
  const { resource, state, change } = useListContext();
  const { save } = useViewMoves(resource);
  const old = asking === 'edit' ? view : undefined;
  const draftOf = `view.${resource.name}.${old?.id ?? 'new'}`;
  const saveView = async (naming: ViewNaming): Promise<void> => {
    const id = await save.mutateAsync({
      ...naming,
      ...(old && { id: old.id, rowVersion: old.rowVersion }),
      state: old ? old.state : kept,
    });
    dropDraft(draftOf);
    onClose();
    if (!old) change({ view: id });
  };
  return (
    <ViewDialog
      draftOf={draftOf}
      title={T(asking)}
      usual={old ?? { name: '', isShared: false, isDefault: false }}
      hasUnkept={!old && hasUnkeptFilters(resource, state)}
      isSaving={save.isPending}
      onSave={(naming) => void saveView(naming).catch(() => undefined)}
      onClose={onClose}
    />
  );
}

function useMovesOfView(kept: ViewState, onEdit: () => void): (key: string, view: ListView) => void {
  const { resource, reset } = useListContext();
  const { modal } = App.useApp();
  const { save, toggleDefault, remove } = useViewMoves(resource);
  const askRemove = (gone: ListView): void => {
    modal.confirm({
      title: T('removeViewAsk', { name: gone.name }),
      content: T('removeViewHint'),
      okText: L('word.delete'),
      cancelText: L('word.cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync(gone).then(reset, () => undefined),
    });
  };
  const known: Readonly<Record<string, (view: ListView) => void>> = {
    update: ({ id, name, isShared, rowVersion }) => save.mutate({ id, name, isShared, rowVersion, state: kept }),
    default: (view) => toggleDefault.mutate(view),
    edit: onEdit,
    remove: askRemove,
  };
  return (key, view) => known[key]?.(view);
}

export function ViewMenu({ look: ofList }: { readonly look: ListLook }) {
  const list = useListContext();
  const look = { ...ofList, layout: list.layout };
  const { resource, state } = list;
  const views = useViews(resource, true) ?? [];
  const [asking, setAsking] = useState<AskedDialogProps['asking'] | null>(null);
  const view = views.find(({ id }) => id === list.view);
  const isChanged = view !== undefined && isViewChanged(resource, view, { state, look, usual: look.usual });
  const kept = viewStateOf(resource, state, { ...look, usualSize: list.usualSize });
  const move = useMovesOfView(kept, () => setAsking('edit'));

  const onEntry = ({ key }: { readonly key: string }): void => {
    const chosen = views.find(({ id }) => viewKey(id) === key);
    if (key === 'saveAs') setAsking('saveAs');
    else if (key === noView) list.reset();
    else if (chosen) list.change(stateOfView(resource, chosen, list.usualSize));
    else if (view) move(key, view);
  };
  const name = isChanged ? T('viewChanged', { name: view.name }) : (view?.name ?? T('viewNone'));
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [...choices(views), ...moves(view, isChanged)],
          selectable: true,
          selectedKeys: [viewKey(view?.id ?? 0)],
          onClick: onEntry,
        }}
      >
        <Button type="text" icon={<FilterOutlined />} aria-label={T('viewNow', { name })} aria-haspopup="menu">
          {view ? name : T('views')}
        </Button>
      </Dropdown>
      {asking !== null && (
        <Suspense>
          <AskedDialog asking={asking} view={view} kept={kept} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}
