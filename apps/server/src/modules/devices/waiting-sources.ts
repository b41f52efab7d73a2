import type { Database } from '../../platform/database/database.ts';
import { mostTries } from './commands.ts';

const pollMs = 1000;

const dueSql = `select d.last_source_id as "sourceId" from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where d.last_source_id = any($1::bigint[]) and not d.is_deleted and c.state in (0, 1) and not c.is_deleted and c.tries < ${mostTries} and c.next_try_at <= now() and c.expires_at > now()
  union select source_id from dir_shown_code where source_id = any($1::bigint[]) and answered_at is null and handed_out < ${mostTries} and next_try_at <= now() and expires_at > now()`;

/**
 * Sources that wait for commands: those queued here are looked up at once, all others every second in one statement.
 */
export class WaitingSources {
  private readonly parts: { readonly database: Database; readonly report: (fault: unknown) => void };
  private readonly waits = new Map<number, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  stopped = false;

  constructor(parts: { readonly database: Database; readonly report: (fault: unknown) => void }) {
    this.parts = parts;
  }

  count(sourceId: number): number {
    return this.waits.get(sourceId)?.size ?? 0;
  }

  look(): void {
    void this.poll().catch(this.parts.report);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const wakes of this.waits.values()) for (const wake of wakes) wake();
  }

  /** Resolves when commands may be available for the source, at the timeout, or when the wait was aborted. */
  async wait(sourceId: number, ms: number, ended: AbortSignal): Promise<void> {
    const own = this.waits.get(sourceId) ?? new Set();
    this.waits.set(sourceId, own);
    this.schedule();
    let wake: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      own.add(wake);
      ended.addEventListener('abort', wake, { once: true });
      timer = setTimeout(wake, ms);
    });
    clearTimeout(timer);
    ended.removeEventListener('abort', wake);
    own.delete(wake);
    if (own.size === 0) this.waits.delete(sourceId);
  }

  private schedule(): void {
    if (this.stopped || this.timer || this.waits.size === 0) return;
    this.timer = setTimeout(() => {
      void this.poll()
        .catch(this.parts.report)
        .finally(() => {
          this.timer = undefined;
          this.schedule();
        });
    }, pollMs).unref();
  }

  private async poll(): Promise<void> {
    const asked = [...this.waits.keys()];
    if (asked.length === 0) return;
    const due = await this.parts.database.everywhere((tx) => tx.query<{ sourceId: number }>(dueSql, [asked]));
    for (const { sourceId } of due.flat()) for (const wake of this.waits.get(sourceId) ?? []) wake();
  }
}
