import { workOf } from '@kangmai/model/user-work';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';

import { choiceLabel } from '../../lib/labels.ts';
import { formatNumber } from '../../lib/units.ts';
import { getOpenWork, type CountedWork } from '../../resource-client/users.ts';
import { figureAddress } from '../../resource-screens/traits/figure/figure-address.ts';
import { useFocusBack } from '../../ui/entry/focus-trail.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

interface WorkDialogProps {
  readonly userId: number;
  readonly title: string;
  readonly hint?: string;
  /** Runs on confirmation; without it the dialog only shows the work. */
  readonly onOk?: (hasWork: boolean) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The parts of the work that there are, each with the link to its rows. */
function WorkList({ userId, counted }: { readonly userId: number; readonly counted: readonly CountedWork[] }) {
  const parts = workOf(userId).flatMap((figure) => {
    const found = counted.find(({ key, value }) => key === figure.key && value > 0);
    return found ? [{ figure, shown: formatNumber(found.value) + (found.isCapped ? '+' : '') }] : [];
  });
  if (parts.length === 0) return <p className={css['hint']}>{T('workNone')}</p>;
  return (
    <>
      <p>{T('workLeft')}</p>
      <ul className={css['work']}>
        {parts.map(({ figure, shown }) => {
          const [label, to] = [choiceLabel(figure), figureAddress(figure)];
          const words = T('count', { what: label, n: shown });
          return <li key={figure.key}>{to === undefined ? words : <Link to={to}>{words}</Link>}</li>;
        })}
      </ul>
      <p className={css['hint']}>{T('workSight')}</p>
    </>
  );
}

/** What a user leaves behind, alone or in a question before the user leaves. */
export function WorkDialog({ userId, title, hint, onOk, onClose }: WorkDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'work', userId],
    queryFn: ({ signal }) => getOpenWork(userId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  useFocusBack();
  const go = async (): Promise<void> => {
    setBusy(true);
    await onOk?.(data?.some(({ value }) => value > 0) ?? false);
    onClose();
  };
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      onOk={() => void (onOk ? go() : onClose())}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: onOk !== undefined && !data && !error }}
      cancelButtonProps={onOk ? { autoFocus: true } : { hidden: true }}
    >
      {hint !== undefined && <p>{hint}</p>}
      {data && <WorkList userId={userId} counted={data} />}
      {!data && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
    </Modal>
  );
}
