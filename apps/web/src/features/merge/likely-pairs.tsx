import { client } from '@kangmai/model/clients';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Pagination, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';

import { failureSentence } from '../../lib/failure-words.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { likelyPairs, mergeKey, tellApart, type Pair } from '../../resource-client/merges.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { T } from './merge-texts.ts';
import css from './merge.module.css';

const size = 10;

const pairName = ({ keep, other }: Pair): string => T('pair', { one: keep.values.name, other: other.values.name });

function Person({ row }: { readonly row: Pair['keep'] }) {
  return (
    <div className={css['person']}>
      <Link to={screenPath('clientDetail', row.id)} translate="no">
        {row.values.name}
      </Link>
      <p>
        <FieldCell resource={client} name="gender" row={row} />{' '}
        <FieldCell resource={client} name="age" row={row} isFull />{' '}
        <FieldCell resource={client} name="birthday" row={row} />
      </p>
      <p>
        <FieldCell resource={client} name="phone" row={row} />
      </p>
      <p>{T('archiveNo', { no: row.values.archiveNo ?? '—' })}</p>
    </div>
  );
}

interface LineProps {
  readonly pair: Pair;
  readonly onCompare: () => void;
  readonly onApart: () => void;
}

const PairLine = ({ pair, onCompare, onApart }: LineProps) => (
  <li className={css['pair']} aria-label={pairName(pair)}>
    <Person row={pair.keep} />
    <Person row={pair.other} />
    <div className={css['reasons']}>
      <strong>{T('score', { n: pair.score })}</strong>
      {pair.reasons.map((reason) => (
        <Tag key={reason}>{T(`reason.${reason}`)}</Tag>
      ))}
    </div>
    <div className={css['tools']}>
      <Button type="primary" onClick={onCompare}>
        {T('compare')}
      </Button>
      <Button onClick={onApart}>{T('apart')}</Button>
    </div>
  </li>
);

/** Asks whether two files are of two persons, and records it. */
function useApart(refresh: () => void): (pair: Pair) => void {
  const { modal, message } = App.useApp();
  const tell = useFailureNotice();
  return ({ keepId, otherId }) =>
    void modal.confirm({
      title: T('apartAsked'),
      content: T('apartText'),
      okText: T('apart'),
      onOk: () =>
        tellApart({ keepId, otherId }).then(() => {
          void message.success(T('apartDone'));
          refresh();
        }, tell),
    });
}

/** Pairs of files that may be of one person, with what they have in common. */
export function LikelyPairs({ clientId }: { readonly clientId: number | null }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Pair | null>(null);
  const queries = useQueryClient();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: mergeKey });
  const apart = useApart(refresh);
  const { data, error, refetch } = useQuery({
    queryKey: [...mergeKey, 'pairs', clientId, page],
    queryFn: ({ signal }) => likelyPairs({ clientId, page, size }, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      {data.items.length === 0 && <EmptyState text={T('none')} hint={T('noneHint')} />}
      {data.items.length > 0 && (
        <ul className={css['pairs']}>
          {data.items.map((pair) => (
            <PairLine
              key={`${pair.keepId}-${pair.otherId}`}
              pair={pair}
              onCompare={() => setOpen(pair)}
              onApart={() => apart(pair)}
            />
          ))}
        </ul>
      )}
      <Pagination
        align="end"
        hideOnSinglePage
        current={page}
        pageSize={size}
        total={data.totalCount}
        showSizeChanger={false}
        onChange={setPage}
      />
      {open && <CompareDialog pair={open} onDone={refresh} onClose={() => setOpen(null)} />}
    </>
  );
}
