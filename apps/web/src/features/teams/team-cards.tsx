import { careTeam } from '@kangmai/model/organization';
import { Pagination } from 'antd';
import { Link } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { RowContext, useListContext } from '../../resource-screens/list-context.ts';
import { RowActions } from '../../resource-screens/row-actions.tsx';
import { useScreen } from '../../resource-screens/screen-context.ts';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { ShareBar } from '../../ui/share-bar.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './teams.module.css';
import { T } from './team-texts.ts';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { NamesByTarget } from '../../resource-screens/use-lookup.ts';

type Team = ScreenRow<typeof careTeam>;

const numberOf = (row: Team, name: string): number => Number((row.values as Record<string, unknown>)[name] ?? 0);

function Clients({ row }: { readonly row: Team }) {
  const count = numberOf(row, 'clientCount');
  const limit = numberOf(row, 'maxClients');
  return (
    <>
      <span className={css['facts']}>{T('clients', { count, limit })}</span>
      <ShareBar
        parts={[
          { key: 'clients', value: count, color: count >= limit ? 'var(--c-warning)' : 'var(--c-primary)' },
          { key: 'room', value: Math.max(0, limit - count), color: 'var(--c-line)' },
        ]}
      />
    </>
  );
}

function TeamCard({ row, names }: { readonly row: Team; readonly names: NamesByTarget }) {
  const { options } = useScreen();
  const { name, isValid } = row.values;
  const isFull = numberOf(row, 'clientCount') >= numberOf(row, 'maxClients');
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <strong>
          {options.detailPath ? <Link to={options.detailPath(row)}>{name}</Link> : name}{' '}
          {!isValid && <StatusTag tone="neutral">{T('off')}</StatusTag>}
          {isFull && <StatusTag tone="warning">{T('full')}</StatusTag>}
        </strong>
        <RowContext value={row}>
          <RowActions hasRoom={false} />
        </RowContext>
      </div>
      <p className={css['facts']}>
        <FieldCell resource={careTeam} name="code" row={row} /> ·{' '}
        <FieldCell resource={careTeam} name="organizationUnit" row={row} names={names} />
      </p>
      <p className={css['facts']}>
        {T('leader')}
        <FieldCell resource={careTeam} name="leader" row={row} names={names} /> ·{' '}
        {T('members', { count: numberOf(row, 'memberCount') })}
      </p>
      <Clients row={row} />
    </li>
  );
}

const shown = ['leader', 'organizationUnit'] as const;

export function TeamCards() {
  const { rows, page, state, error, isLoading, change, refresh } = useListContext(careTeam);
  const names = useRefNames(careTeam, shown, rows);
  if (error && rows.length === 0)
    return <ErrorState message={error instanceof Error ? error.message : L('word.empty')} onRetry={refresh} />;
  if (isLoading) return <LoadingState />;
  if (rows.length === 0) return <EmptyState text={T('none')} />;
  return (
    <>
      <ul className={css['cards']}>
        {rows.map((row) => (
          <TeamCard key={row.id} row={row} names={names} />
        ))}
      </ul>
      <Pagination
        className={css['pages'] ?? ''}
        hideOnSinglePage
        current={state.page}
        pageSize={state.size}
        total={page?.total ?? 0}
        onChange={(next) => change({ page: next })}
      />
    </>
  );
}
