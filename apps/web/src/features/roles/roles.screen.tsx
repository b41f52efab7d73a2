import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Table } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { getPermissions, getRoles, type RoleRow } from '../../resource-client/roles.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { RoleActions } from './role-actions.tsx';
import css from './roles.module.css';
import { T } from './roles-texts.ts';

const RoleDrawer = lazy(async () => ({ default: (await import('./role-drawer.tsx')).RoleDrawer }));

const minute = 60_000;

const Kinds = ({ role }: { readonly role: RoleRow }) => (
  <span className={css['tags']}>
    <StatusTag tone={role.isStatic ? 'info' : 'neutral'}>{T(role.isStatic ? 'static' : 'ordinary')}</StatusTag>
    {role.isDefault && <StatusTag tone="success">{T('default')}</StatusTag>}
  </span>
);

const usersWord = ({ userCount: n, unitUserCount: units }: RoleRow): string =>
  units > 0 ? T('usersByUnit', { n, units }) : T('usersOf', { n });

const columns = (roles: readonly RoleRow[]) => [
  { title: T('name'), dataIndex: 'displayName', width: 200 },
  { title: T('kind'), key: 'kind', width: 180, render: (_: unknown, role: RoleRow) => <Kinds role={role} /> },
  { title: T('scope'), dataIndex: 'dataScope', width: 140, render: (scope: RoleRow['dataScope']) => T(scope) },
  { title: T('users'), key: 'users', width: 190, render: (_: unknown, role: RoleRow) => usersWord(role) },
  { title: T('description'), dataIndex: 'description', render: (text: string | null) => text || L('word.empty') },
  {
    title: T('actions'),
    key: 'actions',
    width: 120,
    render: (_: unknown, role: RoleRow) => <RoleActions role={role} roles={roles} />,
  },
];

function Filter({
  permission,
  onChange,
}: {
  readonly permission: string | null;
  readonly onChange: (next: string | null) => void;
}) {
  const { data } = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => getPermissions(signal),
    staleTime: minute,
  });
  return (
    <div className={css['bar']} role="search">
      <Select
        className={css['filter'] ?? ''}
        aria-label={T('filter')}
        placeholder={T('filter')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={permission}
        onChange={(name: string | null | undefined) => onChange(name ?? null)}
        options={(data ?? []).map(({ name, displayName }) => ({ value: name, label: displayName }))}
      />
    </div>
  );
}

function NewRole() {
  const [isOpen, setOpen] = useState(false);
  if (!useCan('Pages.Administration.Roles.Create')) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {T('create')}
      </Button>
      {isOpen && (
        <Suspense>
          <RoleDrawer id={null} name="" isCopy={false} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Roles with the number of their users, and what they may do. */
export function RolesScreen() {
  const [permission, setPermission] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['roles', permission],
    queryFn: ({ signal }) => getRoles(permission, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <Page title={T('title')} actions={<NewRole />}>
      <Card>
        <Filter permission={permission} onChange={setPermission} />
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Table<RoleRow>
            size="small"
            rowKey="id"
            loading={isFetching}
            columns={columns(data ?? [])}
            dataSource={[...(data ?? [])]}
            scroll={{ x: 860 }}
            pagination={false}
            locale={{ emptyText: <EmptyState text={T('none')} isWaiting={isFetching} /> }}
          />
        )}
      </Card>
    </Page>
  );
}
