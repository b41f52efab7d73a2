const quietMs = 60_000;

export class RecentRepeats {
  private readonly until = new Map<number, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  note(sourceId: number): void {
    this.until.set(sourceId, this.now() + quietMs);
  }

  isQuiet(sourceId: number): boolean {
    return this.now() >= (this.until.get(sourceId) ?? 0);
  }
}
