import { App, Button, Progress } from 'antd';

import { download } from '../../resource-client/files.ts';
import { cancelTask, dropTask, taskFile, type ListTask } from '../../resource-client/tasks.ts';
import { formatAgo, formatMinute } from '../../lib/dates.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { EmptyState } from '../../ui/states.tsx';
import { T } from './list-texts.ts';
import css from './lists.module.css';
import { showTaskProblems } from './outcome-dialog.tsx';
import { isOpenTask, refreshTasks } from './tasks.ts';

const taskName = ({ kind, title, actionLabel }: ListTask): string =>
  kind === 'work'
    ? title
    : T(kind === 'export' ? 'exportOf' : 'batchOf', { title, action: actionLabel ?? L('word.delete') });

const percentOf = ({ doneRows, totalRows }: ListTask): number =>
  totalRows ? Math.min(99, Math.floor((doneRows / totalRows) * 100)) : 0;

function stateText(task: ListTask): string {
  const { state, kind, doneRows, failedRows, totalRows, expiresAt } = task;
  if (state === 'waiting') return T('taskWaiting');
  if (state === 'running')
    return T(kind === 'work' ? 'workRunning' : 'taskRunning', {
      n: doneRows.toLocaleString(),
      total: totalRows === null ? '…' : totalRows.toLocaleString(),
    });
  if (state === 'cancelled') return T('taskCancelled');
  if (state === 'failed') return task.failureText ?? '';
  if (kind === 'work') return listed(task.figures.map(({ label, value }) => `${label} ${value.toLocaleString()}`));
  return kind === 'export'
    ? T('exportKept', { n: doneRows.toLocaleString(), until: formatMinute(expiresAt) })
    : T('outcome', { a: doneRows - failedRows, b: failedRows });
}

function TaskButton({ name, word, onClick }: { readonly name: string; readonly word: string; onClick: () => void }) {
  return (
    <Button size="small" type="link" aria-label={name} onClick={onClick}>
      {word}
    </Button>
  );
}

function TaskButtons({ task }: { readonly task: ListTask }) {
  const { modal } = App.useApp();
  const tell = useFailureNotice();
  const name = taskName(task);
  const run = (work: (id: number) => Promise<unknown>) => (): void => void work(task.id).catch(tell).then(refreshTasks);
  if (isOpenTask(task))
    return <TaskButton name={T('taskCancelOf', { name })} word={L('word.cancel')} onClick={run(cancelTask)} />;
  const fetchFile = run(async (id) => download(await taskFile(id)));
  const showProblems = (): void => showTaskProblems(modal, task);
  return (
    <>
      {task.hasFile && <TaskButton name={T('taskFileOf', { name })} word={T('taskFile')} onClick={fetchFile} />}
      {task.failedRows > 0 && (
        <TaskButton name={T('taskProblemsOf', { name })} word={T('taskProblems')} onClick={showProblems} />
      )}
      <TaskButton name={T('taskDropOf', { name })} word={L('word.delete')} onClick={run(dropTask)} />
    </>
  );
}

function TaskLine({ task }: { readonly task: ListTask }) {
  return (
    <li className={css['task']}>
      <div className={css['taskHead']}>
        <strong>{taskName(task)}</strong>
        <span className={css['quiet']}>{formatAgo(task.createdAt)}</span>
      </div>
      {task.state === 'running' && (
        <Progress
          size="small"
          status="active"
          percent={percentOf(task)}
          showInfo={task.totalRows !== null}
          aria-label={taskName(task)}
        />
      )}
      <div className={css['taskHead']}>
        <span className={task.state === 'failed' ? css['bad'] : css['quiet']}>{stateText(task)}</span>
        <span className={css['taskButtons']}>
          <TaskButtons task={task} />
        </span>
      </div>
    </li>
  );
}

export function TaskList({ tasks }: { readonly tasks: readonly ListTask[] }) {
  if (tasks.length === 0) return <EmptyState text={T('tasksNone')} />;
  return (
    <ul className={css['tasks']}>
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </ul>
  );
}
