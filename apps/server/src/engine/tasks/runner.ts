import { snake } from '@kangmai/resource';
import type { Caller } from '../../access/caller.ts';
import type { Ctx } from '../../access/ctx.ts';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { ExportParts } from '../export/export-file.ts';
import type { Implementation } from '../crud/implement.ts';
import type { TotalFrom } from '../crud/list.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import type { Job, JobPayload } from '../../platform/jobs.ts';
import { roomOfUser } from '../../platform/live-bus.ts';
import { traits } from '../traits/index.ts';
import type { Served } from '../traits/trait.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';

/** What tasks and imports are made with. */
export interface WorkInput {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly implementations: readonly Implementation[];
  readonly totalFrom: TotalFrom;
}

/** What tasks on lists and imports work with. */
export interface WorkParts extends ExportParts {
  readonly files: FileStore;
  readonly servedOf: (resource: string) => Served;
  readonly report: (fault: unknown) => void;
}

/** The parts of one kind of work, and how the log names its faults. */
export function workParts(input: WorkInput, faults: { readonly part: string; readonly text: string }): WorkParts {
  const { services, surroundings, planOf, totalFrom } = input;
  const codes = new Map(input.implementations.map((code) => [code.resource.name, code]));
  return {
    surroundings,
    planOf,
    files: services.files,
    tempFiles: services.tempFiles,
    exportTurns: services.exportTurns,
    servedOf: (name) => ({ plan: planOf(services.model.byName(name)), code: codes.get(name), traits, totalFrom }),
    report: (fault) => services.log.error({ part: faults.part, fault }, faults.text),
  };
}

/** A task: its row, and the user on whose behalf it runs. */
export interface WorkAddress {
  readonly tenantId: number;
  readonly userId: number;
  readonly workId: number;
}

/** A task that starts on this node. */
export interface BegunWork extends WorkAddress {
  /** The user who started it just now; resumed work reloads the user's present rights. */
  readonly caller?: Caller;
  /** Aborted when the user cancels the work, another worker takes it, or the server stops. */
  readonly ending: AbortController;
}

/** A kind of work that outlives its call. A row of its table holds the progress, so that any node can resume it. */
export interface WorkKind<Work> {
  readonly queues: { readonly resume: string; readonly step: string };
  /** Releases work without a sign of life for two minutes; returns "tenantId", "userId", "workId". */
  readonly staleSql: string;
  /** Removes expired rows; returns the `path` of their files. */
  readonly expiredSql: string;
  /** Takes the work for this worker; undefined when there is nothing to do. */
  readonly take: (begun: BegunWork) => Promise<Work | undefined>;
  /** A sign of life. @returns false when another worker has the work */
  readonly beat: (work: Work) => Promise<boolean>;
  readonly run: (work: Work) => Promise<void>;
  /** Releases work stopped with its server for the next look of the clock; does not change finished work. */
  readonly putBack: (work: Work) => Promise<unknown>;
  /** Records a failure of the work. */
  readonly fail: (work: Work, error: unknown) => Promise<void>;
}

/** What calls that begin work are given. */
export interface WorkCalls {
  /** Has work done beside the call. */
  readonly begin: (ctx: Ctx, workId: number) => void;
  /** Ends work that is no longer wanted. */
  readonly end: (ctx: Ctx, workId: number) => void;
}

interface RunnerParts {
  readonly services: Pick<Services, 'database' | 'files'>;
  readonly report: (fault: unknown) => void;
}

interface Running {
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

interface WorkPayload extends JobPayload {
  workId: number;
}

/** Sets columns of a work's row, with a sign of life. @returns false when the condition no longer holds */
export async function moveWork(
  tx: Tx,
  row: { readonly table: string; readonly where: string; readonly values: readonly unknown[] },
  change: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const values: unknown[] = [tx.tenantId, ...row.values];
  const sets = Object.entries(change)
    .map(([name, value]) => `, ${snake(name)} = $${values.push(value)}`)
    .join('');
  const text = `update ${row.table} set beat_at = now()${sets} where tenant_id = $1 and ${row.where}`;
  return (await tx.execute(text, values)) > 0;
}

/** The live events of the user on whose behalf work is done. */
export const roomsOfOwner = ({ tenantId, caller }: Ctx): readonly string[] => [
  roomOfUser(tenantId, caller.userId ?? 0),
];

const mostOpen = 5;

/** Refuses work of a user who has several tasks running. Simultaneous requests are counted one after the other. */
export async function requireFewOpen(
  tx: Tx,
  userId: number | null,
  open: { readonly table: string; readonly states: readonly string[]; readonly reason: string },
): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended($3 || $2::text, $1))', [
    tx.tenantId,
    userId,
    `${open.table} of `,
  ]);
  const row = await tx.one<{ count: number }>(
    `select count(*) as count from ${open.table} where tenant_id = $1 and user_id = $2 and state = any($3::text[])`,
    [tx.tenantId, userId, open.states],
  );
  if ((row?.count ?? 0) >= mostOpen) throw notAllowed(open.reason, { max: mostOpen });
}

const mostAtOnce = 2;
const beatMs = 5000;

const workKey = ({ tenantId, workId }: Pick<WorkAddress, 'tenantId' | 'workId'>): string => `${tenantId} ${workId}`;

/**
 * Runs work of one kind on this node, a few pieces at once; others wait. No piece runs twice at the same time on a
 * node.
 */
export class TaskRunner<Work> {
  private readonly kind: WorkKind<Work>;
  private readonly parts: RunnerParts;
  private readonly waiting = new Map<string, Omit<BegunWork, 'ending'>>();
  private readonly running = new Map<string, Running>();
  private isEnding = false;

  constructor(kind: WorkKind<Work>, parts: RunnerParts) {
    this.kind = kind;
    this.parts = parts;
  }

  /** What a module registers to resume its work and stop it with the server. */
  get registered(): Required<Pick<ServerModule, 'clocks' | 'jobs'>> {
    return {
      clocks: [{ start: () => undefined, stop: () => this.stop(), tick: () => Promise.resolve() }],
      jobs: [this.resumeJob(), this.stepJob() as unknown as Job],
    };
  }

  /** How calls begin and end work, both after their commit. */
  readonly calls: WorkCalls = {
    begin: ({ tx, tenantId, caller }, workId) => {
      const { userId } = caller;
      if (userId !== null) tx.afterCommit(() => this.begin({ tenantId, userId, workId, caller }));
    },
    end: ({ tx, tenantId }, workId) => tx.afterCommit(() => this.end({ tenantId, workId })),
  };

  begin(work: Omit<BegunWork, 'ending'>): void {
    if (this.isEnding) return;
    this.waiting.set(workKey(work), work);
    this.next();
  }

  /** Aborts a piece of work that runs here; other nodes notice at their next sign of life. */
  end(work: Pick<WorkAddress, 'tenantId' | 'workId'>): void {
    this.waiting.delete(workKey(work));
    this.running.get(workKey(work))?.ending.abort();
  }

  private async stop(): Promise<void> {
    this.isEnding = true;
    this.waiting.clear();
    for (const { ending } of this.running.values()) ending.abort();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private next(): void {
    if (this.running.size >= mostAtOnce) return;
    const [key, work] = [...this.waiting].find(([waiting]) => !this.running.has(waiting)) ?? [];
    if (key === undefined || work === undefined) return;
    this.waiting.delete(key);
    const ending = new AbortController();
    const done = this.work({ ...work, ending })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) this.parts.report(error);
      })
      .finally(() => {
        this.running.delete(key);
        this.next();
      });
    this.running.set(key, { ending, done });
    this.next();
  }

  private async work(begun: BegunWork): Promise<void> {
    const { kind, parts } = this;
    const work = await kind.take(begun);
    if (work === undefined) return;
    const timer = setInterval(() => void this.beat(work, begun.ending).catch(parts.report), beatMs);
    try {
      await kind.run(work);
    } catch (error) {
      if (begun.ending.signal.aborted) await kind.putBack(work).catch(parts.report);
      else await kind.fail(work, error);
    } finally {
      clearInterval(timer);
    }
  }

  private async beat(work: Work, ending: AbortController): Promise<void> {
    if (!(await this.kind.beat(work))) ending.abort();
  }

  /** Every minute: resumes work of stopped servers, and removes files no longer needed. */
  private resumeJob(): Job {
    const { queues, staleSql, expiredSql } = this.kind;
    const { database, files } = this.parts.services;
    return {
      queue: queues.resume,
      every: '* * * * *',
      run: async ({ send }) => {
        const stale = await database.everywhere(async (tx, place) =>
          (await tx.query<WorkAddress>(staleSql)).filter(({ tenantId }) => database.placeOf(tenantId) === place),
        );
        for (const { tenantId, userId, workId } of stale.flat())
          await send(queues.step, { tenantId, userId, workId } as WorkPayload, { once: String(workId) });
        const expired = await database.everywhere((tx) => tx.query<{ path: string | null }>(expiredSql));
        await Promise.all(expired.flat().flatMap(({ path }) => (path === null ? [] : [files.remove(path)])));
      },
    };
  }

  private stepJob(): Job<WorkPayload> {
    return {
      queue: this.kind.queues.step,
      expireMinutes: 30,
      retryLimit: 0,
      run: ({ payload: { tenantId, userId, workId } }) => {
        if (userId !== null) this.begin({ tenantId, userId, workId });
        return Promise.resolve();
      },
    };
  }
}
