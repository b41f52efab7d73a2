import type { RuleTag } from '@kangmai/domain';
import { ruleTags } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { servingSql } from '../../teams/public.ts';
import { roomsOfPerson } from '../../../platform/live-bus.ts';
import { bodyKindsSql, bodySignSql, pulseKindsSql } from './body-signs.ts';
import type { CasePerson } from '../cases/case-store.ts';
import { notePresence } from './presence.ts';

/** A device that a person wears or lies on, with its newest signs of use; instants are epoch ms, 0 for never. */
export interface BodyDevice {
  readonly deviceId: number;
  readonly category: string;
  readonly hasHeart: boolean;
  readonly hasSos: boolean;
  readonly boundAt: number;
  readonly heartAt: number;
  readonly wornAt: number;
  readonly chargingSince: number | null;
  readonly chargedUntil: number;
}

export interface Wearer extends CasePerson {
  readonly tags: readonly RuleTag[];
  readonly boundAt: number;
  readonly users: readonly (number | null)[];
  readonly unit: number | null;
  readonly devices: readonly BodyDevice[];
}

/** A watched device: what was reported of it, and when it and its wearer were last heard. */
export interface WatchedDevice {
  readonly deviceId: number;
  readonly imei: string;
  readonly isSilent: boolean;
  readonly online: number;
  readonly toldOffline: 0 | 1 | 2 | 3 | 4;
  readonly toldWear: 0 | 1 | 2 | 3 | 4;
  readonly toldStill: number;
  readonly toldBattery: 0 | 1 | 2 | 3 | 4;
  readonly bySource: number | null;
  readonly chargingSince: number | undefined;
  /** Until when charging counted as wearing; 0 for never. */
  readonly chargedUntil: number;
  readonly lastSeenAt: number;
  readonly battery: number | null;
  readonly sourceId: number | null;
  readonly category: string;
  readonly measures: readonly string[];
  readonly offlineMinutes: number;
  readonly intervalMinutes: number | null;
  readonly wearers: readonly Wearer[];
  /** Newest value that shows a pulse, and newest value that only a worn device has; 0 for none. */
  readonly heartAt: number;
  readonly wornAt: number;
  readonly toldWornAt: number;
}

interface WearerRow {
  readonly clientId: number;
  readonly name: string;
  readonly tags: readonly string[] | null;
  readonly team: number | null;
  readonly manager: number | null;
  readonly doctor: number | null;
  readonly serving: readonly number[];
  readonly unit: number | null;
  readonly boundAt: number;
  readonly devices: readonly BodyDevice[] | null;
}

interface Row extends Omit<
  WatchedDevice,
  'wearers' | 'chargingSince' | 'chargedUntil' | 'lastSeenAt' | 'heartAt' | 'wornAt' | 'toldWornAt'
> {
  readonly wearers: readonly WearerRow[] | null;
  readonly chargingSince: Date | null;
  readonly chargedUntil: Date | null;
  readonly lastSeenAt: Date | null;
  readonly heartAt: Date | null;
  readonly wornAt: Date | null;
  readonly toldWornAt: Date | null;
}

const ms = (at: string): string => `(extract(epoch from ${at}) * 1000)::bigint`;

const devicesSql = `(select jsonb_agg(jsonb_build_object('deviceId', o.device_id, 'category', y.category, 'hasHeart', 'heart' = any(y.measures), 'hasSos', 'sos' = any(y.measures), 'boundAt', ${ms('o.bound_at')},
    'heartAt', coalesce(l.heart_at, 0), 'wornAt', coalesce(l.worn_at, 0), 'chargingSince', ${ms('x.charging_since')}, 'chargedUntil', coalesce(${ms('x.charged_until')}, 0)))
  from device_binding o join device e on e.tenant_id = $1 and e.id = o.device_id and not e.is_deleted join device_type y on y.tenant_id = $1 and y.id = e.type_id left join device_watch x on x.tenant_id = $1 and x.device_id = o.device_id
  left join lateral (select ${ms(`max(${bodySignSql('r')}) filter (where r.kind in (${pulseKindsSql}))`)} as heart_at, ${ms(`max(${bodySignSql('r')})`)} as worn_at from reading_latest r where r.tenant_id = $1 and r.device_id = o.device_id and r.client_id = c.id and r.kind in (${bodyKindsSql})) l on true
  where o.tenant_id = $1 and o.client_id = c.id and o.relation = 0 and o.state in (1, 3) and not o.is_deleted)`;

const shownSql = `select w.device_id as "deviceId", d.imei, w.is_silent as "isSilent", d.online, w.told_offline as "toldOffline", w.told_wear as "toldWear", w.told_still as "toldStill", w.told_battery as "toldBattery", w.by_source as "bySource",
    w.charging_since as "chargingSince", w.charged_until as "chargedUntil", w.worn_at as "toldWornAt", d.last_seen_at as "lastSeenAt", d.battery, d.last_source_id as "sourceId", t.category, t.measures, t.offline_minutes as "offlineMinutes", least(a.upload_interval, a.heart_interval) as "intervalMinutes", p.wearers, h.heart_at as "heartAt", h.worn_at as "wornAt"
  from picked k join device_watch w on w.tenant_id = $1 and w.device_id = k.device_id join device d on d.tenant_id = $1 and d.id = w.device_id join device_type t on t.tenant_id = $1 and t.id = d.type_id
  left join device_attribute a on a.tenant_id = $1 and a.device_id = d.id and not a.is_deleted
  left join lateral (select jsonb_agg(jsonb_build_object('clientId', c.id, 'name', c.name, 'tags', c.risk_tags, 'team', c.team_id, 'manager', c.health_manager_id, 'doctor', c.doctor_id, 'serving', ${servingSql('c')}, 'unit', c.organization_unit_id, 'boundAt', (extract(epoch from b.bound_at) * 1000)::bigint, 'devices', ${devicesSql}) order by b.slot) as wearers
    from device_binding b join client c on c.tenant_id = $1 and c.id = b.client_id and not c.is_deleted where b.tenant_id = $1 and b.device_id = d.id and b.relation = 0 and b.state in (1, 3) and not b.is_deleted and not d.is_deleted) p on true
  left join lateral (select max(${bodySignSql('l')}) filter (where l.kind in (${pulseKindsSql})) as heart_at, max(${bodySignSql('l')}) as worn_at from reading_latest l where l.tenant_id = $1 and l.device_id = d.id and l.kind in (${bodyKindsSql})) h on true`;

const domainTag = (name: string): RuleTag => String(ruleTags.wireOf(name as never)) as RuleTag;
const millis = (at: Date | null): number => at?.getTime() ?? 0;

const toDevice = ({
  wearers,
  chargingSince,
  chargedUntil,
  lastSeenAt,
  heartAt,
  wornAt,
  toldWornAt,
  ...row
}: Row): WatchedDevice => ({
  ...row,
  chargingSince: chargingSince?.getTime(),
  chargedUntil: millis(chargedUntil),
  lastSeenAt: millis(lastSeenAt),
  heartAt: millis(heartAt),
  wornAt: millis(wornAt),
  toldWornAt: millis(toldWornAt),
  wearers: (wearers ?? []).map(({ tags, manager, doctor, serving, devices, ...wearer }) => ({
    ...wearer,
    devices: devices ?? [],
    tags: (tags ?? []).map(domainTag),
    users: [manager, doctor, ...serving],
  })),
});

/** Locks the devices due for a check; other nodes skip them until this transaction ends. */
export async function dueDevices(ctx: CallCtx, most: number): Promise<readonly WatchedDevice[]> {
  const rows = await ctx.tx.query<Row>(
    `with picked as materialized (select device_id from device_watch where tenant_id = $1 and look_at <= $2 order by look_at, device_id limit $3 for update skip locked) ${shownSql}`,
    [ctx.tenantId, ctx.now(), most],
  );
  return rows.map(toDevice);
}

export async function notedDevices(ctx: CallCtx, deviceIds: readonly number[]): Promise<readonly WatchedDevice[]> {
  // Usually no device matches; the join over many tables runs only when one does.
  const noted = await ctx.tx.query<{ id: number }>(
    'select device_id as id from device_watch where tenant_id = $1 and device_id = any($2::bigint[]) and (is_silent or told_wear > 0 or told_still > 0 or told_battery > 0 or charging_since is not null) order by device_id for update',
    [ctx.tenantId, deviceIds],
  );
  return noted.length === 0
    ? []
    : watchedDevices(
        ctx,
        noted.map(({ id }) => id),
      );
}

export async function watchedDevices(ctx: CallCtx, deviceIds: readonly number[]): Promise<readonly WatchedDevice[]> {
  const rows = await ctx.tx.query<Row>(
    `with picked as materialized (select device_id from device_watch where tenant_id = $1 and device_id = any($2::bigint[]) order by device_id for update) ${shownSql}`,
    [ctx.tenantId, deviceIds],
  );
  return rows.map(toDevice);
}

export interface WatchChange {
  readonly deviceId: number;
  readonly lookAt: number | null;
  readonly isSilent: boolean;
  readonly toldOffline: number;
  readonly toldWear: number;
  readonly toldStill: number;
  readonly toldBattery: number;
  readonly wornAt: number;
  readonly bySource: number | null;
  readonly intervalMinutes: number | null;
}

export async function keepWatch(ctx: CallCtx, changes: readonly WatchChange[]): Promise<void> {
  if (changes.length === 0) return;
  await notePresence(ctx, changes);
  const at = (ms: number | null): Date | null => (ms === null || ms === 0 ? null : new Date(ms));
  await ctx.tx.execute(
    `update device_watch w set look_at = c.look_at, is_silent = c.is_silent, told_offline = c.told_offline, told_wear = c.told_wear, told_still = c.told_still, told_battery = c.told_battery, worn_at = c.worn_at, by_source = c.by_source, interval_minutes = c.interval_minutes
     from unnest($2::bigint[], $3::timestamptz[], $4::boolean[], $5::smallint[], $6::smallint[], $7::smallint[], $8::smallint[], $9::timestamptz[], $10::bigint[], $11::integer[]) as c(device_id, look_at, is_silent, told_offline, told_wear, told_still, told_battery, worn_at, by_source, interval_minutes)
     where w.tenant_id = $1 and w.device_id = c.device_id`,
    [
      ctx.tenantId,
      changes.map(({ deviceId }) => deviceId),
      changes.map(({ lookAt }) => at(lookAt)),
      changes.map(({ isSilent }) => isSilent),
      changes.map(({ toldOffline }) => toldOffline),
      changes.map(({ toldWear }) => toldWear),
      changes.map(({ toldStill }) => toldStill),
      changes.map(({ toldBattery }) => toldBattery),
      changes.map(({ wornAt }) => at(wornAt)),
      changes.map(({ bySource }) => bySource),
      changes.map(({ intervalMinutes }) => intervalMinutes),
    ],
  );
}

export function emitOnline(ctx: CallCtx, device: WatchedDevice, isOnline: boolean): void {
  const [wearer] = device.wearers;
  const rooms = roomsOfPerson(
    ctx.tenantId,
    'abnormal',
    wearer && { users: wearer.users, team: wearer.team, unit: wearer.unit },
  );
  ctx.publish({ event: 'devicestate', rooms, payload: { imei: device.imei, isOnline, battery: device.battery } });
}

export async function watchDevices(ctx: CallCtx, deviceIds: readonly number[], lookAt: Date): Promise<void> {
  await ctx.tx.execute(
    'insert into device_watch (tenant_id, device_id, look_at) select $1, id, $3 from unnest($2::bigint[]) as u(id) on conflict do nothing',
    [ctx.tenantId, deviceIds, lookAt],
  );
}
