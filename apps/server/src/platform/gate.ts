export interface GateOptions {
  /** Most pieces of work at once. */
  readonly inAll: number;
  /** Most of one key among them. */
  readonly ofOneKey: number;
}

interface Waiter {
  readonly key: string;
  readonly begin: () => void;
}

/** Limits concurrent work. The rest waits in line, oldest first, and holds no resources. */
export class Gate {
  private readonly options: GateOptions;
  private readonly running = new Map<string, number>();
  private readonly line = new Set<Waiter>();
  private readonly closing = new AbortController();
  private count = 0;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** Fires when the gate is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** Number of waiting pieces of work. */
  get waiting(): number {
    return this.line.size;
  }

  /** Runs work in its turn. @returns undefined when the signal ended the wait before */
  async pass<T>(key: string, until: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.turn(key, until))) return undefined;
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Ends the waits that observe `closed`. */
  close(): void {
    this.closing.abort();
  }

  private turn(key: string, until: AbortSignal): Promise<boolean> {
    if (until.aborted) return Promise.resolve(false);
    if (this.hasRoom(key)) {
      this.enter(key);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.line.delete(waiter);
        resolve(false);
      };
      const begin = (): void => {
        until.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const waiter: Waiter = { key, begin };
      until.addEventListener('abort', giveUp, { once: true });
      this.line.add(waiter);
    });
  }

  private hasRoom(key: string): boolean {
    return this.count < this.options.inAll && (this.running.get(key) ?? 0) < this.options.ofOneKey;
  }

  private enter(key: string): void {
    this.count += 1;
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
  }

  private leave(key: string): void {
    this.count -= 1;
    const left = (this.running.get(key) ?? 1) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    for (const waiter of this.line) {
      if (!this.hasRoom(waiter.key)) continue;
      this.line.delete(waiter);
      this.enter(waiter.key);
      waiter.begin();
    }
  }
}
