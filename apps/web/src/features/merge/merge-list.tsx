import { client } from '@kangmai/model/clients';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Modal, Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';

import { formatMinute } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { mergeKey, mergesOf, unmerge, unmergePreview, type Merge } from '../../resource-client/merges.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { Counts } from './counts.tsx';
import { T } from './merge-texts.ts';
import css from './merge.module.css';

const size = 10;
const lookAgainMs = 1500;

const isUnderWay = ({ state }: Merge): boolean => state === 'moving' || state === 'undoing';

interface UndoProps {
  readonly merge: Merge;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Says what goes back and what cannot, before a merge is undone. */
function UndoDialog({ merge, onDone, onClose }: UndoProps) {
  const [isBusy, setBusy] = useState(false);
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const { data, error } = useQuery({
    queryKey: [...mergeKey, 'undo', merge.id],
    queryFn: ({ signal }) => unmergePreview(merge.id, signal),
    staleTime: 0,
  });
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      await unmerge(merge.id);
      void message.success(T('undoDone'));
      void refreshRows(client);
      onDone();
      onClose();
    } catch (failure) {
      tell(failure, T('undoFailed'));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={T('undoAsked', { name: merge.otherName })}
      okText={T('undo')}
      cancelText={T('cancel')}
      okButtonProps={{ disabled: !data, danger: true }}
      confirmLoading={isBusy}
      onOk={() => void undo()}
      onCancel={onClose}
    >
      {error && <ErrorState message={failureSentence(error)} />}
      {!error && !data && <LoadingState />}
      {data && (
        <>
          <h2 className={css['head']}>{T('undoReturns')}</h2>
          <Counts list={data.returns} none={T('undoNothing')} />
          {data.changed.length > 0 && (
            <>
              <h2 className={css['head']}>{T('undoChanged')}</h2>
              <p>{data.changed.join('、')}</p>
            </>
          )}
          {data.stays.length > 0 && (
            <>
              <h2 className={css['head']}>{T('undoStays')}</h2>
              <Counts list={data.stays} none="" />
            </>
          )}
        </>
      )}
    </Modal>
  );
}

function MergeLine({ merge, onUndo }: { readonly merge: Merge; readonly onUndo: () => void }) {
  return (
    <tr>
      <td>
        <span translate="no">{merge.otherName}</span>
        <br />
        <small>{T('archiveNo', { no: merge.otherArchiveNo ?? '—' })}</small>
      </td>
      <td>
        <Link to={screenPath('clientDetail', merge.keepId)} translate="no">
          {merge.keepName}
        </Link>
        <br />
        <small>{T('archiveNo', { no: merge.keepArchiveNo ?? '—' })}</small>
      </td>
      <td>{T(`state.${merge.state}`)}</td>
      <td>{merge.moved}</td>
      <td>{merge.stayed}</td>
      <td>{formatMinute(merge.mergedAt)}</td>
      <td translate="no">{merge.mergedByName ?? '—'}</td>
      <td>
        {merge.state === 'merged' && (
          <LinkButton aria-label={T('undoOf', { name: merge.otherName })} onClick={onUndo}>
            {T('undo')}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

const headings = ['mergedInto', 'keep', 'state', 'moved', 'stayed', 'mergedAt', 'mergedBy', 'actions'] as const;

/** Merges with their state, fetched again until all are done. */
export function MergeList({ clientId }: { readonly clientId: number | null }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Merge | null>(null);
  const queries = useQueryClient();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: mergeKey });
  const { data, error, refetch } = useQuery({
    queryKey: [...mergeKey, 'list', clientId, page],
    queryFn: ({ signal }) => mergesOf({ clientId, page, size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? lookAgainMs : false),
  });
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.items.length === 0) return <EmptyState text={T('noMerges')} />;
  return (
    <>
      <table className={css['table']} aria-label={T('merges')}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {T(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.items.map((merge) => (
            <MergeLine key={merge.id} merge={merge} onUndo={() => setOpen(merge)} />
          ))}
        </tbody>
      </table>
      <Pagination
        align="end"
        hideOnSinglePage
        current={page}
        pageSize={size}
        total={data.totalCount}
        showSizeChanger={false}
        onChange={setPage}
      />
      {open && <UndoDialog merge={open} onDone={refresh} onClose={() => setOpen(null)} />}
    </>
  );
}
