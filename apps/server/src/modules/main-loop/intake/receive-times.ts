import type { IngestItem } from './ingest-item.ts';

const mostKept = 100_000;

/** Unique times of receipt: equal ones would make messages without a time look like repetitions. */
export class ReceiveTimes {
  private readonly last = new Map<string, number>();

  next(item: IngestItem, now: Date): Date {
    if (item.measuredAt !== undefined) return now;
    const key = `${item.imei}|${item.userSlot}|${item.dataType}`;
    const at = Math.max(now.getTime(), (this.last.get(key) ?? 0) + 1);
    this.last.delete(key);
    this.last.set(key, at);
    if (this.last.size > mostKept) this.last.delete(this.last.keys().next().value ?? '');
    return new Date(at);
  }
}
