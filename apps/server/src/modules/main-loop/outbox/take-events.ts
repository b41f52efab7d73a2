import type { Tx } from '../../../platform/database/database.ts';

export interface OutboxEvent {
  readonly id: number;
  readonly topic: string;
  readonly payload: unknown;
}

interface TakenEvent extends OutboxEvent {
  readonly weight: number;
  readonly urgent: boolean;
  readonly waiting: number;
}

/**
 * Most work of one transaction, as the events weigh; more would block the process. Urgent events go with few others.
 */
const mostWeight = 8000;
/**
 * Alarms are heard after the commit: many at once are followed in parts. Little of the same kind goes with them, as
 * readings keep their order, and events of other kinds only in every other turn.
 */
const mostUrgent = 500;
const mostBesideUrgent = 500;
/**
 * One node at a time works on a tenant's lane; the next one sees its result, because it takes events in a statement of
 * its own. A node that finds the lane locked retries later: waiting for the lock would occupy a connection, and each
 * turn would follow few events only.
 */
const lockSql =
  "select set_config('idle_in_transaction_session_timeout', $3, true), set_config('plan_cache_mode', $4, true), set_config('app.follows', pg_try_advisory_xact_lock(hashtextextended('outbox ' || $2::text, $1))::text, true) as mine";
const waits =
  "from outbox where tenant_id = $1 and lane = $3 and failed_at is null and current_setting('app.follows') = 'true'";
const takeSql = `with w as materialized (select n.id, n.topic, n.urgent, sum(n.weight) over (order by n.urgent desc, n.id) - n.weight as before
    from (select id, topic, urgent, greatest(weight, ($4::jsonb->>topic)::integer) as weight
      from ((select id, topic, urgent, weight ${waits} and not is_later order by urgent desc, id limit $2)
        union all (select id, topic, urgent, weight ${waits} and is_later and available_at <= now() order by available_at, id limit $2)) d
      order by urgent desc, id limit $2) n)
  delete from outbox o using w where o.tenant_id = $1 and o.id = w.id 
    and w.before < case when w.urgent then ${mostUrgent} when not (select bool_or(urgent) from w) then ${mostWeight}
      when w.topic in (select u.topic from w u where u.urgent) then ${mostBesideUrgent} else $5 end
  returning o.id, o.topic, o.payload, o.weight, o.urgent, (select count(*) from w) as waiting`;

interface Asked {
  readonly tenantId: number;
  readonly lane: number;
  readonly size: number;
  readonly work: Readonly<Record<string, number>>;
  readonly isUrgentAlone: boolean;
  readonly idleMs: number;
}

interface Taken {
  readonly events: readonly TakenEvent[];
  readonly hasUrgent: boolean;
  readonly isLeft: boolean;
}

/** Takes waiting events out of a lane; undefined where another node works on it. */
export async function takeEvents(tx: Tx, asked: Asked): Promise<Taken | undefined> {
  const { tenantId, lane, size, work, isUrgentAlone, idleMs } = asked;
  const beside = isUrgentAlone ? 0 : mostBesideUrgent;
  const [lock, taken] = await Promise.all([
    tx.one<{ mine: string }>(lockSql, [tenantId, lane, String(idleMs), lane === 1 ? 'auto' : 'force_generic_plan']),
    tx.query<TakenEvent>(takeSql, [tenantId, size, lane, JSON.stringify(work), beside]),
  ]);
  if (lock?.mine !== 'true') return undefined;
  return {
    events: taken.toSorted((one, other) => one.id - other.id),
    hasUrgent: taken.some(({ urgent }) => urgent),
    isLeft: taken.length < (taken[0]?.waiting ?? 0),
  };
}
