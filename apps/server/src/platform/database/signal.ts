export class Signal {
  private readonly waiting = new Set<() => void>();

  /** Waits for the next signal, at most until the given time of `performance.now()`. */
  async wait(until: number): Promise<void> {
    const { waiting } = this;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, Math.max(1, until - performance.now()));
      function finish(): void {
        clearTimeout(timer);
        waiting.delete(finish);
        resolve();
      }
      waiting.add(finish);
    });
  }

  /** Wakes all who wait. */
  give(): void {
    for (const wake of this.waiting) wake();
  }
}
