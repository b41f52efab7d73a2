import { useQuery } from '@tanstack/react-query';
import { App, Table } from 'antd';
import { useEffect } from 'react';

import { formatAgo, formatSecond } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

import { readAttempts, type Attempt } from './account-calls.ts';
import { A } from './account-texts.ts';
import { browserName } from './browser-name.ts';
import { statusOf } from './failures.ts';

const reasons = [
  'InvalidUserNameOrEmailAddress',
  'InvalidPassword',
  'UserIsNotActive',
  'InvalidTenancyName',
  'TenantIsNotActive',
  'UserEmailIsNotConfirmed',
  'UnknownExternalLogin',
  'LockedOut',
  'UserPhoneNumberIsNotConfirmed',
  'FailedForOtherReason',
] as const;

function reasonOf(result: string): string {
  const known = reasons.find((reason) => reason === result);
  return known ? A(`result.${known}`) : result;
}

const Result = ({ result }: { result: string }) =>
  result === 'Success' ? (
    <StatusTag tone="success">{A('succeeded')}</StatusTag>
  ) : (
    <StatusTag tone="error">{reasonOf(result)}</StatusTag>
  );

const columns = (isBrief: boolean) => [
  { title: A('result'), dataIndex: 'result', width: 170, render: (result: string) => <Result result={result} /> },
  { title: A('ip'), dataIndex: 'clientIpAddress', width: 140, render: (ip: string | null) => ip || L('word.empty') },
  ...(isBrief
    ? []
    : [
        {
          title: A('client'),
          dataIndex: 'clientName',
          width: 120,
          render: (name: string | null) => name || L('word.empty'),
        },
      ]),
  {
    title: A('browser'),
    dataIndex: 'browserInfo',
    render: (browser: string | null) => <CutText text={browserName(browser) || L('word.empty')} />,
  },
  {
    title: A('time'),
    dataIndex: 'creationTime',
    width: 250,
    render: (at: string) => A('atTime', { ago: formatAgo(at), at: formatSecond(at) }),
  },
];

/** Recent sign-ins and failed attempts of the user's account; `isBrief` shows fewer columns. */
export function AttemptsTable({ isBrief = false }: { isBrief?: boolean }) {
  const { notification } = App.useApp();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['loginAttempts'],
    queryFn: readAttempts,
    staleTime: 0,
  });
  useEffect(() => {
    if (error) notification.error({ key: 'attempts', title: A('attemptsFailed'), description: statusOf(error) });
  }, [error, notification]);
  if (error) return <ErrorState title={A('attemptsFailed')} message={statusOf(error)} onRetry={() => void refetch()} />;
  const rows = (data ?? []).map((attempt, index) => ({ ...attempt, index }));
  return (
    <Table<Attempt & { index: number }>
      size="small"
      rowKey="index"
      loading={isPending}
      locale={{ emptyText: <EmptyState isWaiting={isPending} /> }}
      pagination={false}
      columns={columns(isBrief)}
      dataSource={rows}
    />
  );
}
