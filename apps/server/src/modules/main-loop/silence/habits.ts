import { chargingHours, localDay, samplingMinutes } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { instantSql } from '../cases/stored-readings.ts';
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

const gapsSql = `select k.place, json_agg(${instantSql('r.at')}) as times from unnest($2::integer[], $3::bigint[], $4::timestamptz[]) as k(place, device_id, until) cross join lateral (${regular
  .map(
    (kind) =>
      `(select measured_at as at from "${tableOf(kind).resource.table}" where tenant_id = $1 and device_id = k.device_id and slot = 1 and supersedes is null and measured_at > k.until - interval '${lookBackDays} days' and measured_at <= k.until order by measured_at desc limit ${readingsSeen})`,
  )
  .join(' union all ')}) r group by k.place`;

const hoursSql = `select k.place, h.hours from unnest($2::integer[], $3::bigint[], $4::date[]) as k(place, device_id, until)
  join charging_hour h on h.tenant_id = $1 and h.device_id = k.device_id and h.day > k.until - ${lookBackDays} and h.day <= k.until`;

function learned(times: readonly number[]): number | undefined {
  const distinct = [...new Set(times)].toSorted((one, other) => other - one).slice(0, readingsSeen);
  return distinct.length < leastReadings ? undefined : samplingMinutes({ measuredAt: distinct });
}

export async function habitsAt(
  ctx: CallCtx,
  asked: readonly { readonly deviceId: number; readonly at: number }[],
  zone: string,
): Promise<readonly Habit[]> {
  if (asked.length === 0) return [];
  const [places, devices] = [asked.map((_, place) => place), asked.map(({ deviceId }) => deviceId)];
  const [times, days] = await Promise.all([
    ctx.tx.query<{ place: number; times: readonly number[] }>(gapsSql, [
      ctx.tenantId,
      places,
      devices,
      asked.map(({ at }) => new Date(at)),
    ]),
    ctx.tx.query<{ place: number; hours: number }>(hoursSql, [
      ctx.tenantId,
      places,
      devices,
      asked.map(({ at }) => localDay(at, zone)),
    ]),
  ]);
  const gaps = new Map(times.map((row) => [row.place, row.times]));
  const masks = groupBy(days, (row) => row.place);
  return places.map((place) => ({
    learnedMinutes: learned(gaps.get(place) ?? []),
    chargingHours: chargingHours((masks.get(place) ?? []).map(({ hours }) => hours)),
  }));
}

export async function habitsOf(
  ctx: CallCtx,
  deviceIds: readonly number[],
  zone: string,
): Promise<ReadonlyMap<number, Habit>> {
  const at = ctx.now().getTime();
  const found = await habitsAt(
    ctx,
    deviceIds.map((deviceId) => ({ deviceId, at })),
    zone,
  );
  return new Map(deviceIds.flatMap((id, place) => (found[place] ? [[id, found[place]] as const] : [])));
}
