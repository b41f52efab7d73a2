import { Alert, Button, Table } from 'antd';
import { useNavigate } from 'react-router';

import { ApiError } from '../lib/api/api-error.ts';
import { L } from '../lib/i18n/texts.ts';
import { formatTotal } from '../lib/units.ts';
import { useInertMeasure } from '../ui/use-inert-measure.ts';
import { sortFrom } from '../ui/sort-from.ts';
import { WideningTh } from '../ui/widening-th.tsx';
import { EmptyState, ErrorState, LoadingBar, SlowNote } from '../ui/states.tsx';
import { rowActionsOf } from '../lib/row-actions-of.ts';
import { changeColumn, shownColumns } from '../lib/lists/look.ts';
import { resourceTitle } from '../lib/labels.ts';
import { fontSizeOf, useLook } from '../lib/look.ts';
import { textWidth } from '../lib/text-width.ts';
import { useListContext, useMayTick } from './list-context.ts';
import { pageSizes } from '../lib/api/resource-address.ts';
import { rowName } from '../lib/row-name.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { tableColumns } from './table-columns.tsx';
import { useRefNames } from './use-lookup.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRights } from './use-writes.ts';

import type { TableProps } from 'antd';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { RowList } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

const tickWidth = 40;
const buttonGap = 12;
/** Beside the buttons in their cell, by the density of the table. */
const buttonsRoom = { small: 26, medium: 26, large: 42 } as const;
const bones: readonly ScreenRow[] = Array.from({ length: 8 }, (_, at) => ({ id: -1 - at, rowVersion: null, createdAt: null, values: {}, joined: {}, beside: {} }));

function ListFailure({ list }: { readonly list: RowList }) {
  const { error, refresh } = list;
  if (error instanceof ApiError && error.status === 403) return <ErrorState title={T('noRightTitle')} message={error.message} />;
  return <ErrorState message={error instanceof Error ? error.message : L('error.server')} onRetry={refresh} />;
}

function pagination(list: RowList): NonNullable<TableProps<ScreenRow>['pagination']> {
  const { page, state, change } = list;
  return {
    current: state.page,
    pageSize: state.size,
    total: page?.total ?? 0,
    pageSizeOptions: [...pageSizes],
    showSizeChanger: { 'aria-label': T('total', { n: '' }).trim() },
    showQuickJumper: true,
    showTotal: (total) => T('total', { n: formatTotal(total, page?.isCapped) }),
    placement: ['bottomEnd'],
    onChange: (number, size) => change(size === state.size ? { page: number } : { size }),
  };
}

/** Ticking rows, for those who may do something with several at once; all of them are ticked while they are selected by condition. */
function useTicks(mayTick: boolean): Pick<TableProps<ScreenRow>, 'rowSelection'> {
  const { resource, rows, isLoading, condition } = useListContext();
  const { selected, select, condition: whole } = useScreen();
  if (!mayTick) return {};
  const isWhole = whole === condition;
  return {
    rowSelection: {
      selectedRowKeys: isWhole ? rows.map(({ id }) => id) : [...selected.keys()],
      preserveSelectedRowKeys: true,
      columnWidth: tickWidth,
      onSelect: (row, isOn) => select([row], isOn),
      onSelectAll: (isOn, _all, changed) => select(changed, isOn),
      getCheckboxProps: (row) => ({ 'aria-label': T('selectRow', { name: rowName(resource, row) }), disabled: isLoading || isWhole }),
      getTitleCheckboxProps: () => ({ 'aria-label': T('selectPage'), disabled: isLoading || isWhole }),
    },
  };
}

/** The size of a table's text against the usual 14 px. */
const useScale = (density: ListLook['density']): number => (fontSizeOf(useLook()) - (density === 'small' ? 1 : 0)) / 14;

function useButtonsWidth(density: ListLook['density']): number {
  const { resource } = useListContext();
  const { options } = useScreen();
  const { mayEdit, mayRemove } = useRights(resource);
  const own = options.rowActions ? options.rowActions.map(() => T('actions')) : rowActionsOf(resource).slice(0, 1).map(() => L('word.more'));
  const words = [...(options.detailPath ? [] : [L('word.view')]), ...(mayEdit ? [L('word.edit')] : []), ...(mayRemove ? [L('word.delete')] : []), ...own];
  return words.reduce((sum, word) => sum + textWidth(word) + buttonGap, buttonsRoom[density] - buttonGap);
}

/** What is said above the table: newer rows could not be read, or take long. */
function ListNotes({ list }: { readonly list: RowList }) {
  return (
    <>
      {list.error !== null && <Alert type="warning" showIcon title={list.error instanceof Error ? list.error.message : L('state.failed')} action={<Button size="small" onClick={list.refresh}>{L('word.retry')}</Button>} />}
      <SlowNote isActive={list.isLoading || list.isRefreshing} />
      <p role="status" aria-live="polite" className="visually-hidden">
        {!list.isLoading && T('announce', { n: formatTotal(list.page?.total ?? 0, list.page?.isCapped), p: list.state.page })}
      </p>
    </>
  );
}

function useEmptyText({ resource, isFiltered, reset }: RowList) {
  const { createWord = T('create'), canCreate = true } = useScreen().options;
  const mayCreate = useRights(resource).mayCreate && canCreate;
  return isFiltered ? <EmptyState onClearFilter={reset} /> : <EmptyState {...(mayCreate && { hint: T('emptyHint', { word: createWord }) })} />;
}

function useOpenRow(): (row: ScreenRow) => void {
  const { options, open } = useScreen();
  const navigate = useNavigate();
  return (row) => (options.detailPath ? void navigate(options.detailPath(row)) : open({ kind: 'view', row }));
}

/** The table of the list around it, paged and sorted by the server. */
export function ResourceTable({ look }: { readonly look: ListLook }) {
  const list = useListContext();
  const { resource, state, rows, isLoading } = list;
  const { options, open } = useScreen();
  const shown = shownColumns(look);
  const isBusy = isLoading || list.isRefreshing;
  const names = useRefNames(resource, shown.map(({ name }) => name), rows);
  const mayTick = useMayTick();
  const onRow = useRowFocus(useOpenRow(), mayTick);
  const box = useInertMeasure();
  const ticks = useTicks(mayTick);
  const scale = useScale(look.density);
  const buttons = useButtonsWidth(look.density) * Math.max(1, scale);
  const emptyText = useEmptyText(list);
  if (list.isStopped) return <ErrorState title={L('state.stopped')} onRetry={list.refresh} />;
  if (list.error !== null && !list.page) return <ListFailure list={list} />;
  const onWidth = (name: string, to: number): void => look.change({ columns: changeColumn(look.columns, name, { width: to }) });
  const columns = tableColumns({ resource, options, shown, onWidth, rows, names, sort: state.sort, isBare: isLoading, open, buttons, scale });
  const width = columns.reduce((sum, column) => sum + Number(column.width), ticks.rowSelection ? tickWidth : 0);
  const sort: TableProps<ScreenRow>['onChange'] = (...[, , sorter, { action }]) => {
    if (action === 'sort') list.change({ sort: sortFrom(sorter), page: 1 });
  };
  return (
    <div ref={box} className={css['tableBox']} aria-busy={isBusy}>
      <LoadingBar isActive={isBusy} />
      <ListNotes list={list} />
      <Table<ScreenRow>
        aria-label={options.title ?? resourceTitle(resource)}
        className={list.isRefreshing ? css['dimmed']! : ''}
        rowKey="id"
        components={{ header: { cell: WideningTh } }}
        size={look.density}
        columns={columns}
        dataSource={isLoading ? [...bones] : [...rows]}
        scroll={{ x: width }}
        locale={{ emptyText }}
        onChange={sort}
        {...ticks}
        {...(isLoading ? { pagination: false as const } : { pagination: pagination(list), onRow })}
      />
    </div>
  );
}
