import type { Job, JobPayload } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import type { TaskAddress } from './runner.ts';

export interface TaskJobParts {
  readonly services: Pick<Services, 'database' | 'files'>;
  readonly run: (task: TaskAddress) => Promise<void>;
}

interface TaskPayload extends JobPayload {
  taskId: number;
}

/** Queues of the work on lists. */
export const taskQueues = { resume: 'list-tasks-resume', step: 'list-task' } as const;

/** Tasks that wait for nobody, or whose worker gave no sign for two minutes, are put back to be taken anew. */
const staleSql = `update list_task set state = 'waiting', worker = null, beat_at = now() where state in ('waiting', 'running') and beat_at < now() - interval '2 minutes'
  returning tenant_id as "tenantId", user_id as "userId", id as "taskId"`;
const expiredSql = "delete from list_task where finished_at < now() - interval '7 days' returning file_path as path";

/** Every minute: goes on with what a server left undone when it ended, and removes what is older than a week with its file. */
const resumeJob = ({ services }: TaskJobParts): Job => ({
  queue: taskQueues.resume,
  every: '* * * * *',
  run: async ({ send }) => {
    const stale = await services.database.everywhere(async (tx, place) =>
      (await tx.query<TaskAddress>(staleSql)).filter(({ tenantId }) => services.database.placeOf(tenantId) === place),
    );
    for (const { tenantId, userId, taskId } of stale.flat())
      await send(taskQueues.step, { tenantId, userId, taskId } as TaskPayload, { once: String(taskId) });
    const expired = await services.database.everywhere((tx) => tx.query<{ path: string | null }>(expiredSql));
    await Promise.all(expired.flat().flatMap(({ path }) => (path === null ? [] : [services.files.remove(path)])));
  },
});

const stepJob = ({ run }: TaskJobParts): Job<TaskPayload> => ({
  queue: taskQueues.step,
  expireMinutes: 60,
  retryLimit: 0,
  run: async ({ payload: { tenantId, userId, taskId } }) => {
    if (userId !== null) await run({ tenantId, userId, taskId });
  },
});

/** What goes on without a call. */
export const taskJobs = (parts: TaskJobParts): readonly Job[] => [resumeJob(parts), stepJob(parts) as unknown as Job];
