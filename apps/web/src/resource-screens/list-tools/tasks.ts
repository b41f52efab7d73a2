import { queryOptions, useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';

import { queryClient } from '../../lib/api/query-client.ts';
import { listTasks, type ListTask } from '../../resource-client/tasks.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { T } from './list-texts.ts';

export const isOpenTask = ({ state }: ListTask): boolean => state === 'waiting' || state === 'running';

const whileOpenMs = 3000;

const tasksQuery = queryOptions({
  queryKey: ['list-tasks'],
  queryFn: ({ signal }) => listTasks(signal),
  refetchInterval: ({ state }) => (state.data?.some(isOpenTask) ? whileOpenMs : false),
});

export const refreshTasks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey });

/** The user's tasks, refreshed by live events and by polling. Notifies when one has ended. */
export function useTasks(): readonly ListTask[] | undefined {
  const { message } = App.useApp();
  const { data } = useQuery(tasksQuery);
  const open = useRef<ReadonlySet<number>>(new Set());
  useRealtime('taskprogress', () => void refreshTasks());
  useEffect(() => {
    if (!data) return;
    const ended = data.filter((task) => open.current.has(task.id) && !isOpenTask(task));
    open.current = new Set(data.filter(isOpenTask).map(({ id }) => id));
    for (const task of ended) {
      if (task.state === 'done') message.success(T(`${task.kind}Ready`, { title: task.title }));
      if (task.state === 'failed') message.error(T('taskFailed', { title: task.title, why: task.failureText ?? '' }));
      if (task.kind !== 'export')
        void queryClient.invalidateQueries({ queryKey: rowKeys.all({ name: task.resource }) });
    }
  }, [data, message]);
  return data;
}
