import { addDays, chargingHours, localDay, samplingMinutes } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { tableOf } from '../readings/points.ts';

export interface Habit {
  /** Median gap between its readings, minutes; undefined while too few are known. */
  readonly learnedMinutes: number | undefined;
  readonly chargingHours: ReadonlySet<number>;
}

const lookBackDays = 14;
const readingsSeen = 21;
const leastReadings = 5;
const regular = ['heart', 'spo2', 'location', 'walk'] as const;

const gapsSql = `select k.device_id as "deviceId", r.at from unnest($2::bigint[]) as k(device_id) cross join lateral (${regular
  .map(
    (kind) =>
      `(select measured_at as at from "${tableOf(kind).resource.table}" where tenant_id = $1 and device_id = k.device_id and slot = 1 and supersedes is null and measured_at > $3 order by measured_at desc limit ${readingsSeen})`,
  )
  .join(' union all ')}) r`;

const hoursSql =
  'select device_id as "deviceId", hours from charging_hour where tenant_id = $1 and device_id = any($2::bigint[]) and day > $3::date and day <= $4::date';

function learned(times: readonly number[]): number | undefined {
  const distinct = [...new Set(times)].toSorted((one, other) => other - one).slice(0, readingsSeen);
  return distinct.length < leastReadings ? undefined : samplingMinutes({ measuredAt: distinct });
}

export async function habitsOf(
  ctx: CallCtx,
  deviceIds: readonly number[],
  zone: string,
): Promise<ReadonlyMap<number, Habit>> {
  if (deviceIds.length === 0) return new Map();
  const now = ctx.now();
  const today = localDay(now.getTime(), zone);
  const [times, days] = await Promise.all([
    ctx.tx.query<{ deviceId: number; at: Date }>(gapsSql, [
      ctx.tenantId,
      deviceIds,
      new Date(now.getTime() - lookBackDays * 86_400_000),
    ]),
    ctx.tx.query<{ deviceId: number; hours: number }>(hoursSql, [
      ctx.tenantId,
      deviceIds,
      addDays(today, -lookBackDays),
      today,
    ]),
  ]);
  const [gaps, masks] = [groupBy(times, (row) => row.deviceId), groupBy(days, (row) => row.deviceId)];
  return new Map(
    deviceIds.map((id) => [
      id,
      {
        learnedMinutes: learned((gaps.get(id) ?? []).map(({ at }) => at.getTime())),
        chargingHours: chargingHours((masks.get(id) ?? []).map(({ hours }) => hours)),
      },
    ]),
  );
}
