import type { CallCtx } from '../../../engine/public.ts';

interface Presence {
  readonly deviceId: number;
  readonly isSilent: boolean;
  readonly toldWear: number;
  readonly intervalMinutes: number | null;
}

/**
 * Adds a row to `device_presence` for each change that `keepWatch` is about to store: silent since its last contact or
 * heard again, reported as not worn or worn again, another interval.
 */
export async function notePresence(ctx: CallCtx, changes: readonly Presence[]): Promise<void> {
  await ctx.tx.execute(
    `insert into device_presence (tenant_id, device_id, at, what, value)
     select $1, w.device_id, v.at, v.what, v.value
     from unnest($2::bigint[], $3::boolean[], $4::boolean[], $5::integer[]) as c(device_id, is_silent, is_off, minutes)
     join device_watch w on w.tenant_id = $1 and w.device_id = c.device_id join device d on d.tenant_id = $1 and d.id = c.device_id
     cross join lateral (values ('online', (not c.is_silent)::integer, coalesce(d.last_seen_at, $6::timestamptz), w.is_silent <> c.is_silent),
       ('worn', (not c.is_off)::integer, $6, (w.told_wear > 0) <> c.is_off), ('interval', c.minutes, $6, w.interval_minutes is distinct from c.minutes)) as v(what, value, at, is_changed)
     where v.is_changed on conflict (tenant_id, device_id, at, what) do update set value = excluded.value`,
    [
      ctx.tenantId,
      changes.map(({ deviceId }) => deviceId),
      changes.map(({ isSilent }) => isSilent),
      changes.map(({ toldWear }) => toldWear > 0),
      changes.map(({ intervalMinutes }) => intervalMinutes),
      ctx.now(),
    ],
  );
}
