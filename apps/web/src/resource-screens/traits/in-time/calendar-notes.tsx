import { Alert, Button } from 'antd';

import { L } from '../../../lib/i18n/texts.ts';
import { ErrorState, LoadingBar, SlowNote } from '../../../ui/states.tsx';
import { useListContext } from '../../list-context.ts';
import css from './calendar.module.css';
import { T } from './calendar-texts.ts';

import type { UseQueryResult } from '@tanstack/react-query';
import type { CalendarPage } from '../../../resource-client/layouts.ts';

interface NotesProps {
  readonly query: UseQueryResult<CalendarPage>;
}

/** Above the days: that they load, failed, or have too many rows to count. */
export function CalendarNotes({ query }: NotesProps) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <div className={css['bar']}>
        <LoadingBar isActive={isFetching} />
      </div>
      <SlowNote isActive={isFetching} />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.isCapped === true && <Alert type="warning" showIcon title={T('capped')} />}
    </>
  );
}

/** In the head: that no row begins on these days, and the way out of a filter. */
export function NoRows({ query: { data, error } }: NotesProps) {
  const { isFiltered, reset } = useListContext();
  if (error || data?.counts.size !== 0) return null;
  return (
    <span role="status" className={css['none']}>
      {T(isFiltered ? 'noneFiltered' : 'none')}
      {isFiltered && (
        <Button type="link" size="small" onClick={reset}>
          {L('state.clearFilter')}
        </Button>
      )}
    </span>
  );
}
