import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Modal, Progress, Select } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { cancelTask, getTask } from '../../resource-client/tasks.ts';
import { useFocusBack } from '../../ui/entry/focus-trail.ts';
import { namedPopup } from '../../ui/named-popup.tsx';
import { beginBench, getBench, type Behind, type BenchFound, type Tried } from './bench-client.ts';
import { BenchResult } from './bench-result.tsx';
import css from './bench.module.css';
import { N } from './bench-texts.ts';

const pollMs = 1000;
const spans = [7, 30, 90] as const;

interface DialogProps {
  readonly name: string;
  /** Read when a bench begins, so that a form is tried as it is entered then. */
  readonly read: () => Tried;
  readonly onClose: () => void;
}

/** Fetches the newest bench of the rule, repeatedly while its task runs. */
function useBench(read: () => Tried, behind: Behind) {
  const [taskId, setTaskId] = useState<number | undefined>();
  const task = useQuery({
    queryKey: ['rule-bench', 'task', taskId],
    queryFn: ({ signal }) => getTask(taskId ?? 0, signal),
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.state) ? false : pollMs),
  });
  const isRunning = taskId !== undefined && isOpen(task.data?.state ?? 'waiting');
  const ruleId = read().ruleId;
  const found = useQuery({
    queryKey: ['rule-bench', ruleId ?? 0, taskId ?? 0, task.data?.state, behind],
    queryFn: ({ signal }) => getBench({ ruleId }, behind, signal),
    enabled: ruleId !== undefined || taskId !== undefined,
    placeholderData: (before) => before,
    refetchInterval: isRunning ? pollMs : false,
  });
  return { taskId, setTaskId, isRunning, found };
}

const isOpen = (state: string): boolean => state === 'waiting' || state === 'running';

const percentOf = ({ checkedPeople, plannedPeople }: BenchFound): number =>
  plannedPeople === 0 ? 100 : Math.floor((checkedPeople / plannedPeople) * 100);

function Running({
  found,
  onCancel,
}: {
  readonly found: BenchFound | null | undefined;
  readonly onCancel: () => void;
}) {
  return (
    <div className={css['head']}>
      <Progress
        aria-label={N('progress')}
        percent={found ? percentOf(found) : 0}
        status="active"
        style={{ flex: '1 1 200px' }}
      />
      {found && <span>{N('checked', { n: found.checkedPeople, all: found.plannedPeople })}</span>}
      <Button onClick={onCancel}>{L('word.cancel')}</Button>
    </div>
  );
}

export function BenchDialog({ name, read, onClose }: DialogProps) {
  const tell = useFailureNotice();
  const [days, setDays] = useState<number>(30);
  const [behind, setBehind] = useState<Behind>({});
  const { taskId, setTaskId, isRunning, found } = useBench(read, behind);
  useFocusBack();
  const begin = useMutation({
    mutationFn: () => beginBench(read(), days),
    onSuccess: (made) => {
      setBehind({});
      setTaskId(made.taskId);
    },
    onError: tell,
  });
  const cancel = useMutation({ mutationFn: () => cancelTask(taskId ?? 0), onError: tell });
  return (
    <Modal open title={N('title', { name })} width={1000} footer={null} onCancel={onClose}>
      <div className={css['bench']}>
        <p className={css['note']}>{N('hint')}</p>
        <div className={css['head']}>
          <Select<number>
            aria-label={N('days')}
            popupRender={namedPopup}
            value={days}
            options={spans.map((n) => ({ value: n, label: N('lastDays', { n }) }))}
            onChange={setDays}
            style={{ width: 140 }}
          />
          <Button type="primary" disabled={isRunning} loading={begin.isPending} onClick={() => begin.mutate()}>
            {found.data ? N('again') : N('begin')}
          </Button>
        </div>
        {isRunning && <Running found={found.data} onCancel={() => cancel.mutate()} />}
        {found.data && <BenchResult found={found.data} isRunning={isRunning} behind={behind} onAsk={setBehind} />}
        {!found.data && !isRunning && <p className={css['note']}>{N('none')}</p>}
      </div>
    </Modal>
  );
}
