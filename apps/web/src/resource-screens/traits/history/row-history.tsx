import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';

import { formatSecond } from '../../../lib/dates.ts';
import { getHistory, type ChangedValue, type RowChange } from '../../../resource-client/history.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { T } from './history-texts.ts';
import css from './row-history.module.css';

import type { AnyResource } from '@kangmai/resource';

/** A change of one value as a sentence. */
export function sentenceOf({ label, before, after, wordless }: ChangedValue): string {
  if (wordless) return T('wordless', { label });
  if (before === null) return T('set', { label, after: after ?? '—' });
  if (after === null) return T('cleared', { label, before });
  // Two values that are masked alike differ in what is hidden.
  return before === after ? T('masked', { label }) : T('changed', { label, before, after });
}

/** Who made a change, and in whose name. */
export function authorOf({ userName, impersonatorName, byPlatform }: RowChange): string {
  const user = userName ?? T('product');
  const who = byPlatform ? T('platform') : impersonatorName;
  return who === null ? user : T('inName', { who, user });
}

function headOf({ kind, move }: RowChange): string | null {
  if (move) {
    const { label, from, to } = move;
    return label === null ? T('moved', { from, to }) : T('movedBy', { move: label, from, to });
  }
  return kind === 'created' || kind === 'deleted' ? T(kind) : null;
}

const Sentences = ({ changes }: { readonly changes: readonly ChangedValue[] }) => (
  <ul className={css['sentences']}>
    {changes.map((change) => (
      <li key={change.label}>{sentenceOf(change)}</li>
    ))}
  </ul>
);

function Change({ change }: { readonly change: RowChange }) {
  const { kind, at, reason, changes } = change;
  const head = headOf(change);
  // What a move says of itself is not said twice.
  const told = changes.filter(({ after }) => reason === null || after !== reason);
  return (
    <li className={css['change']} data-kind={kind}>
      <div className={css['who']}>
        <b>{authorOf(change)}</b> <time dateTime={at.toISOString()}>{formatSecond(at)}</time>
      </div>
      {head !== null && <div>{head}</div>}
      {reason !== null && <div className={css['reason']}>{T('reason', { reason })}</div>}
      {kind === 'created' && changes.length > 0 && (
        <details>
          <summary>{T('first', { n: changes.length })}</summary>
          <Sentences changes={changes} />
        </details>
      )}
      {kind !== 'created' && kind !== 'deleted' && told.length > 0 && <Sentences changes={told} />}
    </li>
  );
}

/** What became of a row, newest first, in sentences. */
export function RowHistory({ resource, id }: { readonly resource: AnyResource; readonly id: number }) {
  const query = useInfiniteQuery({
    queryKey: [...rowKeys.all(resource), 'history', id],
    queryFn: ({ pageParam, signal }) => getHistory(resource, { id, beforeId: pageParam, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
  const changes = data.pages.flatMap(({ items }) => items);
  if (changes.length === 0) return <p className={css['none']}>{T('none')}</p>;
  return (
    <>
      <ol className={css['changes']} aria-label={T('title')}>
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {T('more')}
        </Button>
      )}
    </>
  );
}
