import { jsonKeyOf, fieldOf } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Table } from 'antd';
import { useState } from 'react';

import { formatMinute } from '../../../lib/dates.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { fieldLabel, resourceTitle } from '../../../lib/labels.ts';
import { can } from '../../../lib/permissions.ts';
import { getMembers, paneOf, removeMember, type Member, type MembersOf } from '../../../resource-client/members.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { T } from './members-texts.ts';
import { memberKey, useChange } from './use-change.ts';

import type { AnyResource } from '@kangmai/resource';

export interface MembersProps {
  readonly of: MembersOf;
  readonly rowName: string;
  readonly target: AnyResource;
  readonly onChanged: () => void;
}

const size = 20;

/** The permission that changes the members of a row. */
export const changePermissions = ({ of }: Pick<MembersProps, 'of'>): readonly string[] =>
  [of.resource.permission].flat().map((stem) => `${stem}.${paneOf(of).calls.permission}`);

function TakeOut({ member, name, ...props }: MembersProps & { readonly member: Member; readonly name: string }) {
  const { of, rowName, onChanged } = props;
  const { modal } = App.useApp();
  const change = useChange(onChanged);
  if (!member.isDirect || !can(changePermissions(props))) return <>{L('word.empty')}</>;
  return (
    <LinkButton
      aria-label={T('takeOutOf', { name })}
      onClick={() =>
        void modal.confirm({
          title: T('takeOutAsk', { name, row: rowName }),
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => change(() => removeMember(of, member.id), T('takenOut')),
        })
      }
    >
      {T('takeOut')}
    </LinkButton>
  );
}

function columnsOf(props: MembersProps) {
  const { of, target } = props;
  const { calls } = paneOf(of);
  const { through, aside } = calls;
  const [named] = calls.shows;
  const shown = [named, ...(aside === undefined ? [] : [aside])].map((name) => ({
    name,
    field: fieldOf(target, name),
  }));
  const first = jsonKeyOf(named, fieldOf(target, named));
  return [
    ...shown.map(({ name, field }, at) => ({
      title: fieldLabel(name, field),
      dataIndex: jsonKeyOf(name, field),
      ellipsis: true,
      ...(at > 0 && { width: 140 }),
    })),
    ...(through === undefined
      ? []
      : [
          {
            title: resourceTitle(of.resource),
            dataIndex: through,
            ellipsis: true,
            render: (names: readonly string[]) => names.join('、'),
          },
        ]),
    { title: T('addedAt'), dataIndex: 'addedTime', width: 150, render: formatMinute },
    {
      title: T('actions'),
      key: 'actions',
      width: 80,
      render: (_: unknown, member: Member) => <TakeOut {...props} member={member} name={String(member[first])} />,
    },
  ];
}

/** The members of a row, with those of the rows below it where wanted. */
export function MemberTable(
  props: MembersProps & { readonly withBelow: boolean; /** Said where there are none. */ readonly none: string },
) {
  const { of, withBelow, none } = props;
  const [page, setPage] = useState(1);
  const query = { withUnitsBelow: withBelow, skipCount: (page - 1) * size, maxResultCount: size };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: memberKey(of, query),
    queryFn: ({ signal }) => getMembers(of, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <Table<Member>
      size="small"
      rowKey="id"
      loading={isFetching}
      columns={columnsOf(props)}
      dataSource={[...(data?.items ?? [])]}
      scroll={{ x: 560 }}
      locale={{ emptyText: <EmptyState text={none} isWaiting={isFetching} /> }}
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
