import type { Database } from '../../../platform/database/database.ts';

const endSql = `select pg_terminate_backend(s.pid) from pg_locks l join pg_stat_activity s on s.pid = l.pid
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.database = (select oid from pg_database where datname = current_database()) and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended('outbox ' || $2::text, $1)
    and s.wait_event = 'ClientWrite' and s.query_start < clock_timestamp() - make_interval(secs => $3::double precision / 1000)`;

/**
 * Ends the session that holds a tenant's lane when it has not read the rows sent to it for the given ms. The database
 * itself ends an idle transaction only while it waits for a statement: a node that hangs while receiving rows would
 * hold the lane indefinitely.
 */
export const freeLane = (
  database: Database,
  { tenantId, lane, idleMs }: { readonly tenantId: number; readonly lane: number; readonly idleMs: number },
): Promise<number> =>
  database.withTenant(tenantId, (tx) => tx.execute(endSql, [tenantId, lane, idleMs]), { lane: 'alarm' });
