import { client, deviceBinding } from '@kangmai/model';
import { z } from 'zod';
import { inSight, timestamp, Values, whole, type CallCtx, tenantZone } from '../../engine/public.ts';
import { lacksConsent } from '../privacy/public.ts';
import { mayLocate, noteLocationViews } from './note-views.ts';
import { localDay } from '@kangmai/domain';
import { walkDaysOf } from './walk-days.ts';
import { devicesInSight } from '../devices/public.ts';

interface DeviceRow {
  readonly deviceId: number;
  readonly battery: number | null;
  readonly online: number;
  readonly clientId: number | null;
  readonly userName: string | null;
}
interface LatestRow {
  readonly kind: string;
  readonly measuredAt: Date;
  readonly level: number;
  readonly figures: Readonly<Record<string, number | null>>;
}

const shownKinds = [
  'bp',
  'heart',
  'spo2',
  'bloodSugar',
  'temperature',
  'walk',
  'sleep',
  'bodyFat',
  'location',
] as const;

const newest = z.looseObject({ ['measure_time']: timestamp, abnormalLevel: whole }).nullable();
type Newest = NonNullable<z.output<typeof newest>>;

export const newestOutput = z.object({
  imei: z.string(),
  userId: whole.nullable(),
  userName: z.string(),
  bp: newest,
  heart: newest,
  spo2: newest,
  bloodSugar: newest,
  temperature: newest,
  walk: newest,
  sleep: newest,
  weight: newest,
  location: newest,
  battery: whole.nullable(),
  isOnline: whole.nullable(),
});
type AnswerKey = Exclude<(typeof shownKinds)[number], 'bodyFat'> | 'weight';

/** Weights are stored in the table of body compositions. */
const answerKey = (kind: string): string => (kind === 'bodyFat' ? 'weight' : kind);

/** The device in sight with its wearer; none while a wearer is out of sight. */
async function deviceOf(ctx: CallCtx, imei: string): Promise<DeviceRow | undefined> {
  const values = new Values(ctx);
  const { bind } = values;
  const row = await ctx.tx.one<DeviceRow & { readonly isWorn: boolean }>(
    `select d.id as "deviceId", d.battery, d.online, c.id as "clientId", c.name as "userName", w.client_id is not null as "isWorn" from device d
     left join lateral (select b.client_id from "${deviceBinding.table}" b where b.tenant_id = $1 and b.device_id = d.id and b.relation = 0 and b.state = 1 and b.unbound_at is null and not b.is_deleted order by b.slot limit 1) w on true
     left join "${client.table}" c on c.tenant_id = $1 and c.id = w.client_id and not c.is_deleted and ${inSight(ctx, client, { alias: 'c', values })}
     where d.tenant_id = $1 and d.imei = ${bind(imei)} and not d.is_deleted and ${devicesInSight(ctx, 'd', values)}`,
    values.list,
  );
  if (!row) return undefined;
  return row.clientId !== null || !row.isWorn ? row : undefined;
}

const valuesOf = ({ figures, measuredAt, level }: LatestRow): Newest => ({
  ...figures,
  ['measure_time']: measuredAt.toISOString(),
  abnormalLevel: level,
});

async function stepsOfDay(ctx: CallCtx, clientId: number, walk: LatestRow): Promise<Newest> {
  const zone = await tenantZone(ctx);
  const [day] = await walkDaysOf(ctx, zone, [{ clientId, day: localDay(walk.measuredAt.getTime(), zone) }]);
  return {
    ...valuesOf(walk),
    ...(day && { steps: day.steps, distance: day.distance, calorie: day.calorie, goalSteps: day.goalSteps }),
  };
}

const unknown = { userId: null, userName: '', battery: null, isOnline: null };
const nothing = Object.fromEntries(shownKinds.map((kind) => [answerKey(kind), null])) as Record<AnswerKey, null>;

async function valuesOfDevice(
  ctx: CallCtx,
  { deviceId, clientId }: DeviceRow,
): Promise<Readonly<Record<AnswerKey, Newest | null>>> {
  const rows = await ctx.tx.query<LatestRow>(
    `select kind, measured_at as "measuredAt", level, figures from reading_latest where tenant_id = $1 and device_id = $2 and client_id = $3 and (kind <> 'location' or not ${lacksConsent('location', '$3')})`,
    [ctx.tenantId, deviceId, clientId ?? 0],
  );
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const isLocated = byKind.has('location') && mayLocate(ctx);
  const entries = await Promise.all(
    shownKinds.map(async (kind): Promise<readonly [string, Newest | null]> => {
      const row = kind === 'location' && !isLocated ? undefined : byKind.get(kind);
      if (!row) return [answerKey(kind), null];
      return [
        answerKey(kind),
        kind === 'walk' && clientId !== null ? await stepsOfDay(ctx, clientId, row) : valuesOf(row),
      ];
    }),
  );
  if (isLocated) await noteLocationViews(ctx, [clientId]);
  return Object.fromEntries(entries) as Record<AnswerKey, Newest | null>;
}

/** The newest value of each kind of a device and its wearer. A device out of sight is reported as not found. */
export async function newestOf(ctx: CallCtx, imei: string): Promise<z.output<typeof newestOutput>> {
  const found = await deviceOf(ctx, imei);
  if (!found) return { imei, ...unknown, ...nothing };
  return {
    imei,
    userId: found.clientId,
    userName: found.userName ?? '',
    ...(await valuesOfDevice(ctx, found)),
    battery: found.battery,
    isOnline: found.online,
  };
}
