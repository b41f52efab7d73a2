import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Table } from 'antd';
import { useState } from 'react';

import { formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { can } from '../../lib/permissions.ts';
import { getLinks, removeLink, type UnitLink, type UnitRow } from '../../resource-client/units.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { T } from './units-texts.ts';
import { useChange } from './use-change.ts';

interface LinkTableProps {
  readonly kind: 'users' | 'roles';
  readonly unit: UnitRow;
  readonly withUnitsBelow: boolean;
}

const size = 20;
const permissions = {
  users: 'Pages.Administration.OrganizationUnits.ManageMembers',
  roles: 'Pages.Administration.OrganizationUnits.ManageRoles',
} as const;

function TakeOut({
  kind,
  unit,
  link,
}: {
  readonly kind: 'users' | 'roles';
  readonly unit: UnitRow;
  readonly link: UnitLink;
}) {
  const { modal } = App.useApp();
  const change = useChange();
  const words = { name: link.title, unit: unit.displayName };
  if (!link.isDirect || !can(permissions[kind])) return <>{L('word.empty')}</>;
  return (
    <LinkButton
      aria-label={T('takeOutOf', words)}
      onClick={() =>
        void modal.confirm({
          title: T(kind === 'users' ? 'takeOutAsk' : 'takeOutRoleAsk', words),
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => change(() => removeLink(kind, unit.id, link.id), T('takenOut')),
        })
      }
    >
      {T('takeOut')}
    </LinkButton>
  );
}

const columns = ({ kind, unit }: LinkTableProps) => [
  { title: T(kind === 'users' ? 'user' : 'role'), dataIndex: 'title', ellipsis: true },
  ...(kind === 'users' ? [{ title: T('userName'), dataIndex: 'word', width: 140, ellipsis: true }] : []),
  {
    title: T('unit'),
    dataIndex: 'organizationUnits',
    ellipsis: true,
    render: (names: readonly string[]) => names.join('、'),
  },
  { title: T('addedAt'), dataIndex: 'addedTime', width: 150, render: formatMinute },
  {
    title: T('actions'),
    key: 'actions',
    width: 80,
    render: (_: unknown, link: UnitLink) => <TakeOut kind={kind} unit={unit} link={link} />,
  },
];

/** The members, or roles, of a unit. */
export function LinkTable(props: LinkTableProps) {
  const { kind, unit, withUnitsBelow } = props;
  const [page, setPage] = useState(1);
  const query = { id: unit.id, withUnitsBelow, skipCount: (page - 1) * size, maxResultCount: size };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['units', kind, query],
    queryFn: ({ signal }) => getLinks(kind, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <Table<UnitLink>
      size="small"
      rowKey="id"
      loading={isFetching}
      columns={columns(props)}
      dataSource={[...(data?.items ?? [])]}
      locale={{ emptyText: <EmptyState text={T(kind === 'users' ? 'noMembers' : 'noRoles')} /> }}
      pagination={{
        current: page,
        pageSize: size,
        total: data?.totalCount ?? 0,
        size: 'small',
        hideOnSinglePage: true,
        showTotal: (n) => T('total', { n }),
        onChange: setPage,
      }}
    />
  );
}
