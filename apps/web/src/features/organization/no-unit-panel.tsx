import { user } from '@kangmai/model/organization';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';

import { rowKeys } from '../../resource-client/row-keys.ts';
import { getUsers, type UserRow } from '../../resource-client/users.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './units.module.css';
import { T } from './units-texts.ts';

const size = 20;

/** A page of the users who belong to no unit. */
export function useUnassigned(page: number, isOn: boolean) {
  return useQuery({
    queryKey: rowKeys.list(user, { withoutUnit: true, page }),
    queryFn: ({ signal }) =>
      getUsers({ withoutUnit: true, skipCount: (page - 1) * size, maxResultCount: size }, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
    staleTime: 0,
  });
}

const columns = () => [
  { title: T('fullName'), dataIndex: 'fullName' },
  { title: T('userName'), dataIndex: 'userName' },
  {
    title: T('state'),
    dataIndex: 'isActive',
    width: 120,
    render: (isActive: boolean) => (
      <StatusTag tone={isActive ? 'success' : 'neutral'}>{T(isActive ? 'active' : 'inactive')}</StatusTag>
    ),
  },
];

export function NoUnitPanel() {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useUnassigned(page, true);
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <h2>{T('noUnitTitle')}</h2>
      </div>
      <p className={css['hint']}>{T('noUnitHint')}</p>
      <Table<UserRow>
        size="small"
        rowKey="id"
        loading={isFetching}
        columns={columns()}
        dataSource={[...(data?.items ?? [])]}
        locale={{ emptyText: <EmptyState text={T('noUnitNone')} isWaiting={isFetching} /> }}
        pagination={{ current: page, pageSize: size, total: data?.totalCount ?? 0, size: 'small', onChange: setPage }}
      />
    </div>
  );
}
