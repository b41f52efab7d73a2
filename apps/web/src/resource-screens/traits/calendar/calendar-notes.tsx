import { Alert } from 'antd';

import { ErrorState, LoadingBar, SlowNote } from '../../../ui/states.tsx';
import { EmptyRows } from '../../empty-rows.tsx';
import { useListContext } from '../../list-context.ts';
import css from './calendar.module.css';
import { T } from './calendar-texts.ts';

import type { UseQueryResult } from '@tanstack/react-query';
import type { CalendarPage } from '../../../resource-client/layouts.ts';

/** What stands above the days: that they load, failed, have nothing, or are too many to count. */
export function CalendarNotes({ query }: { readonly query: UseQueryResult<CalendarPage> }) {
  const { isFiltered } = useListContext();
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <div className={css['bar']}>
        <LoadingBar isActive={isFetching} />
      </div>
      <SlowNote isActive={isFetching} />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.isCapped === true && <Alert type="warning" showIcon title={T('capped')} />}
      {data?.counts.size === 0 && !error && (isFiltered ? <EmptyRows /> : <p className={css['none']}>{T('none')}</p>)}
    </>
  );
}
