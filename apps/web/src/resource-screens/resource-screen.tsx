import { Fragment, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { lazyPart } from '../lib/lazy-part.ts';
import { rowPathsOf } from '../lib/list-pages.ts';
import { useSteady } from '../lib/use-stable.ts';
import { Card, Page } from '../ui/page.tsx';
import { resourceTitle } from '../lib/labels.ts';
import { keptLook, useHasKeys, useMyLists, useViews } from '../resource-client/lists/my-lists.ts';
import { newSelection } from '../lib/selection.ts';
import { stateOfView } from '../resource-client/lists/views.ts';
import { blankRow } from '../resource-client/row.ts';
import { LoadingState } from '../ui/states.tsx';
import { useTab } from '../ui/tab-host/tab-context.ts';
import { DayContext, ListContext } from './list-context.ts';
import { FilterChips } from './traits/filters/filter-chips.tsx';
import { SelectionBar } from './list-tools/selection-bar.tsx';
import { ResourceTable } from './resource-table.tsx';
import { ScreenContext, useScreen, type Opened, type ScreenOptions, type ScreenState } from './screen-context.ts';
import css from './screens.module.css';
import { SearchForm } from './search-form.tsx';
import { ToolBar } from './tool-bar.tsx';
import { useHotKeys } from '../lib/use-hot-keys.ts';
import { usePageFit } from './page-fit.ts';
import { placeOf, useListLook } from './use-list-look.ts';
import { useList, type ListOptions, type RowList } from './use-list.ts';
import { useRights } from './use-writes.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListView } from '../resource-client/lists.ts';
import type { ScreenRow } from '../resource-client/row.ts';

const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer);
const ListMemory = lazyPart(async () => (await import('./traits/neighbours/list-memory.tsx')).ListMemory);
const Layouts = lazyPart(async () => (await import('./traits/layouts/layouts.tsx')).Layouts);
const ListTabs = lazyPart(async () => (await import('./traits/tabs/list-tabs.tsx')).ListTabs);
const FormDrawer = lazyPart(async () => (await import('./form-drawer.tsx')).FormDrawer);

interface ResourceScreenProps<R extends AnyResource> extends ScreenOptions<R> {
  readonly resource: R;
  readonly list?: Omit<ListOptions, 'start'>;
  readonly children?: ReactNode;
}

/** The record that the address names, as in links from other pages: `?id=12`. */
function useAskedRow(isElsewhere: boolean): Opened | null {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id'));
  return isElsewhere || !Number.isSafeInteger(id) || id <= 0 ? null : { kind: 'view', row: { ...blankRow, id } };
}

/** Opens and closes drawers; when the last one closes, the focus returns to the opener of the first. */
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

function useScreenState(resource: AnyResource, options: ScreenOptions, open: ScreenState['open']): ScreenState {
  const [selection] = useState(() => newSelection<ScreenRow>());
  return useMemo(() => ({ resource, options, open, selection }), [resource, options, open, selection]);
}

function Drawers({ opened }: { readonly opened: Opened | null }) {
  const {
    open,
    resource,
    options: { omit = [], defaults = {}, onCreated, CreateForm },
  } = useScreen();
  const closeDrawer = (): void => open(null);
  if (!opened) return null;
  if (opened.kind === 'view') return <DetailDrawer row={opened.row} onClose={closeDrawer} />;
  const shared = {
    defaults: opened.kind === 'create' ? { ...defaults, ...opened.defaults } : defaults,
    ...(onCreated && { onCreated }),
    onClose: closeDrawer,
  };
  if (CreateForm && opened.kind === 'create') return <CreateForm {...shared} />;
  return <FormDrawer resource={resource} row={opened.kind === 'edit' ? opened.row : null} omit={omit} {...shared} />;
}

/** Lists in other pages have neither filters nor exports below this number of rows. */
const shortBelow = 20;
const isShortList = ({ isFiltered, hasAddress, page }: RowList, { isEmbedded }: ScreenOptions): boolean =>
  isEmbedded === true && !hasAddress && !isFiltered && (page?.total ?? 0) < shortBelow;
/** Lists inside other pages have no tabs by views: the page says which rows they are about. */
const hasTabs = ({ list: { views, tabs } }: AnyResource, { isEmbedded }: ScreenOptions): boolean =>
  tabs !== undefined || (!isEmbedded && Object.keys(views).length > 0);

/** A list that is its page fills the window and opens with as many rows as fit. */
const isFilling = (
  list: ListOptions | undefined,
  { isEmbedded, children }: Pick<ScreenOptions, 'isEmbedded'> & { readonly children?: ReactNode },
): boolean => (!isEmbedded || list?.keep === 'address') && children === undefined && list?.usual?.size === undefined;

/** Remembers the list for the pages of its rows. */
const Memory = ({ list: { hasAddress } }: { readonly list: RowList }) =>
  useScreen().options.detailPath && hasAddress ? <ListMemory /> : null;

interface PartsProps {
  readonly list: RowList;
  readonly opened: Opened | null;
  readonly view: ListView | undefined;
  readonly children: ReactNode;
}

const ScreenParts = memo(({ list, opened, view, children }: PartsProps) => {
  const { options, open } = useScreen();
  const look = useListLook(list.resource, options, view);
  const hasKeys = useHasKeys();
  const box = useRef<HTMLDivElement>(null);
  const { mayCreate } = useRights(list.resource);
  const hasTable = children === undefined;
  const { Around = Fragment } = options;
  const isShort = isShortList(list, options);
  useHotKeys({
    box,
    isOn: list.hasAddress && opened === null && hasKeys,
    onCreate: () => mayCreate && options.canCreate !== false && open({ kind: 'create' }),
    onRefresh: list.refresh,
  });
  return (
    <div ref={box} className={css['screen']} data-list="">
      {!isShort && hasTabs(list.resource, options) && (
        <Suspense fallback={<div className={css['tabsRoom']} aria-busy="true" />}>
          <ListTabs />
        </Suspense>
      )}
      <div className={css['head']}>
        {!isShort && <SearchForm />}
        <ToolBar look={look} hasTable={hasTable} isShort={isShort} />
      </div>
      <FilterChips hasLine={!isShort} />
      <SelectionBar look={look} />
      {options.above && <div className={css['above']}>{options.above}</div>}
      {children ?? <Around>{list.layout === 'table' ? <ResourceTable look={look} /> : <Layouts />}</Around>}
      <Suspense>
        <Drawers opened={opened} />
        <Memory list={list} />
      </Suspense>
    </div>
  );
});

/** Rows with a page of their own open it. */
function useRowPaths(resource: AnyResource, { isEmbedded, isRelated }: ScreenOptions): ScreenOptions['detailPath'] {
  const here = useTab().key;
  return useMemo(
    () => (resource.detail || isRelated ? rowPathsOf(resource.name, isEmbedded ? '' : here) : undefined),
    [resource, isRelated, isEmbedded, here],
  );
}

/** The view of a list; undefined when there is none and while loading. */
function useView({ resource, view, hasAddress }: RowList): {
  readonly view: ListView | undefined;
  readonly isWaiting: boolean;
} {
  const first = useMyLists()?.defaults.find(({ id }) => id === view);
  const isWanted = hasAddress && view > 0 && first === undefined;
  const views = useViews(resource, isWanted);
  return {
    view: first ?? (isWanted ? views?.find(({ id }) => id === view) : undefined),
    isWaiting: isWanted && views === undefined,
  };
}

/** Page size and layout of a list: what its user chose, else as many rows as fit the window. */
function useSize(
  resource: AnyResource,
  { isFitted, isEmbedded = false }: { readonly isFitted: boolean; readonly isEmbedded?: boolean | undefined },
): Pick<ListOptions, 'fit' | 'size' | 'layout'> {
  const fit = usePageFit();
  const mine = useMyLists();
  const kept = mine && keptLook(mine, placeOf(resource, isEmbedded))?.look;
  return isFitted ? { fit, size: kept?.size, layout: kept?.layout ?? 'table' } : {};
}

type KnownProps = ResourceScreenProps<AnyResource> & { readonly firstView: ListView | undefined };

function KnownScreen({ resource, list: listOptions, firstView, children, ...given }: KnownProps) {
  const detailPath = useRowPaths(resource, given);
  const options = useSteady<ScreenOptions>({ ...(detailPath && { detailPath }), ...given });
  const keep = given.isEmbedded ? 'memory' : 'address';
  const isFitted = isFilling(listOptions, { ...options, children });
  const size = useSize(resource, { isFitted, isEmbedded: options.isEmbedded });
  const usualSize = size.size ?? size.fit?.rows ?? undefined;
  const start = useMemo(
    () => firstView && stateOfView(resource, firstView, usualSize),
    [resource, firstView, usualSize],
  );
  const { at, ...found } = useList(resource, { keep, ...listOptions, ...size, start });
  const list = useSteady(found);
  const [opened, open] = useOpened(useAskedRow(options.isEmbedded === true || children !== undefined));
  const state = useScreenState(resource, options, open);
  const { view, isWaiting } = useView(list);
  if (isWaiting) return <LoadingState />;
  return (
    <ListContext value={list}>
      <ScreenContext value={state}>
        <DayContext value={at}>
          <ScreenParts list={list} opened={opened} view={view}>
            {children}
          </ScreenParts>
        </DayContext>
      </ScreenContext>
    </ListContext>
  );
}

/**
 * The default screen of a resource: search form, tool bar, table, drawers. Options arrange it, children replace the
 * table. It waits for the user's layout and default view.
 */
export function ResourceScreen<R extends AnyResource>(props: ResourceScreenProps<R>) {
  const { resource, list, isEmbedded, title } = props;
  const mine = useMyLists();
  const hasViews = (list?.keep ?? (isEmbedded ? 'memory' : 'address')) === 'address';
  const first = hasViews ? mine?.defaults.find((view) => view.resource === resource.name) : undefined;
  const parts = mine ? (
    <KnownScreen {...(props as unknown as ResourceScreenProps<AnyResource>)} firstView={first} />
  ) : (
    <LoadingState />
  );
  if (isEmbedded) return parts;
  return (
    <Page title={title ?? resourceTitle(resource)} isFilled={isFilling(list, props)}>
      <Card>{parts}</Card>
    </Page>
  );
}
