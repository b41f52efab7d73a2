import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useSteady } from '../lib/use-stable.ts';
import { Card, Page } from '../ui/page.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { resourceTitle } from '../lib/labels.ts';
import { ListContext } from './list-context.ts';
import { ResourceTable } from './resource-table.tsx';
import { ScreenContext, type Opened, type ScreenOptions, type ScreenState } from './screen-context.ts';
import css from './screens.module.css';
import { SearchForm } from './search-form.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ToolBar } from './tool-bar.tsx';
import { useHotKeys } from '../lib/use-hot-keys.ts';
import { useListLook } from './use-list-look.ts';
import { useList, type ListOptions, type RowList } from './use-list.ts';
import { useRights } from './use-writes.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../lib/api/resource-row.ts';

interface ResourceScreenProps<R extends AnyResource> extends ScreenOptions<R> {
  readonly resource: R;
  readonly list?: Omit<ListOptions, 'keep'>;
  /** A view of the same list in place of the table. */
  readonly children?: ReactNode;
}

/** A record that the address asks for, as links from elsewhere do: `?id=12`. */
function useAskedRow(isElsewhere: boolean): Opened | null {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id'));
  return isElsewhere || !Number.isSafeInteger(id) || id <= 0 ? null : { kind: 'view', row: { id, rowVersion: null, createdAt: null, values: {}, joined: {}, beside: {} } };
}

/** Opens and closes drawers; when the last one closes, the focus goes back to what opened the first. */
function useOpened(asked: Opened | null): readonly [Opened | null, (next: Opened | null) => void] {
  const [opened, setOpened] = useState(asked);
  const opener = useRef<Element | null>(null);
  const open = useCallback((next: Opened | null) => {
    if (next !== null) opener.current ??= document.activeElement;
    setOpened(next);
  }, []);
  useEffect(() => {
    if (opened !== null) return;
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    opener.current = null;
  }, [opened]);
  return [opened, open];
}

function useScreenState(resource: AnyResource, options: ScreenOptions, hasView: boolean): ScreenState {
  const asked = useAskedRow(options.isEmbedded === true || hasView);
  const [opened, open] = useOpened(asked);
  const [selected, setSelected] = useState<ReadonlyMap<number, ScreenRow>>(new Map());
  const select = useCallback((rows: readonly ScreenRow[], isOn: boolean) => {
    setSelected((before) => {
      const next = new Map(before);
      for (const row of rows) if (isOn) next.set(row.id, row); else next.delete(row.id);
      return next;
    });
  }, []);
  const unselect = useCallback(() => setSelected(new Map()), []);
  return useMemo(() => ({ resource, options, opened, open, selected, select, unselect }), [resource, options, opened, open, selected, select, unselect]);
}

function Drawers({ state }: { readonly state: ScreenState }) {
  const { opened, open, resource, options: { omit = [], defaults = {} } } = state;
  const close = (): void => open(null);
  if (!opened) return null;
  if (opened.kind === 'view') return <DetailDrawer row={opened.row} onClose={close} />;
  return <FormDrawer resource={resource} row={opened.kind === 'edit' ? opened.row : null} omit={omit} defaults={defaults} onClose={close} />;
}

function Parts({ list, state, children }: { readonly list: RowList; readonly state: ScreenState; readonly children: ReactNode }) {
  const { options, open } = state;
  const look = useListLook(list.resource, options);
  const box = useRef<HTMLDivElement>(null);
  const { mayCreate } = useRights(list.resource);
  useHotKeys({
    box,
    isOn: !options.isEmbedded && state.opened === null,
    onCreate: () => mayCreate && options.canCreate !== false && open({ kind: 'create' }),
    onRefresh: list.refresh,
  });
  return (
    <div ref={box} className={css['screen']}>
      <SearchForm look={look} />
      <ToolBar look={look} hasTable={children === undefined} />
      <SelectionBar />
      {options.above}
      {children ?? <ResourceTable look={look} />}
      <Drawers state={state} />
    </div>
  );
}

/**
 * The default screen of a resource: search form, tool bar, table, drawers. Options arrange it; children replace the table.
 * @example <ResourceScreen resource={deviceBinding} columns={['device', 'client', 'state']} rowActions={[UnbindButton]} />
 */
export function ResourceScreen<R extends AnyResource>({ resource, list: listOptions, children, ...given }: ResourceScreenProps<R>) {
  const options = useSteady(given as ScreenOptions);
  const list = useList(resource, { ...listOptions, keep: options.isEmbedded ? 'memory' : 'address' }) as RowList;
  const state = useScreenState(resource, options, children !== undefined);
  const parts = (
    <ListContext value={list}>
      <ScreenContext value={state}>
        <Parts list={list} state={state}>{children}</Parts>
      </ScreenContext>
    </ListContext>
  );
  if (options.isEmbedded) return parts;
  return (
    <Page title={options.title ?? resourceTitle(resource)}>
      <Card>{parts}</Card>
    </Page>
  );
}
