import { Alert, Button, Table } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { ApiError } from '../lib/api/api-error.ts';
import { L } from '../lib/i18n/texts.ts';
import { formatTotal } from '../lib/units.ts';
import { EmptyState, ErrorState, LoadingBar } from '../ui/states.tsx';
import { shownColumns } from './column-choice.ts';
import { resourceTitle } from './labels.ts';
import { useListContext } from './list-context.ts';
import { pageSizes } from './list-state.ts';
import { rowName } from './row-name.ts';
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

const slowMs = 10_000;
const bones: readonly ScreenRow[] = Array.from({ length: 8 }, (_, at) => ({ id: -1 - at, rowVersion: null, createdAt: null, values: {}, joined: {}, beside: {} }));

/** True when something has been under way for longer than anybody likes to wait. */
function useSlow(isActive: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isActive]);
  return isSlow && isActive;
}

function ListFailure({ list }: { readonly list: RowList }) {
  const { error, refresh } = list;
  if (error instanceof ApiError && error.status === 403) return <ErrorState title={T('noRightTitle')} message={error.message} />;
  return <ErrorState message={error instanceof Error ? error.message : L('error.server')} onRetry={refresh} />;
}

type Sorted = Parameters<NonNullable<TableProps<ScreenRow>['onChange']>>[2];

function sortFrom(sorter: Sorted): string {
  const [first] = Array.isArray(sorter) ? sorter : [sorter];
  const key = first?.order ? String(first.columnKey) : '';
  return first?.order === 'descend' ? `-${key}` : key;
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

/** The table of the list around it, paged and sorted by the server. */
export function ResourceTable({ look }: { readonly look: ListLook }) {
  const list = useListContext();
  const { resource, state, rows, isLoading, isRefreshing, error } = list;
  const { options, open, selected, select } = useScreen();
  const { mayRemove } = useRights(resource);
  const navigate = useNavigate();
  const shown = shownColumns(look.columns);
  const names = useRefNames(resource, shown, rows);
  const openRow = (row: ScreenRow): void => {
    if (options.detailPath) void navigate(options.detailPath(row));
    else open({ kind: 'view', row });
  };
  const onRow = useRowFocus(openRow);
  const isSlow = useSlow(isLoading || isRefreshing);
  if (error && !list.page) return <ListFailure list={list} />;

  const columns = tableColumns({ resource, options, shown, names, sort: state.sort, isBare: isLoading, open });
  const width = columns.reduce((sum, column) => sum + Number(column.width ?? 0), mayRemove ? 40 : 0);
  const empty = isLoading ? null : list.isFiltered ? <EmptyState onClearFilter={list.reset} /> : <EmptyState />;
  const selection: TableProps<ScreenRow>['rowSelection'] = {
    selectedRowKeys: [...selected.keys()],
    preserveSelectedRowKeys: true,
    columnWidth: 40,
    onSelect: (row, isOn) => select([row], isOn),
    onSelectAll: (isOn, _all, changed) => select(changed, isOn),
    getCheckboxProps: (row) => ({ 'aria-label': T('selectRow', { name: rowName(resource, row) }), disabled: isLoading }),
    getTitleCheckboxProps: () => ({ 'aria-label': T('selectPage') }),
  };
  return (
    <div className={css['tableBox']} aria-busy={isLoading || isRefreshing}>
      <LoadingBar isActive={isLoading || isRefreshing} />
      {error !== null && list.page !== undefined && <Alert type="warning" showIcon title={error instanceof Error ? error.message : L('state.failed')} action={<Button size="small" onClick={list.refresh}>{L('word.retry')}</Button>} />}
      {isSlow && <p role="status" className={css['slow']}>{T('slow')}</p>}
      <Table<ScreenRow>
        aria-label={options.title ?? resourceTitle(resource)}
        className={isRefreshing ? (css['dimmed'] ?? '') : ''}
        rowKey="id"
        size={look.density}
        columns={columns}
        dataSource={isLoading ? [...bones] : [...rows]}
        pagination={isLoading ? false : pagination(list)}
        scroll={{ x: width }}
        locale={{ emptyText: empty }}
        {...(mayRemove && { rowSelection: selection })}
        {...(!isLoading && { onRow })}
        onChange={(_page, _filters, sorter, { action }) => {
          if (action === 'sort') list.change({ sort: sortFrom(sorter), page: 1 });
        }}
      />
      <p role="status" aria-live="polite" className="visually-hidden">
        {!isLoading && T('announce', { n: formatTotal(list.page?.total ?? 0, list.page?.isCapped), p: state.page })}
      </p>
    </div>
  );
}
