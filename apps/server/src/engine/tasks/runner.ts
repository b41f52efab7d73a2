import type { Caller } from '../../access/caller.ts';
import type { Job, JobPayload } from '../../platform/jobs.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';

/** Work to be done: its row, and the user in whose name it is done. */
export interface WorkAddress {
  readonly tenantId: number;
  readonly userId: number;
  readonly workId: number;
}

/** Work that begins on this node. */
export interface BegunWork extends WorkAddress {
  /** Who called for it just now; work that is resumed has the rights its user has by then. */
  readonly caller?: Caller;
  /** Aborted when the work is to end: its user has cancelled it, another worker has taken it, or the server ends. */
  readonly ending: AbortController;
}

/** A kind of work that outlives its call. A row of its table says how far it has come, so that any node can go on with it. */
export interface WorkKind<Work> {
  readonly queues: { readonly resume: string; readonly step: string };
  /** Frees work that gave no sign for two minutes; answers "tenantId", "userId", "workId". */
  readonly staleSql: string;
  /** Removes what is too old; answers the `path` of its file. */
  readonly expiredSql: string;
  /** Takes the work for this worker; undefined when nothing is to be done. */
  readonly take: (begun: BegunWork) => Promise<Work | undefined>;
  /** A sign of life. @returns false when the work is no longer this worker's */
  readonly beat: (work: Work) => Promise<boolean>;
  readonly run: (work: Work) => Promise<void>;
  /** Lets the next look of the clock find work that was ended with its server; work that is over stays as it is. */
  readonly putBack: (work: Work) => Promise<unknown>;
  /** Says of work what went wrong with it. */
  readonly fail: (work: Work, error: unknown) => Promise<void>;
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

const mostAtOnce = 2;
const beatMs = 5000;

const keyOf = ({ tenantId, workId }: Pick<WorkAddress, 'tenantId' | 'workId'>): string => `${tenantId} ${workId}`;

/** Does work of one kind on this node, a few pieces at once; the others wait. A piece is in no two hands here. */
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

  /** What a module registers to have its work begun again and ended with the server. */
  get registered(): Required<Pick<ServerModule, 'clocks' | 'jobs'>> {
    return {
      clocks: [{ start: () => undefined, stop: () => this.stop(), tick: () => Promise.resolve() }],
      jobs: [this.resumeJob(), this.stepJob() as unknown as Job],
    };
  }

  begin(work: Omit<BegunWork, 'ending'>): void {
    if (this.isEnding) return;
    this.waiting.set(keyOf(work), work);
    this.next();
  }

  /** Ends a piece of work at once, if it runs here; other nodes notice at their next sign of life. */
  end(work: Pick<WorkAddress, 'tenantId' | 'workId'>): void {
    this.waiting.delete(keyOf(work));
    this.running.get(keyOf(work))?.ending.abort();
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

  /** Every minute: goes on with what a server left undone when it ended, and removes files that nobody needs any more. */
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
