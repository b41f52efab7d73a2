import type { Surroundings } from '../access/in-tenant.ts';
import { makeCtx } from '../access/in-tenant.ts';
import { systemCaller } from '../access/caller.ts';
import type { Tx } from '../platform/database/database.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { PlanOf } from '../crud/repository.ts';

/** One event as it waits in the outbox. */
export interface OutboxEvent {
  readonly id: number;
  readonly topic: string;
  readonly payload: unknown;
}

/** What follows a topic: all waiting events of one tenant together, in the order in which they were written. */
export type Follow = (ctx: CallCtx, payloads: readonly unknown[]) => Promise<void>;

export interface FollowerParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly follow: ReadonlyMap<string, Follow>;
  readonly report: (error: unknown, topic: string) => void;
}

const batch = 500;
const pollMs = 200;
const mostAttempts = 8;

/** Readings that one transaction follows; the work on more would hold up everything else in the process. */
const mostReadings = 4000;

const takeSql = `with w as (select tenant_id, id, payload from outbox where tenant_id = $1 and failed_at is null and available_at <= now() order by id limit $2 for update skip locked),
    s as (select tenant_id, id, case jsonb_typeof(payload -> 'readings') when 'array' then jsonb_array_length(payload -> 'readings') else 1 end as size from w),
    c as (select tenant_id, id, sum(size) over (order by id) - size as before from s)
  delete from outbox o using c where o.tenant_id = c.tenant_id and o.id = c.id and c.before < ${mostReadings} returning o.id, o.topic, o.payload, (select count(*) from w) as waiting`;

/**
 * Works off the outbox: each tenant's events in one transaction with what follows from them, so that an event has its effect exactly once,
 * whenever the process dies. Woken after a commit in this process; a poll finds what other nodes or a crash left.
 */
export class Follower {
  private readonly parts: FollowerParts;
  private readonly running = new Map<number, Promise<void>>();
  private readonly again = new Set<number>();
  private readonly zones = new Map<number, string>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(parts: FollowerParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule();
  }

  /** Ends after the work at hand. What is left goes on at the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
    await Promise.allSettled(this.running.values());
  }

  /** Events of a tenant were committed. */
  wake(tenantId: number): void {
    if (this.stopped) return;
    if (this.running.has(tenantId)) {
      this.again.add(tenantId);
      return;
    }
    const run = this.drain(tenantId).catch((error: unknown) => this.parts.report(error, 'outbox')).finally(() => {
      this.running.delete(tenantId);
      if (this.again.delete(tenantId)) this.wake(tenantId);
    });
    this.running.set(tenantId, run);
  }

  /** Waits until nothing of a tenant is left to do; for tests and clean ends. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running.values());
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.poll().catch((error: unknown) => this.parts.report(error, 'outbox')).finally(() => this.schedule());
    }, pollMs).unref();
  }

  private async poll(): Promise<void> {
    const waiting = await this.parts.surroundings.database.platform((tx) => tx.query<{ tenantId: number }>('select distinct tenant_id as "tenantId" from (select tenant_id from outbox where failed_at is null and available_at <= now() order by available_at, id limit 5000) w'));
    for (const { tenantId } of waiting) this.wake(tenantId);
  }

  private async drain(tenantId: number): Promise<void> {
    for (;;) {
      const done = await this.batchOf(tenantId, batch).catch(async (error: unknown) => {
        this.parts.report(error, 'outbox');
        return this.oneByOne(tenantId);
      });
      if (done < batch || this.stopped) return;
    }
  }

  /** After a failed batch every event stands alone, so that one bad event holds up no other. */
  private async oneByOne(tenantId: number): Promise<number> {
    for (let count = 0; count < batch; count += 1) {
      let taken: OutboxEvent | undefined;
      try {
        const done = await this.batchOf(tenantId, 1, (event) => { taken = event; });
        if (done === 0) return count;
      } catch (error) {
        this.parts.report(error, taken?.topic ?? 'outbox');
        if (!taken) throw error;
        await this.postpone(tenantId, taken, error);
      }
    }
    return batch;
  }

  private async postpone(tenantId: number, event: OutboxEvent, error: unknown): Promise<void> {
    await this.parts.surroundings.database.platform((tx) => tx.execute(
      `update outbox set attempts = attempts + 1, last_error = $3, available_at = now() + make_interval(secs => least(300, power(2, attempts))), failed_at = case when attempts + 1 >= $4 then now() end where tenant_id = $1 and id = $2`,
      [tenantId, event.id, (error as Error).name, mostAttempts]));
  }

  private async zoneOf(tx: Tx, tenantId: number): Promise<string> {
    const known = this.zones.get(tenantId);
    if (known !== undefined) return known;
    const row = await tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]);
    const zone = row?.zone ?? 'Asia/Shanghai';
    this.zones.set(tenantId, zone);
    return zone;
  }

  /** Follows what waits and says how much, or `size` when more may be waiting. */
  private async batchOf(tenantId: number, size: number, seen?: (event: OutboxEvent) => void): Promise<number> {
    const { surroundings } = this.parts;
    const sealer = await surroundings.sealerOf(tenantId);
    return surroundings.database.withTenant(tenantId, async (tx) => {
      const events = (await tx.query<OutboxEvent & { readonly waiting: number }>(takeSql, [tenantId, size])).toSorted((one, other) => one.id - other.id);
      if (events.length === 0) return 0;
      if (events[0]) seen?.(events[0]);
      const { ctx, flush } = makeCtx(surroundings, { caller: systemCaller(tenantId, await this.zoneOf(tx, tenantId)), tx, sealer });
      await this.followAll(withRepositories(ctx, this.parts.planOf), events);
      await flush();
      return events.length < (events[0]?.waiting ?? 0) ? size : events.length;
    }, { lane: 'alarm' });
  }

  private async followAll(ctx: CallCtx, events: readonly OutboxEvent[]): Promise<void> {
    const topics = [...new Set(events.map(({ topic }) => topic))];
    for (const topic of topics) {
      const follow = this.parts.follow.get(topic);
      if (!follow) throw new Error(`nothing follows ${topic}`);
      await follow(ctx, events.filter((event) => event.topic === topic).map(({ payload }) => payload));
    }
  }
}
