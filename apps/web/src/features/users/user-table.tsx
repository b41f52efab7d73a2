import { Table } from 'antd';

import { formatAgo, formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { UserActions } from './user-actions.tsx';
import { T } from './users-texts.ts';

import type { UserRow } from '../../resource-client/users.ts';

export function UserState({ user }: { readonly user: UserRow }) {
  if (!user.isActive) return <StatusTag tone="neutral">{T('inactive')}</StatusTag>;
  if (user.lockoutEndDateUtc !== null)
    return (
      <span title={T('lockedUntil', { at: formatMinute(user.lockoutEndDateUtc) })}>
        <StatusTag tone="warning">{T('locked')}</StatusTag>
      </span>
    );
  return <StatusTag tone="success">{T('active')}</StatusTag>;
}

const roleWord = ({ roleName: name, inheritedFromOrganizationUnit: isByUnit }: UserRow['roles'][number]): string =>
  isByUnit ? T('roleByUnit', { name }) : name;

const columns = () => [
  { title: T('userName'), dataIndex: 'userName', sorter: true, width: '13%', ellipsis: true },
  { title: T('fullName'), dataIndex: 'fullName', sorter: true, width: 84, ellipsis: true },
  {
    title: T('roles'),
    dataIndex: 'roles',
    render: (roles: UserRow['roles']) => roles.map(roleWord).join('、') || L('word.empty'),
  },
  { title: T('email'), dataIndex: 'emailAddress', sorter: true, width: '23%', ellipsis: true },
  { title: T('state'), key: 'state', width: 96, render: (_: unknown, user: UserRow) => <UserState user={user} /> },
  {
    title: T('lastLogin'),
    dataIndex: 'lastLoginTime',
    sorter: true,
    width: 96,
    render: (at: string | null) => (at === null ? T('never') : <span title={formatMinute(at)}>{formatAgo(at)}</span>),
  },
  {
    title: T('actions'),
    key: 'actions',
    width: 100,
    render: (_: unknown, user: UserRow) => <UserActions user={user} />,
  },
];

interface TableProps {
  readonly rows: readonly UserRow[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly page: number;
  readonly size: number;
  readonly onChange: (next: {
    readonly page: number;
    readonly size: number;
    readonly sorting: string | undefined;
  }) => void;
}

export function UserTable({ rows, total, isLoading, page, size, onChange }: TableProps) {
  return (
    <Table<UserRow>
      size="small"
      rowKey="id"
      loading={isLoading}
      columns={columns()}
      dataSource={[...rows]}
      scroll={{ x: 740 }}
      locale={{ emptyText: <EmptyState text={T('none')} isWaiting={isLoading} /> }}
      pagination={{
        current: page,
        pageSize: size,
        total,
        size: 'small',
        showSizeChanger: true,
        showTotal: (n) => T('total', { n }),
      }}
      onChange={(pages, _, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        const field = one?.order ? String(one.field) : undefined;
        onChange({
          page: pages.current ?? 1,
          size: pages.pageSize ?? size,
          sorting: field && `${field} ${one?.order === 'descend' ? 'desc' : 'asc'}`,
        });
      }}
    />
  );
}
