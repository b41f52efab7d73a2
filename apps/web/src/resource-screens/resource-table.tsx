import { Alert, Button, Pagination, Table } from 'antd';
import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';

import { ApiError } from '../lib/api/api-error.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { L } from '../lib/i18n/texts.ts';
import { formatTotal } from '../lib/units.ts';
import { useInertMeasure } from '../ui/use-inert-measure.ts';
import { sortFrom } from '../ui/sort-from.ts';
import { tickColumn, useTick } from '../ui/tick-column.tsx';
import { WideningTh } from '../ui/widening-th.tsx';
import { EmptyState, ErrorState, LoadingBar, SlowNote } from '../ui/states.tsx';
import { rowActionsOf } from '../resource-client/row-actions-of.ts';
import { changeColumn, shownColumns } from '../resource-client/lists/look.ts';
import { resourceTitle } from '../lib/labels.ts';
import { fontSizeOf, useLook } from '../lib/look.ts';
import { textWidth } from '../lib/text-width.ts';
import { useListContext } from './list-context.ts';
import { useHasMoves } from './list-tools/use-many.ts';
import { pageSizes } from '../resource-client/address.ts';
import { rowName } from '../resource-client/row-name.ts';
import { useStable } from '../lib/use-stable.ts';
import { useSteadyCall } from '../lib/use-steady-call.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { tableColumns } from './table-columns.tsx';
import { useRefNames } from './use-lookup.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRights } from './use-writes.ts';

import type { TableProps } from 'antd';
import type { ScreenRow } from '../resource-client/row.ts';
import type { RowList } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

const SumRow = lazyPart(async () => (await import('./traits/sums/sum-row.tsx')).SumRow);

const buttonGap = 12;
/** Padding of the button cell by density. */
const buttonsRoom = { small: 26, medium: 26, large: 42 } as const;
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

function Pages({ look }: { readonly look: ListLook }) {
  const { page, state, isLoading, change } = useListContext();
  if (isLoading || !page?.total) return null;
  return (
    <Pagination
      className={css['pages'] ?? ''}
      size={look.density === 'large' ? 'medium' : 'small'}
      current={state.page}
      pageSize={state.size}
      total={page.total}
      pageSizeOptions={[...pageSizes]}
      showSizeChanger={{ 'aria-label': T('total', { n: '' }).trim() }}
      showQuickJumper
      showTotal={(total) => T('total', { n: formatTotal(total, page.isCapped) })}
      onChange={(number, size) => change(size === state.size ? { page: number } : { size })}
    />
  );
}

/** Text size of the table relative to 14 px. */
const useScale = (density: ListLook['density']): number => (fontSizeOf(useLook()) - (density === 'small' ? 1 : 0)) / 14;

function useButtonsWidth(density: ListLook['density']): number {
  const { resource } = useListContext();
  const { options } = useScreen();
  const { mayEdit, mayRemove } = useRights(resource);
  const own = options.rowActions
    ? options.rowActions.map(() => T('actions'))
    : rowActionsOf(resource)
        .slice(0, 1)
        .map(() => L('word.more'));
  const words = [
    ...(options.detailPath ? [] : [L('word.view')]),
    ...(mayEdit ? [L('word.edit')] : []),
    ...(mayRemove ? [L('word.delete')] : []),
    ...own,
  ];
  return words.reduce((sum, word) => sum + textWidth(word) + buttonGap, buttonsRoom[density] - buttonGap);
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

function EmptyRows() {
  const { resource, isFiltered, reset } = useListContext();
  const { createWord = T('create'), canCreate = true } = useScreen().options;
  const mayCreate = useRights(resource).mayCreate && canCreate;
  return isFiltered ? (
    <EmptyState onClearFilter={reset} />
  ) : (
    <EmptyState {...(mayCreate && { hint: T('emptyHint', { word: createWord }) })} />
  );
}

function useOpenRow(): (row: ScreenRow) => void {
  const { options, open } = useScreen();
  const navigate = useNavigate();
  return (row) => (options.detailPath ? void navigate(options.detailPath(row)) : open({ kind: 'view', row }));
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
    buttons: useButtonsWidth(look.density) * Math.max(1, scale),
    onRow: useRowFocus(useOpenRow(), mayTick),
    onTick: useSteadyCall(useTick(useScreen().selection, rows)),
    onWidth: useSteadyCall((name: string, to: number): void =>
      look.change({ columns: changeColumn(look.columns, name, { width: to }) }),
    ),
    change: useSteadyCall(list.change),
  };
}

/** The rows, re-rendered only when their content changes, because a page may have a hundred. */
function Rows({ look }: { readonly look: ListLook }) {
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
    mayTick,
    condition,
    onTick,
    selection,
    density,
    change,
    onRow,
  ]);
}

export function ResourceTable({ look }: { readonly look: ListLook }) {
  const list = useListContext();
  const isBusy = list.isLoading || list.isRefreshing;
  const box = useInertMeasure();
  if (list.isStopped) return <ErrorState title={L('state.stopped')} onRetry={list.refresh} />;
  if (list.error !== null && !list.page) return <ListFailure list={list} />;
  return (
    <div ref={box} className={`${css['tableBox']} ${list.isRefreshing ? css['dimmed'] : ''}`} aria-busy={isBusy}>
      <LoadingBar isActive={isBusy} />
      <ListNotes list={list} />
      <Rows look={look} />
      {list.page?.sums && (
        <Suspense>
          <SumRow sums={list.page.sums} />
        </Suspense>
      )}
      <Pages look={look} />
    </div>
  );
}
