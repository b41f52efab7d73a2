/** An alarming reading not followed in this time is followed by another node, or not at all. */
const longestMs = 500;

/**
 * Lets large work of this process wait for alarming readings: from their judging until the commit of their follower.
 * Instants are those of `performance.now()`.
 */
export class UrgentWork {
  private readonly begun = new Map<number, number>();
  private readonly waiting = new Set<() => void>();

  /** A reading of level 3 or 4 of this tenant was judged. */
  begin(tenantId: number): void {
    this.begun.set(tenantId, performance.now());
  }

  /** The urgent events that a tenant had before an instant are followed. */
  end(tenantId: number, before: number): void {
    const begun = this.begun.get(tenantId);
    if (begun === undefined || begun > before) return;
    this.begun.delete(tenantId);
    if (this.isIdle()) for (const goOn of this.waiting) goOn();
  }

  /** Resolves when no urgent work is in progress, at the latest at the given instant. */
  async idle(until: number): Promise<void> {
    const longest = Math.min(until - performance.now(), longestMs);
    if (longest <= 0 || this.isIdle()) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.waiting.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, longest);
      this.waiting.add(finish);
    });
  }

  private isIdle(): boolean {
    const oldest = performance.now() - longestMs;
    for (const [tenantId, begun] of this.begun) if (begun < oldest) this.begun.delete(tenantId);
    return this.begun.size === 0;
  }
}
