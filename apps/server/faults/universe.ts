import { kinds, tables } from './messages.ts';
import type { Wearer, World } from './world.ts';

/** A tenant with people in a fixed order, so that two of them can be compared. */
export interface Universe {
  readonly tenantId: number;
  readonly wearers: readonly Wearer[];
}

/** A case in terms that two universes share. */
export interface ToldCase {
  readonly person: number;
  readonly type: string;
  readonly level: number;
  readonly isOpen: boolean;
  readonly from: Date;
  readonly to: Date;
  readonly count: number;
  /**
   * Opened by the clock for a silent device or an unconfirmed value; whether it opened depends on when the clock ran.
   */
  readonly isOfClock: boolean;
}

interface Line {
  readonly clientId: number | null;
  readonly text: string;
}

/** The contents of a tenant's tables without ids and times of arrival: equal for equal histories. */
export async function normalised(
  world: World,
  { tenantId, wearers }: Universe,
): Promise<{ readonly readings: readonly string[]; readonly cases: readonly ToldCase[] }> {
  const numberOf = new Map(wearers.map(({ clientId }, at) => [clientId, at]));
  const byImei = new Map(wearers.map(({ imei }, at) => [imei, at]));
  const lines = async (what: string, text: string): Promise<string[]> =>
    (await world.sql<Line>(text, [tenantId])).map(
      (line) =>
        `${what} of person ${line.clientId === null ? '-' : (numberOf.get(line.clientId) ?? `${line.clientId} of nobody`)}: ${line.text}`,
    );
  const readings: string[] = [];
  for (const kind of kinds) {
    readings.push(
      ...(await lines(
        kind,
        `select client_id as "clientId", concat_ws(' ', measured_at, remark, level, result, quality, time_quality, to_jsonb(r) - array['id', 'tenant_id', 'device_id', 'client_id', 'received_at', 'source_id']) as text from ${tables[kind]} r where tenant_id = $1`,
      )),
    );
  }
  readings.push(
    ...(await lines(
      'newest',
      `select client_id as "clientId", concat_ws(' ', kind, measured_at, level, figures) as text from reading_latest where tenant_id = $1`,
    )),
  );
  readings.push(
    ...(await lines(
      'hour',
      `select client_id as "clientId", concat_ws(' ', kind, metric, hour, count, abnormal_count, round(sum::numeric, 3), min, max) as text from reading_hour where tenant_id = $1`,
    )),
  );
  readings.push(
    ...(await lines(
      'day',
      `select client_id as "clientId", concat_ws(' ', kind, metric, day, count, abnormal_count, round(sum::numeric, 3), min, max) as text from reading_day where tenant_id = $1`,
    )),
  );
  readings.push(
    ...(await lines(
      'total',
      `select null::bigint as "clientId", concat_ws(' ', kind, day, count) as text from reading_total where tenant_id = $1`,
    )),
  );
  const asides = await world.sql<{ imei: string; text: string }>(
    `select imei, concat_ws(' ', reason, payload->>'measuredAt', payload->'values') as text from quarantined_reading where tenant_id = $1`,
    [tenantId],
  );
  readings.push(...asides.map(({ imei, text }) => `aside of person ${byImei.get(imei) ?? '-'}: ${text}`));
  const rows = await world.sql<Omit<ToldCase, 'person'> & { readonly clientId: number }>(
    `select client_id as "clientId", type, level, state in (0, 1, 2) as "isOpen", started_at as "from", latest_at as "to", reading_count as count, type in ('offline', 'wear', 'inactive') or (type = 'check' and state = 5 and coalesce(finding, '') like '%此后无有效数据%') as "isOfClock" from abnormal_case where tenant_id = $1 and not is_deleted and outcome is distinct from '补传数据后异常不再成立' order by id`,
    [tenantId],
  );
  const cases = rows.map(({ clientId, ...row }): ToldCase => ({ ...row, person: numberOf.get(clientId) ?? -1 }));
  return { readings, cases };
}
