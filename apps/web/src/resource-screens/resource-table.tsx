import { targetOf } from '@kangmai/resource';
import { Alert, Button, Pagination, Table } from 'antd';
import { Suspense, useLayoutEffect, useMemo } from 'react';

import { ApiError } from '../lib/api/api-error.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { L } from '../lib/i18n/texts.ts';
import { formatTotal } from '../lib/units.ts';
import { useInertMeasure } from '../ui/use-inert-measure.ts';
import { sortFrom } from '../ui/sort-from.ts';
import { tickColumn, tickWidth, useTick } from '../ui/tick-column.tsx';
import { WideningTh } from '../ui/widening-th.tsx';
import { ErrorState, LoadingBar, SlowNote } from '../ui/states.tsx';
import { isMove } from '../resource-client/row-actions-of.ts';
import { changeColumn, shownColumns } from '../resource-client/lists/look.ts';
import { resourceTitle } from '../lib/labels.ts';
import { fontSizeOf, useLook } from '../lib/look.ts';
import { actionLabel } from '../lib/labels.ts';
import { textWidth } from '../lib/text-width.ts';
import { phoneBelow, useMinWidth } from '../ui/use-min-width.ts';
import { useWidth } from '../ui/use-width.ts';
import { EmptyRows } from './empty-rows.tsx';
import { useListContext } from './list-context.ts';
import { useRefit } from './page-fit.ts';
import { useHasMoves } from './list-tools/use-many.ts';
import { pageSizes } from '../resource-client/address.ts';
import { rowName } from '../resource-client/row-name.ts';
import { useStable } from '../lib/use-stable.ts';
import { useSteadyCall } from '../lib/use-steady-call.ts';
import { menuActions } from './row-actions.tsx';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { tableColumns, type ButtonsWidth } from './table-columns.tsx';
import { SumPlace } from './traits/sums/sum-place.tsx';
import { NamedRows } from './traits/card/ref-link.tsx';
import { mostCards } from '../resource-client/cards.ts';
import { namedIds, useRefNames } from './use-lookup.ts';
import { useOpenRow } from './use-open-row.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRights } from './use-writes.ts';

import type { TableProps } from 'antd';
import type { ScreenRow } from '../resource-client/row.ts';
import type { RowList } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

const RowCards = lazyPart(async () => (await import('./traits/row-cards/row-cards.tsx')).RowCards);

/** Below this width rows are cards. */
const iconWidth = 24;
const buttonGap = 8;
/** Rows that scroll give a bar some of their width. */
const scrollBarWidth = 16;
/** Padding of the button cell by density. */
const buttonsRoom = { small: 20, medium: 20, large: 36 } as const;
const bones: readonly ScreenRow[] = Array.from({ length: 8 }, (_, at) => ({
  id: -1 - at,
  rowVersion: null,
  createdAt: null,
  values: {},
  joined: {},
  beside: {},
}));

function ListFailure({ list }: { readonly list: RowList }) {
  const { error, refresh } = list;
  if (error instanceof ApiError && error.status === 403)
    return <ErrorState title={T('noRightTitle')} message={error.message} />;
  return <ErrorState message={error instanceof Error ? error.message : L('error.server')} onRetry={refresh} />;
}

/** Page sizes to choose from: as many as fit, and fixed ones. */
function sizeOptions(fitting: number | null | undefined): { readonly value: number; readonly label: string }[] {
  const fixed = pageSizes.filter((size) => size !== fitting).map((n) => ({ value: n, label: T('perPage', { n }) }));
  return fitting ? [{ value: fitting, label: T('fitting', { n: fitting }) }, ...fixed] : fixed;
}

function Pages({ look }: { readonly look: ListLook }) {
  const { page, state, isLoading, change, fit, usualSize } = useListContext();
  const resize = (size: number): void => {
    if (!fit) return change({ size });
    look.change({ size: size === fit.rows ? undefined : size });
    change({ size: usualSize });
  };
  return (
    <div className={css['pages']} data-pages="">
      {!isLoading && page !== undefined && page.total > 0 && (
        <Pagination
          size={look.density === 'large' ? 'medium' : 'small'}
          current={state.page}
          pageSize={state.size}
          total={page.total}
          showSizeChanger={{ 'aria-label': T('pageSize'), options: sizeOptions(fit?.rows) }}
          showQuickJumper
          showTotal={(total) => T('total', { n: formatTotal(total, page.isCapped) })}
          onChange={(number, size) => (size === state.size ? change({ page: number }) : resize(size))}
        />
      )}
    </div>
  );
}

/** Text size of the table relative to 14 px. */
export const useScale = (density: ListLook['density']): number =>
  (fontSizeOf(useLook()) - (density === 'small' ? 1 : 0)) / 14;

/** Width of the button cell: with the words of moves, and with icons alone where the screen adds no buttons. */
function useButtonsWidth(density: ListLook['density'], scale: number): ButtonsWidth {
  const { resource } = useListContext();
  const { options } = useScreen();
  const { mayEdit, mayRemove } = useRights(resource);
  const actions = menuActions(resource, options);
  const moves = actions.filter((action) => isMove(resource, action));
  const words = moves.map(([, move]) => textWidth(actionLabel(move)) + buttonGap);
  const widths = [
    ...(options.rowActions ?? []).map(({ word = () => T('actions') }) => textWidth(word())),
    ...(mayEdit ? [iconWidth] : []),
    ...(mayRemove || actions.length > 0 ? [iconWidth] : []),
  ];
  const icons = widths.reduce((sum, width) => sum + width + buttonGap, buttonsRoom[density] - buttonGap);
  const wide = icons + Math.max(0, ...words);
  const factor = Math.max(1, scale);
  return { narrow: (options.rowActions ? wide : icons) * factor, wide: wide * factor };
}

/** Notes above the table: refreshing failed or takes long. */
function ListNotes({ list }: { readonly list: RowList }) {
  return (
    <>
      {list.error !== null && (
        <Alert
          type="warning"
          showIcon
          title={list.error instanceof Error ? list.error.message : L('state.failed')}
          action={
            <Button size="small" onClick={list.refresh}>
              {L('word.retry')}
            </Button>
          }
        />
      )}
      <SlowNote isActive={list.isLoading || list.isRefreshing} />
      <p role="status" aria-live="polite" className="visually-hidden">
        {!list.isLoading &&
          T('announce', { n: formatTotal(list.page?.total ?? 0, list.page?.isCapped), p: list.state.page })}
      </p>
    </>
  );
}

/** Props of the table with stable identities. */
function useTableParts(look: ListLook) {
  const list = useListContext();
  const { resource, rows, condition } = list;
  const shown = useStable(shownColumns(look));
  const mayTick = useHasMoves(resource);
  const scale = useScale(look.density);
  return {
    resource,
    rows,
    condition,
    shown,
    mayTick,
    names: useRefNames(
      resource,
      shown.map(({ name }) => name),
      rows,
    ),
    scale,
    buttons: useStable(useButtonsWidth(look.density, scale)),
    onRow: useRowFocus(useOpenRow(), mayTick),
    onTick: useSteadyCall(useTick(useScreen().selection, rows)),
    onWidth: useSteadyCall((name: string, to: number): void =>
      look.change({ columns: changeColumn(look.columns, name, { width: to }) }),
    ),
    change: useSteadyCall(list.change),
  };
}

/** The rows, re-rendered only when their content changes, because a page may have a hundred. */
function Rows({ look, room }: { readonly look: ListLook; readonly room: number }) {
  const list = useListContext();
  const { options, open, selection } = useScreen();
  const { resource, rows, condition, shown, mayTick, names, scale, buttons, onRow, onTick, onWidth, change } =
    useTableParts(look);
  const {
    isLoading,
    state: { sort },
  } = list;
  const { density } = look;
  return useMemo(() => {
    const fields = tableColumns({
      resource,
      options,
      shown,
      onWidth,
      rows,
      names,
      sort,
      isBare: isLoading,
      open,
      buttons,
      scale,
      room: room === 0 ? 0 : room - scrollBarWidth - (mayTick ? tickWidth : 0),
    });
    const columns = mayTick
      ? [tickColumn({ selection, rows, condition, onTick, nameOf: (row) => rowName(resource, row) }), ...fields]
      : fields;
    const onChange: TableProps<ScreenRow>['onChange'] = (...[, , sorter, { action }]) => {
      if (action === 'sort') change({ sort: sortFrom(sorter), page: 1 });
    };
    return (
      <Table<ScreenRow>
        aria-label={options.title ?? resourceTitle(resource)}
        rowKey="id"
        components={{ header: { cell: WideningTh } }}
        size={density}
        columns={columns}
        dataSource={isLoading ? [...bones] : [...rows]}
        scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 0) }}
        locale={{ emptyText: <EmptyRows /> }}
        onChange={onChange}
        pagination={false}
        {...(!isLoading && { onRow })}
      />
    );
  }, [
    resource,
    options,
    shown,
    onWidth,
    rows,
    names,
    sort,
    isLoading,
    open,
    buttons,
    scale,
    room,
    mayTick,
    condition,
    onTick,
    selection,
    density,
    change,
    onRow,
  ]);
}

/** The rows that the cells of a page name, by resource. */
function useNamedRows({ resource, rows }: RowList): (target: string) => readonly number[] {
  return useSteadyCall((target) => {
    const refs = Object.entries(resource.fields).filter(
      ([, field]) => (field.kind === 'ref' || field.kind === 'refs') && targetOf(field) === target,
    );
    const ids = refs.flatMap(([name, field]) => rows.flatMap((row) => namedIds(row, name, field)));
    return [...new Set(ids)].toSorted((a, b) => a - b).slice(0, mostCards);
  });
}

export function ResourceTable({ look }: { readonly look: ListLook }) {
  const list = useListContext();
  const isBusy = list.isLoading || list.isRefreshing;
  const box = useInertMeasure();
  const { fit } = list;
  const isWide = useMinWidth(phoneBelow);
  const namedRows = useNamedRows(list);
  const room = useWidth(box);
  useLayoutEffect(() => fit?.measure(box.current), [fit, box]);
  useRefit(fit?.measureAgain, box, list.state.page === 1);
  if (list.isStopped) return <ErrorState title={L('state.stopped')} onRetry={list.refresh} />;
  if (list.error !== null && !list.page) return <ListFailure list={list} />;
  return (
    <NamedRows value={namedRows}>
      <div ref={box} className={`${css['tableBox']} ${list.isRefreshing ? css['dimmed'] : ''}`} aria-busy={isBusy}>
        <LoadingBar isActive={isBusy} />
        <ListNotes list={list} />
        {isWide ? (
          <Rows look={look} room={room} />
        ) : (
          <Suspense fallback={<div aria-busy="true" />}>
            <RowCards look={look} />
          </Suspense>
        )}
        <SumPlace />
        <Pages look={look} />
      </div>
    </NamedRows>
  );
}
