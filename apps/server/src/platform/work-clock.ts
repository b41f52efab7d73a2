/** What a process has used up so far: time that passed and time its threads were computing, ms. */
export interface Usage {
  readonly passedMs: number;
  readonly computedMs: number;
}

/** The usage of this process. */
export function usageOfProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { passedMs: performance.now(), computedMs: (user + system) / 1000 };
}

/** A standstill without any computing ends after this many times the limit. */
const idleFactor = 10;

/**
 * Counts the time that work really had, from its last sign on. A busy machine gives a process little time to compute, so the smaller of
 * both times counts; work that does not even compute ends later.
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

  /** True once the work has had all its time without a sign. */
  isOver(): boolean {
    const { passedMs, computedMs } = this.usage();
    const passed = passedMs - this.since.passedMs;
    return Math.min(passed, computedMs - this.since.computedMs) > this.limitMs || passed > this.limitMs * idleFactor;
  }
}
