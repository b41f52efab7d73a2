import { table, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { tableOf } from '../readings/points.ts';
import { bodyKinds } from './body-signs.ts';

export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Change {
  readonly at: number;
  readonly value: number | null;
}

export interface DevicePast {
  readonly clientId: number;
  readonly deviceId: number;
  readonly imei: string;
  readonly category: string;
  readonly measures: readonly string[];
  readonly offlineMinutes: number;
  readonly bound: Period;
  readonly heard: readonly Period[];
  readonly worn: readonly Period[];
  readonly charging: readonly Change[];
  readonly intervals: readonly Change[];
}

export interface PastSpan {
  readonly clientIds: readonly number[];
  readonly since: Date;
  readonly until: Date;
  /** Shorter pauses between signs do not matter, minutes. */
  readonly pauseMinutes: number;
}

interface BoundRow extends Omit<DevicePast, 'bound' | 'heard' | 'worn' | 'charging' | 'intervals'> {
  readonly boundAt: Date;
  readonly unboundAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly isSilent: boolean | null;
  readonly intervalMinutes: number | null;
}

const boundSql = `select b.client_id as "clientId", b.device_id as "deviceId", d.imei, t.category, t.measures, t.offline_minutes as "offlineMinutes", b.bound_at as "boundAt", b.unbound_at as "unboundAt",
    d.last_seen_at as "lastSeenAt", w.is_silent as "isSilent", least(a.upload_interval, a.heart_interval) as "intervalMinutes"
  from device_binding b join device d on d.tenant_id = $1 and d.id = b.device_id join device_type t on t.tenant_id = $1 and t.id = d.type_id
  left join device_watch w on w.tenant_id = $1 and w.device_id = d.id left join device_attribute a on a.tenant_id = $1 and a.device_id = d.id and not a.is_deleted
  where b.tenant_id = $1 and b.client_id = any($2::bigint[]) and b.relation = 0 and b.state <> 2 and not b.is_deleted and not d.is_deleted
    and b.bound_at < $4 and (b.unbound_at is null or b.unbound_at > $3) order by b.client_id, b.device_id, b.bound_at`;

const presences = table('device_presence', {
  tenantId: 'bigint',
  deviceId: 'bigint',
  at: 'timestamptz',
  what: 'text',
  value: 'integer?',
});

interface PresenceRow {
  readonly deviceId: number;
  readonly at: Date;
  readonly what: string;
  readonly value: number | null;
}

const presenceOf = (ctx: CallCtx, deviceIds: readonly number[], until: Date): Promise<readonly PresenceRow[]> =>
  ctx.all(
    ctx
      .from(presences, 'p')
      .select(['p.deviceId', 'p.at', 'p.what', 'p.value'])
      .where('p.deviceId', 'in', deviceIds.length > 0 ? deviceIds : [0])
      .where('p.at', '<=', until)
      .orderBy('p.deviceId')
      .orderBy('p.at'),
  );

interface WornRow {
  readonly clientId: number;
  readonly deviceId: number;
  readonly from: Date;
  readonly before: Date | null;
  readonly last: Date;
}

/** The values that only a worn device has, as periods without a longer pause; values of sub-devices are none. */
const wornSql = `select s.client_id as "clientId", s.device_id as "deviceId", s.at as "from", s.before, s.last from (
    select v.*, lag(v.at) over (partition by v.client_id, v.device_id order by v.at) as before, max(v.at) over (partition by v.client_id, v.device_id) as last from (${bodyKinds
      .map((kind) => {
        const { table } = tableOf(kind).resource;
        return `select r.client_id, r.device_id, r.measured_at as at from "${table}" r where r.tenant_id = $1 and r.client_id = any($2::bigint[]) and r.measured_at between $3 and $4 and r.device_id is not null and r.child_imei is null and r.quality not in (2, 4, 5)`;
      })
      .join(' union all ')}) v) s
  where s.before is null or s.at - s.before > make_interval(mins => $5) order by 1, 2, 3`;

const ms = (at: Date | null | undefined, without: number): number => at?.getTime() ?? without;

/** Known presence of a device before its first change follows from that change, else from what it is like now. */
function heardOf(
  changes: readonly PresenceRow[],
  { isSilent, lastSeenAt }: BoundRow,
  until: number,
): readonly Period[] {
  const online = changes.filter(({ what }) => what === 'online');
  const [first] = online;
  if (!first && isSilent === true) return lastSeenAt ? [{ from: 0, to: lastSeenAt.getTime() }] : [];
  const begins = [
    ...(first?.value === 1 ? [] : [0]),
    ...online.flatMap(({ at, value }) => (value === 1 ? at.getTime() : [])),
  ];
  const ends = online.filter(({ value }) => value === 0).map(({ at }) => at.getTime());
  return begins.map((from) => ({ from, to: ends.find((at) => at >= from) ?? until }));
}

const wornOf = (rows: readonly WornRow[]): readonly Period[] =>
  rows.map(({ from, last }, at) => ({ from: from.getTime(), to: ms(rows[at + 1]?.before, last.getTime()) }));

const changesOf = (changes: readonly PresenceRow[], kind: string): readonly Change[] =>
  changes.filter(({ what }) => what === kind).map(({ at, value }) => ({ at: at.getTime(), value }));

export async function devicePasts(ctx: CallCtx, span: PastSpan): Promise<readonly DevicePast[]> {
  const { clientIds, since, until, pauseMinutes } = span;
  const values = [ctx.tenantId, clientIds, since, until];
  const [bound, worn] = await Promise.all([
    ctx.tx.query<BoundRow>(boundSql, values),
    ctx.tx.query<WornRow>(wornSql, [...values, pauseMinutes]),
  ]);
  const ids = [...new Set(bound.map(({ deviceId }) => deviceId))];
  const presence = groupBy(await presenceOf(ctx, ids, until), ({ deviceId }) => deviceId);
  const signs = groupBy(worn, ({ clientId, deviceId }) => `${clientId} ${deviceId}`);
  return bound.map((row) => {
    const { clientId, deviceId, imei, category, measures, offlineMinutes, intervalMinutes } = row;
    const changes = presence.get(deviceId) ?? [];
    const intervals = changesOf(changes, 'interval');
    return {
      clientId,
      deviceId,
      imei,
      category,
      measures,
      offlineMinutes,
      bound: { from: row.boundAt.getTime(), to: ms(row.unboundAt, Number.POSITIVE_INFINITY) },
      heard: heardOf(changes, row, until.getTime()),
      worn: wornOf(signs.get(`${clientId} ${deviceId}`) ?? []),
      charging: changesOf(changes, 'charging'),
      intervals: intervals.length > 0 ? intervals : [{ at: 0, value: intervalMinutes }],
    };
  });
}

export async function presenceSince(ctx: CallCtx): Promise<Date | undefined> {
  // A silence is dated by the last contact, which may lie long before anything was noted.
  const noted = ctx
    .from(presences, 'p')
    .select('p.at')
    .where((eb) => eb.or([eb('p.what', '<>', 'online'), eb('p.value', '=', 1)]));
  return (await ctx.first(noted.orderBy('p.at').limit(1)))?.at;
}
