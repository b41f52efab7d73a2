/** What a process has used so far: elapsed time and computing time of its threads, ms. */
export interface Usage {
  readonly passedMs: number;
  readonly computedMs: number;
}

/** The usage of this process. */
export function usageOfProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { passedMs: performance.now(), computedMs: (user + system) / 1000 };
}

/** Work that does not compute at all ends after this many times the limit. */
const idleFactor = 10;

/**
 * Measures the time that work really had since its last progress. On a busy machine a process gets little computing
 * time, so the smaller of both times counts; work that does not compute ends later.
 */
export class WorkClock {
  private readonly limitMs: number;
  private readonly usage: () => Usage;
  private since: Usage;

  constructor(limitMs: number, usage: () => Usage = usageOfProcess) {
    this.limitMs = limitMs;
    this.usage = usage;
    this.since = usage();
  }

  /** Resets the count: the work has made progress. */
  reset(): void {
    this.since = this.usage();
  }

  /** True once the work has used its time without progress. */
  isOver(): boolean {
    const { passedMs, computedMs } = this.usage();
    const passed = passedMs - this.since.passedMs;
    return Math.min(passed, computedMs - this.since.computedMs) > this.limitMs || passed > this.limitMs * idleFactor;
  }
}
