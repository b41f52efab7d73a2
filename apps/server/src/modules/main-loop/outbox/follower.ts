import { setTimeout as sleep } from 'node:timers/promises';
import type { Surroundings } from '../../../access/in-tenant.ts';
import { makeCtx } from '../../../access/in-tenant.ts';
import { followLanes, type FollowLane } from '../../../access/follow-lanes.ts';
import { systemCaller } from '../../../access/caller.ts';
import type { Lane, Tx } from '../../../platform/database/database.ts';
import { byItself } from '../../../platform/database/held.ts';
import { type CallCtx, type Follow, type PlanOf, withRepositories } from '../../../engine/public.ts';
import { freeLane } from './stuck-lane.ts';
import { type OutboxEvent, takeEvents } from './take-events.ts';

export interface FollowerParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly follow: ReadonlyMap<string, Follow>;
  /** Splits an event of a topic that cannot be followed as a whole. */
  readonly apart?: ReadonlyMap<string, (payload: unknown) => readonly unknown[]>;
  readonly report: (error: unknown, topic: string) => void;
  /** Topics whose events are more work than their weight says. */
  readonly work?: Readonly<Record<string, number>>;
  /** How long a transaction may be idle before the database ends it, ms. */
  readonly idleMs?: number;
}

/** A node that hangs must not hold a tenant's alarms for long. */
const usualIdleMs = 5000;

const batch = 500;
const pollMs = 200;
const mostAttempts = 8;

const lanes: ReadonlySet<FollowLane> = new Set(Object.values(followLanes));

interface LaneWork {
  readonly connections: Lane;
  /** How long a turn waits for an alarm in progress, ms. */
  readonly waitsMs: number;
  /** The pause before the next turn after one with few events, ms: each costs its statements, however few events. */
  readonly gatherFewMs: number;
  /** The same after one with many, so that many readings of a person cost one row of statistics. */
  readonly gatherMs: number;
  /** How soon a turn is tried again while another node has the lane, ms. */
  readonly comeAgainMs: number;
}

const gatheredFrom = 500;
const laneWork: Readonly<Record<FollowLane, LaneWork>> = {
  [followLanes.alarms]: { connections: 'follow', waitsMs: 0, gatherFewMs: 0, gatherMs: 50, comeAgainMs: 20 },
  [followLanes.last]: { connections: 'count', waitsMs: 250, gatherFewMs: 100, gatherMs: 1000, comeAgainMs: 200 },
  [followLanes.calls]: { connections: 'alarm', waitsMs: 0, gatherFewMs: 0, gatherMs: 0, comeAgainMs: 20 },
};

const waitingSql =
  'select distinct tenant_id as "tenantId", lane from (select tenant_id, lane from outbox where failed_at is null and available_at <= now() order by available_at, id limit 5000) w';

interface TenantLane {
  readonly tenantId: number;
  readonly lane: FollowLane;
}

/**
 * Works off the outbox: follows a tenant's events in the same transaction as their effects, so that an event takes
 * effect exactly once, whenever the process dies. Woken after a commit in this process; a poll finds events of other
 * nodes or after a crash.
 */
export class Follower {
  private readonly parts: FollowerParts;
  private readonly running = new Map<string, Promise<void>>();
  private readonly again = new Set<string>();
  private readonly followed = new Map<string, number>();
  /** Lanes whose last turn left other events for urgent ones. */
  private readonly passedOver = new Set<string>();
  private readonly zones = new Map<number, string>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();
  private stopped = false;

  constructor(parts: FollowerParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
    clearTimeout(this.timer);
    await this.polling;
    await Promise.allSettled(this.running.values());
  }

  wake(tenantId: number, which = lanes): void {
    for (const lane of which) this.wakeLane({ tenantId, lane });
  }

  private wakeLane(at: TenantLane): void {
    if (this.stopped) return;
    const key = `${at.tenantId}|${at.lane}`;
    if (this.running.has(key)) {
      this.again.add(key);
      return;
    }
    const run = byItself(() => this.drain(at))
      .catch((error: unknown) => this.parts.report(error, 'outbox'))
      .then(() => this.gather(key, at))
      .finally(() => {
        this.running.delete(key);
        if (this.again.delete(key)) this.wakeLane(at);
      });
    this.running.set(key, run);
  }

  private async gather(key: string, { lane }: TenantLane): Promise<void> {
    const isMuch = (this.followed.get(key) ?? 0) >= gatheredFrom;
    this.followed.delete(key);
    const { gatherMs, gatherFewMs } = laneWork[lane];
    const waitMs = isMuch ? gatherMs : gatherFewMs;
    if (waitMs > 0 && this.again.has(key) && !this.stopped)
      await sleep(waitMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }

  /** Waits until a tenant has no open events; for tests and shutdown. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running.values());
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.poll()
        .catch((error: unknown) => this.parts.report(error, 'outbox'))
        .finally(() => this.schedule());
    }, pollMs).unref();
  }

  private async poll(): Promise<void> {
    const waiting = await this.parts.surroundings.database.rowsEverywhere<TenantLane>(waitingSql);
    for (const each of waiting) if (lanes.has(each.lane)) this.wakeLane(each);
  }

  private async drain(at: TenantLane): Promise<void> {
    for (;;) {
      const done = await this.batchOf(at, batch).catch(async (error: unknown) => {
        this.parts.report(error, 'outbox');
        return this.oneByOne(at);
      });
      if (done < batch || this.stopped) return;
    }
  }

  /** After a failed batch events are followed one by one, so that a bad event blocks no other. */
  private async oneByOne(at: TenantLane): Promise<number> {
    for (let count = 0; count < batch; count += 1) {
      let taken: OutboxEvent | undefined;
      try {
        const done = await this.batchOf(at, 1, (event) => {
          taken = event;
        });
        if (done === 0) return count;
      } catch (error) {
        this.parts.report(error, taken?.topic ?? 'outbox');
        if (!taken) throw error;
        if (!(await this.takeApart(at.tenantId, taken))) await this.postpone(at.tenantId, taken, error);
      }
    }
    return batch;
  }

  /** Replaces a failed event by its parts, one per person. False for an event of one part. */
  private async takeApart(tenantId: number, { id, topic, payload }: OutboxEvent): Promise<boolean> {
    const parts = this.parts.apart?.get(topic)?.(payload) ?? [];
    if (parts.length < 2) return false;
    await this.parts.surroundings.database.platformOf([tenantId], (tx) =>
      tx.execute(
        `with o as (delete from outbox where tenant_id = $1 and id = $2 returning topic, lane, urgent, weight)
         insert into outbox (tenant_id, topic, lane, urgent, weight, payload) select $1, o.topic, o.lane, o.urgent, greatest(1, o.weight / $4::integer), p.payload from o, unnest($3::jsonb[]) p(payload)`,
        [tenantId, id, parts.map((part) => JSON.stringify(part)), parts.length],
      ),
    );
    return true;
  }

  private async postpone(tenantId: number, event: OutboxEvent, error: unknown): Promise<void> {
    await this.parts.surroundings.database.platformOf([tenantId], (tx) =>
      tx.execute(
        `update outbox set attempts = attempts + 1, last_error = $3, available_at = now() + make_interval(secs => least(300, power(2, attempts))), failed_at = case when attempts + 1 >= $4 then now() end where tenant_id = $1 and id = $2`,
        [tenantId, event.id, (error as Error).name, mostAttempts],
      ),
    );
  }

  private async zoneOf(tx: Tx, tenantId: number): Promise<string> {
    const known = this.zones.get(tenantId);
    if (known !== undefined) return known;
    const row = await tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]);
    const zone = row?.zone ?? 'Asia/Shanghai';
    this.zones.set(tenantId, zone);
    return zone;
  }

  /**
   * Follows waiting events and returns how many, or `size` when more may wait. While another node holds the lane, waits
   * and checks now and then whether that node hangs.
   */
  private async batchOf(at: TenantLane, size: number, seen?: (event: OutboxEvent) => void): Promise<number> {
    const {
      surroundings: { database, urgentWork },
      report,
      idleMs = usualIdleMs,
    } = this.parts;
    const { waitsMs, comeAgainMs } = laneWork[at.lane];
    await urgentWork.idle(performance.now() + waitsMs);
    for (let looked = performance.now(); ;) {
      const done = await this.tryBatch(at, size, seen);
      if (done !== undefined || this.stopped) return done ?? 0;
      await sleep(comeAgainMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
      if (performance.now() - looked < idleMs / 5) continue;
      await freeLane(database, { ...at, idleMs }).catch((error: unknown) => report(error, 'outbox'));
      looked = performance.now();
    }
  }

  private async tryBatch(
    { tenantId, lane }: TenantLane,
    size: number,
    seen?: (event: OutboxEvent) => void,
  ): Promise<number | undefined> {
    const { surroundings, work = {}, idleMs = usualIdleMs } = this.parts;
    const sealer = await surroundings.sealerOf(tenantId);
    const began = performance.now();
    const key = `${tenantId}|${lane}`;
    const isUrgentAlone = !this.passedOver.delete(key);
    let hadUrgent = false;
    const done = await surroundings.database.withTenant(
      tenantId,
      async (tx) => {
        const taken = await takeEvents(tx, { tenantId, lane, size, work, isUrgentAlone, idleMs });
        if (!taken) return undefined;
        const { events, hasUrgent, isLeft } = taken;
        hadUrgent = hasUrgent;
        if (events.length === 0) return 0;
        if (events[0]) seen?.(events[0]);
        const ctx = makeCtx(surroundings, {
          caller: systemCaller(tenantId, await this.zoneOf(tx, tenantId)),
          tx,
          sealer,
        });
        await this.followAll(withRepositories(ctx, this.parts.planOf), events);
        const sum = events.reduce((all, { weight }) => all + weight, this.followed.get(key) ?? 0);
        this.followed.set(key, sum);
        if (hasUrgent && isLeft && isUrgentAlone) this.passedOver.add(key);
        return isLeft ? size : events.length;
      },
      { lane: laneWork[lane].connections },
    );
    if (hadUrgent) surroundings.urgentWork.end(tenantId, began);
    return done;
  }

  private async followAll(ctx: CallCtx, events: readonly OutboxEvent[]): Promise<void> {
    const topics = [...new Set(events.map(({ topic }) => topic))];
    for (const topic of topics) {
      const follow = this.parts.follow.get(topic);
      if (!follow) throw new Error(`nothing follows ${topic}`);
      await follow(
        ctx,
        events.filter((event) => event.topic === topic).map(({ payload }) => payload),
      );
    }
  }
}
