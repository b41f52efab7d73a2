import { clusterPoints, type Bounds, type Point } from '@kangmai/domain';
import { client, locationReading } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { inSight, arrayOf, call, timestamp, Values, whole, type CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { onlineSql } from '../devices/public.ts';
import { lacksConsent } from '../privacy/public.ts';
import { mapDatum } from './locations-track.ts';
import { noteLocationViews } from './note-views.ts';

interface Latest {
  readonly clientId: number;
  readonly name: string;
  readonly imei: string;
  readonly at: Date;
  readonly longitude: number;
  readonly latitude: number;
  readonly accuracy: number | null;
  readonly locationType: number | null;
  readonly online: boolean;
  readonly battery: number | null;
  readonly level: number;
}

interface MapInput {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly communityId?: number | undefined;
  readonly online?: boolean | undefined;
}

/** From this zoom on points are not grouped, unless there are more than a map can hold. */
const aloneFrom = 14;
const mostMarkers = 5000;

const latestSql = `select distinct on (l.client_id) l.client_id as "clientId", c.name, d.imei, l.measured_at as at, (l.figures ->> 'longitude')::float8 as longitude, (l.figures ->> 'latitude')::float8 as latitude,
    l.device_id, l.reading_id, d.battery, coalesce(${onlineSql}, false) as online
  from reading_latest l join client c on c.tenant_id = l.tenant_id and c.id = l.client_id and not c.is_deleted
  join device d on d.tenant_id = l.tenant_id and d.id = l.device_id and not d.is_deleted join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
  where l.tenant_id = $1 and l.kind = 'location' and l.client_id > 0`;

async function latestOf(ctx: CallCtx, asked: MapInput): Promise<readonly Latest[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const inside = [`p.latitude between ${bind(asked.south)}::float8 and ${bind(asked.north)}::float8`];
  const [west, east] = [bind(asked.west), bind(asked.east)];
  inside.push(
    asked.west <= asked.east
      ? `p.longitude between ${west}::float8 and ${east}::float8`
      : `(p.longitude >= ${west}::float8 or p.longitude <= ${east}::float8)`,
  );
  if (asked.online !== undefined) inside.push(`p.online = ${bind(asked.online)}`);
  const who = [
    `not ${lacksConsent('location', 'c.id')}`,
    inSight(ctx, client, { alias: 'c', values }),
    ...(asked.communityId === undefined ? [] : [`c.organization_unit_id = ${bind(asked.communityId)}`]),
  ];
  return ctx.tx.query<Latest>(
    `select p.*, r.accuracy, r.location_type as "locationType", coalesce((select max(a.level) from abnormal_case a where a.tenant_id = $1 and a.client_id = p."clientId" and a.state in (0, 1, 2) and not a.is_deleted), 0) as level
     from (${latestSql}${who.map((each) => ` and ${each}`).join('')} order by l.client_id, l.measured_at desc) p
     left join location_reading r on r.tenant_id = $1 and r.measured_at = p.at and r.id = p.reading_id where ${inside.join(' and ')} order by p.at desc`,
    values.list,
  );
}

const place = { longitude: z.number(), latitude: z.number() };
const pointOutput = z.object({
  userId: whole,
  userName: z.string(),
  imei: z.string(),
  ...place,
  ['location_time']: timestamp,
  locationType: whole.nullable(),
  accuracy: z.number().nullable(),
  isOnline: whole,
  battery: whole.nullable(),
  abnormalLevel: whole,
});
const clusterOutput = z.object({ ...place, count: whole, online: whole, alarms: whole });
const mapOutput = z.object({
  total: whole,
  coordType: z.enum(['wgs84', 'gcj02', 'bd09']),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
  points: arrayOf(pointOutput),
  clusters: arrayOf(clusterOutput),
});

const shownPoint = (row: Latest): z.output<typeof pointOutput> => ({
  userId: row.clientId,
  userName: row.name,
  imei: row.imei,
  longitude: row.longitude,
  latitude: row.latitude,
  ['location_time']: row.at.toISOString(),
  locationType: row.locationType,
  accuracy: row.accuracy,
  isOnline: row.online ? 1 : 0,
  battery: row.battery,
  abnormalLevel: row.level,
});

const shownCluster = ({
  members,
  longitude,
  latitude,
}: Point & { readonly members: readonly Latest[] }): z.output<typeof clusterOutput> => ({
  longitude,
  latitude,
  count: members.length,
  online: members.filter(({ online }) => online).length,
  alarms: members.filter(({ level }) => level >= 3).length,
});

function boundsOf(found: readonly Latest[]): Bounds | null {
  const [first] = found;
  if (!first) return null;
  return found.reduce<Bounds>(
    (box, { longitude, latitude }) => ({
      west: Math.min(box.west, longitude),
      east: Math.max(box.east, longitude),
      south: Math.min(box.south, latitude),
      north: Math.max(box.north, latitude),
    }),
    { west: first.longitude, east: first.longitude, south: first.latitude, north: first.latitude },
  );
}

const degrees = (most: number): z.ZodCoercedNumber => z.coerce.number().min(-most).max(most);
const flag = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : /^(true|1)$/i.test(value)));

/** Positions of wearers: one point each, grouped at small zoom. Viewing a single position is recorded. */
export const latestInBoundsCall = call({
  wire: `GET ${locationReading.wire.service}/GetLatestInBounds`,
  title: '地图上的最新定位',
  permission: stemsOf(locationReading),
  input: z.object({
    west: degrees(180),
    south: degrees(90),
    east: degrees(180),
    north: degrees(90),
    zoom: z.coerce.number().min(0).max(24).default(10),
    communityId: z.coerce.number().int().positive().optional(),
    onlineFilter: flag,
  }),
  output: mapOutput,
  async run(ctx, { zoom, onlineFilter, ...input }) {
    if (input.south > input.north) throw invalid('north', 'field.out-of-range', { min: input.south, max: 90 });
    const [found, coordType] = await Promise.all([latestOf(ctx, { ...input, online: onlineFilter }), mapDatum(ctx)]);
    const groups =
      zoom < aloneFrom || found.length > mostMarkers
        ? clusterPoints(found, Math.floor(Math.min(zoom, 20)))
        : found.map((row) => ({ members: [row], longitude: row.longitude, latitude: row.latitude }));
    const alone = groups.flatMap(({ members }) => (members.length === 1 ? members : [])).slice(0, mostMarkers);
    await noteLocationViews(
      ctx,
      alone.map(({ clientId }) => clientId),
    );
    return {
      total: found.length,
      coordType,
      bounds: boundsOf(found),
      points: alone.map(shownPoint),
      clusters: groups.filter(({ members }) => members.length > 1).map(shownCluster),
    };
  },
});
