import type { Caller } from '../../access/caller.ts';
import type { ImportParts, Run } from './parts.ts';
import { runStep } from './run-step.ts';

export interface StepAddress {
  readonly caller: Caller;
  readonly batchId: number;
}

type BatchAddress = Pick<Caller, 'tenantId'> & { readonly batchId: number };

interface Running {
  readonly run: Run;
  readonly done: Promise<void>;
}

const mostAtOnce = 2;
const keyOf = ({ tenantId, batchId }: BatchAddress): string => `${tenantId} ${batchId}`;

/** Steps of imports on this node, a few at once; the others wait. A batch is in no two hands here. */
export class ImportLane {
  private readonly parts: ImportParts;
  private readonly waiting = new Map<string, StepAddress>();
  private readonly running = new Map<string, Running>();
  private isEnding = false;

  constructor(parts: ImportParts) {
    this.parts = parts;
  }

  begin(step: StepAddress): void {
    if (this.isEnding) return;
    this.waiting.set(keyOf({ tenantId: step.caller.tenantId, batchId: step.batchId }), step);
    this.next();
  }

  /** Ends the step of a batch at once, if it runs here; other nodes notice at their next beat. */
  end(batch: BatchAddress): void {
    this.waiting.delete(keyOf(batch));
    this.running.get(keyOf(batch))?.run.ending.abort();
  }

  /** Aborts and rolls back every step; another node or the next start repeats it. */
  async stop(): Promise<void> {
    this.isEnding = true;
    this.waiting.clear();
    for (const { run } of this.running.values()) run.ending.abort();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private next(): void {
    if (this.running.size >= mostAtOnce) return;
    const [key, step] = [...this.waiting].find(([waiting]) => !this.running.has(waiting)) ?? [];
    if (key === undefined || step === undefined) return;
    this.waiting.delete(key);
    const run: Run = { parts: this.parts, ...step, ending: new AbortController() };
    const done = runStep(run)
      .catch(this.parts.report)
      .finally(() => {
        this.running.delete(key);
        this.next();
      });
    this.running.set(key, { run, done });
    this.next();
  }
}
