import { Modal, Progress } from 'antd';

import { isUnderWay, type TenantMove } from '../../resource-client/tenants.ts';
import { formatSecond } from '../../lib/dates.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { T } from './tenant-texts.ts';
import { stateWord, useMove } from './use-move.ts';

const toneOf = (move: TenantMove): Tone =>
  isUnderWay(move) ? 'info' : move.state === 'done' && move.failureText === null ? 'success' : 'error';
const percentOf = ({ tablesDone, tablesTotal, state }: TenantMove): number =>
  state === 'done' ? 100 : Math.floor((100 * tablesDone) / Math.max(1, tablesTotal));
const databaseName = (address: string | null): string => address ?? T('platform');

function MoveFacts({ move }: { readonly move: TenantMove }) {
  const items = [
    { label: T('state'), value: <StatusTag tone={toneOf(move)}>{stateWord(move)}</StatusTag>, wide: true },
    { label: T('from'), value: databaseName(move.fromAddress), wide: true },
    { label: T('to'), value: databaseName(move.toAddress), wide: true },
    { label: T('tables'), value: T('tablesOf', { done: move.tablesDone, total: move.tablesTotal }) },
    { label: T('frozen'), value: move.frozenMs === null ? null : T('ms', { n: move.frozenMs }) },
    { label: T('rows'), value: move.rowsCopied.toLocaleString() },
    { label: T('caughtUp'), value: move.rowsCaughtUp.toLocaleString() },
    { label: T('askedAt'), value: formatSecond(new Date(move.askedAt)) },
    { label: T('endedAt'), value: move.endedAt === null ? null : formatSecond(new Date(move.endedAt)) },
    ...(move.failureText === null ? [] : [{ label: T('failure'), value: move.failureText, wide: true }]),
  ];
  return (
    <>
      <Progress
        aria-label={T('progress')}
        percent={percentOf(move)}
        status={toneOf(move) === 'error' ? 'exception' : isUnderWay(move) ? 'active' : 'success'}
      />
      <DescriptionList items={items} />
    </>
  );
}

function MoveState({ id }: { readonly id: number }) {
  const { data, error, refetch } = useMove(id);
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  return data === null ? <EmptyState text={T('never')} /> : <MoveFacts move={data} />;
}

export function MoveDialog({
  id,
  name,
  onClose,
}: {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}) {
  return (
    <Modal open title={T('moveOf', { name })} footer={null} width={640} onCancel={onClose}>
      <MoveState id={id} />
    </Modal>
  );
}
