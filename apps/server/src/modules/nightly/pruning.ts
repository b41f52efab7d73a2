import { quarantinedReading } from '@kangmai/model';
import { moveOf } from '../../engine/public.ts';
import type { Database } from '../../platform/database/database.ts';

const mostRows = 10_000;

/** Statements that remove what is no longer needed, of all tenants, one per kind, each limited to a batch. */
export const prunings: readonly { readonly what: string; readonly sql: string }[] = [
  { what: 'request keys', sql: batch('request_key', 'tenant_id, key', "created_at < now() - interval '2 days'") },
  // Late readings are accepted for thirty days; until then a repeated message must be recognised.
  { what: 'keys of messages', sql: batch('ingest_dedup', 'tenant_id, key', "created_at < now() - interval '31 days'") },
  { what: 'tokens', sql: batch('user_token', 'tenant_id, id', "expires_at < now() - interval '30 days'") },
  { what: 'account tokens', sql: batch('account_token', 'tenant_id, id', "expires_at < now() - interval '1 day'") },
  {
    what: 'searches by number',
    sql: batch('value_search', 'tenant_id, id', "searched_at < now() - interval '2 days'"),
  },
  { what: 'messages', sql: batch('outgoing_message', 'tenant_id, id', "queued_at < now() - interval '7 days'") },
  // Messages without a provider keep their code or link until they expire.
  {
    what: 'kept codes',
    sql: batch('message_delivery', 'tenant_id, message_id', "expires_at < now() - interval '1 day'"),
  },
  { what: 'codes', sql: batch('one_time_code', 'tenant_id, id', "expires_at < now() - interval '1 day'") },
  {
    what: 'codes that prove phones',
    sql: batch('phone_proof', 'tenant_id, id', "created_at < now() - interval '2 days'"),
  },
  {
    what: 'wrong tries at phones',
    sql: batch('phone_proof_try', 'tenant_id, id', "created_at < now() - interval '2 days'"),
  },
  { what: 'codes of phone pages', sql: batch('phone_code', 'tenant_id, id', "created_at < now() - interval '2 days'") },
  {
    what: 'sessions of phone pages',
    sql: batch('phone_session', 'tenant_id, id', "expires_at < now() - interval '90 days'"),
  },
  {
    what: 'links to phone pages',
    sql: batch('phone_link', 'tenant_id, id', "expires_at < now() - interval '90 days'"),
  },
  {
    what: 'failed sign-ins',
    sql: batch(
      'failed_sign_in',
      'tenant_id, id',
      "failed_at < now() - interval '1 day' and coalesce(locked_until < now(), true)",
    ),
  },
  {
    what: 'counts of sign-ins',
    sql: batch('sign_in_account', 'tenant_id, account', "tried_at < now() - interval '1 day'"),
  },
  {
    what: 'places of sign-ins',
    sql: batch('sign_in_place', 'tenant_id, user_id, place', "signed_in_at < now() - interval '180 days'"),
  },
  { what: 'failed events', sql: batch('outbox', 'tenant_id, id', "failed_at < now() - interval '30 days'") },
  { what: 'frames', sql: batch('raw_frame', 'tenant_id, id', "received_at < now() - interval '7 days'") },
  // A charging habit is learned from fourteen days.
  { what: 'charging hours', sql: batch('charging_hour', 'tenant_id, device_id, day', 'day < current_date - 21') },
  // Rules about silence are tried on ninety days.
  {
    what: 'presence of devices',
    sql: batch('device_presence', 'tenant_id, device_id, at, what', "at < now() - interval '100 days'"),
  },
  { what: 'read notices', sql: batch('user_notification', 'tenant_id, id', "created_at < now() - interval '1 year'") },
];

function batch(table: string, key: string, old: string): string {
  return `delete from ${table} where (${key}) in (select ${key} from ${table} where ${old} limit ${mostRows})`;
}

const expiry = moveOf(quarantinedReading, 'expire');

/** Readings that waited too long for their device: a week when no tenant knows it, else thirty days. */
const quarantineSql = `update quarantined_reading set state = ${expiry.code}, settled_at = now(), updated_at = now(), row_version = row_version + 1
  where ${expiry.waits()} and not is_deleted and created_at < now() - case reason when 'unknown_imei' then interval '7 days' else interval '30 days' end`;

/** Removes old rows, batch by batch, and expires waiting readings. Returns the number of rows by kind. */
export async function prune(database: Pick<Database, 'everywhere'>): Promise<Readonly<Record<string, number>>> {
  const run = async (sql: string): Promise<readonly number[]> => database.everywhere((tx) => tx.execute(sql));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const counts: Record<string, number> = { 'expired readings': sum(await run(quarantineSql)) };
  for (const { what, sql } of prunings) {
    let removed: readonly number[];
    counts[what] = 0;
    do {
      removed = await run(sql);
      counts[what] += sum(removed);
    } while (removed.includes(mostRows));
  }
  return counts;
}

/** Logs by the column of their time. */
const auditTables = {
  ['audit_log']: 'created_at',
  ['login_attempt']: 'created_at',
  ['sensitive_access_log']: 'looked_at',
} as const;
const shortestDays = 180;

export interface Retention {
  readonly tenantId: number;
  readonly zone: string;
  readonly days: number;
}

const daysOf = (days: number, least: number): number =>
  Math.max(least, Number.isFinite(days) ? Math.trunc(days) : least);

const keptFrom = "(date_trunc('day', now() at time zone $2) - make_interval(days => $3)) at time zone $2";

/** Removes logs older than the tenant's retention, in whole days; never younger than 180 days. */
export async function pruneAudit(database: Pick<Database, 'platformOf'>, tenant: Retention): Promise<number> {
  const days = daysOf(tenant.days, shortestDays);
  let total = 0;
  for (const [table, at] of Object.entries(auditTables)) {
    for (let removed = mostRows; removed === mostRows; total += removed) {
      removed = await database.platformOf([tenant.tenantId], (tx) =>
        tx.execute(
          `delete from ${table} where tenant_id = $1 and id in (select id from ${table} where tenant_id = $1 and ${at} < ${keptFrom} limit ${mostRows})`,
          [tenant.tenantId, tenant.zone, days],
        ),
      );
    }
  }
  return total;
}

const shortestTrackDays = 30;

/** Removes positions older than the tenant's retention, in whole days, and records each batch in the audit log. */
export async function prunePositions(database: Pick<Database, 'platformOf'>, tenant: Retention): Promise<number> {
  const days = daysOf(tenant.days, shortestTrackDays);
  let total = 0;
  for (let removed = mostRows; removed === mostRows; total += removed) {
    removed = await database.platformOf([tenant.tenantId], async (tx) => {
      const rows = await tx.execute(
        `delete from location_reading where tenant_id = $1 and (measured_at, id) in (select measured_at, id from location_reading where tenant_id = $1 and measured_at < ${keptFrom} limit ${mostRows})`,
        [tenant.tenantId, tenant.zone, days],
      );
      if (rows > 0)
        await tx.execute(
          "insert into audit_log (tenant_id, service, method, parameters, duration_ms) values ($1, 'Watch_locations', 'Prune', jsonb_build_object('days', $2::integer, 'rows', $3::integer), 0)",
          [tenant.tenantId, days, rows],
        );
      return rows;
    });
  }
  return total;
}
