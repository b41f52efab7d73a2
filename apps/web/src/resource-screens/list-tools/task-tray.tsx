import CloudDownloadOutlined from '@ant-design/icons/CloudDownloadOutlined';
import { App, Badge, Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { LoadingState } from '../../ui/states.tsx';
import { T } from './list-texts.ts';
import css from './lists.module.css';
import { isOpen, useTasks } from './tasks.ts';

const TaskList = lazy(async () => ({ default: (await import('./task-list.tsx')).TaskList }));

/** Exports and actions on many rows that are done beside the calls: how far they are, what came of them, their files. */
export function TaskTray({ className }: { readonly className?: string }) {
  const tasks = useTasks();
  const [isShown, setShown] = useState(false);
  const { message } = App.useApp();
  const change = (next: boolean): void => {
    setShown(next);
    // What they say of tasks stands in the list, whose head they would cover.
    if (next) message.destroy();
  };
  const count = tasks?.filter((task) => isOpen(task) || (task.hasFile && task.fetchedAt === null)).length ?? 0;
  return (
    <Popover
      open={isShown}
      onOpenChange={change}
      trigger="click"
      placement="bottomRight"
      title={T('tasks')}
      destroyOnHidden
      content={
        <div className={css['tray']}>
          <Suspense fallback={<LoadingState />}>{tasks ? <TaskList tasks={tasks} /> : <LoadingState />}</Suspense>
        </div>
      }
    >
      <Button
        type="text"
        className={className ?? ''}
        aria-label={count > 0 ? T('tasksCount', { n: count }) : T('tasks')}
        aria-expanded={isShown}
        icon={
          <Badge
            count={count}
            size="small"
            color="var(--c-primary)"
            styles={{ indicator: { color: 'var(--c-on-primary)' } }}
            offset={[4, -2]}
          >
            <CloudDownloadOutlined className={css['trayIcon'] ?? ''} />
          </Badge>
        }
      />
    </Popover>
  );
}
