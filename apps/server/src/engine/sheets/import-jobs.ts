import type { Caller } from '../../access/caller.ts';
import { jobCaller } from '../../access/session.ts';
import type { Job, JobPayload } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';

export interface ImportJobParts {
  readonly services: Pick<Services, 'database' | 'files' | 'now' | 'log'>;
  /** Has the step done at which a batch stands. */
  readonly begin: (caller: Caller, batchId: number) => void;
}

interface BatchPayload extends JobPayload {
  batchId: number;
}

/** Queues of what an import leaves to be done by the clock. */
export const importQueues = { resume: 'imports-resume', step: 'import-step' } as const;

interface Stale {
  readonly tenantId: number;
  readonly userId: number;
  readonly batchId: number;
}

/** Takes the batches whose step was interrupted, so that no other node takes them too; two minutes without a sign are enough. */
const staleSql = `update import_batch set beat_at = now() where state in ('checking', 'importing', 'undoing') and beat_at < now() - interval '2 minutes' returning tenant_id as "tenantId", user_id as "userId", id as "batchId"`;
const oldFilesSql =
  "update import_batch b set file_path = null from (select tenant_id, id, file_path from import_batch where file_path is not null and created_at < now() - interval '30 days') o where b.tenant_id = o.tenant_id and b.id = o.id returning o.file_path as path";

/** Every minute: goes on with what a server left undone when it ended, and removes files that nobody needs any more. */
const resumeJob = ({ services }: ImportJobParts): Job => ({
  queue: importQueues.resume,
  every: '* * * * *',
  run: async ({ send }) => {
    const found = await services.database.everywhere(async (tx, place) =>
      (await tx.query<Stale>(staleSql)).filter(({ tenantId }) => services.database.placeOf(tenantId) === place),
    );
    for (const { tenantId, userId, batchId } of found.flat())
      await send(importQueues.step, { tenantId, userId, batchId } as BatchPayload, { once: String(batchId) });
    const files = await services.database.everywhere((tx) => tx.query<{ path: string }>(oldFilesSql));
    await Promise.all(files.flat().map(({ path }) => services.files.remove(path)));
  },
});

const userGoneSql = `update import_batch set state = case state when 'undoing' then 'done' else 'failed' end, failure = 'import.user-gone', finished_at = coalesce(finished_at, now())
  where tenant_id = $1 and id = $2 and state in ('checking', 'importing', 'undoing')`;

const stepJob = ({ services, begin }: ImportJobParts): Job<BatchPayload> => ({
  queue: importQueues.step,
  expireMinutes: 30,
  retryLimit: 0,
  run: async ({ payload: { tenantId, userId, batchId }, inTenant }) => {
    const caller =
      userId === null ? undefined : await inTenant((tx) => jobCaller(tx, { tenantId, userId }, services.now()));
    if (caller) begin(caller, batchId);
    else await inTenant((tx) => tx.execute(userGoneSql, [tenantId, batchId]));
  },
});

/** What goes on without a call: steps that were interrupted. */
export const importJobs = (parts: ImportJobParts): readonly Job[] => [
  resumeJob(parts),
  stepJob(parts) as unknown as Job,
];
