import { checkReading, convert, type Datum, type Point } from '@kangmai/domain';
import { datums, type client, type positionSources } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';

const recentMs = 30 * 60_000;
/** A watch may find its position while the call is open. */
const afterMs = 60_000;

export interface CallPosition {
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly wgsLongitude: number | null;
  readonly wgsLatitude: number | null;
  readonly locatedAt: Date | null;
  readonly positionSource: keyof typeof positionSources.entries | null;
  readonly address: string | null;
}

/** Coordinate systems of a delivery: of positions that name none, and of the tenant's map. */
export interface Datums {
  readonly given: Datum;
  readonly shown: Datum;
}

interface PositionInput {
  readonly location: { readonly [name: string]: unknown } | undefined;
  readonly datums: Datums;
  readonly clientId: number | null;
  readonly deviceId: number;
  readonly calledAt: Date;
}

const nowhere: CallPosition = {
  longitude: null,
  latitude: null,
  wgsLongitude: null,
  wgsLatitude: null,
  locatedAt: null,
  positionSource: null,
  address: null,
};

/** The position sent with the call, when valid: (0, 0) and values outside the globe are not. */
function pointOf(location: PositionInput['location']): Point | undefined {
  const longitude = Number(location?.['longitude'] ?? Number.NaN);
  const latitude = Number(location?.['latitude'] ?? Number.NaN);
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return undefined;
  return checkReading('location', { longitude, latitude }).status === 'ok' ? { longitude, latitude } : undefined;
}

function sentWith({ location, datums: { given, shown }, calledAt }: PositionInput): CallPosition | undefined {
  const point = pointOf(location);
  if (!point) return undefined;
  const own = location?.['coordType'];
  const datum = typeof own === 'string' && Object.hasOwn(datums.entries, own) ? (own as Datum) : given;
  const exact = convert(point, datum, 'wgs84');
  return {
    ...nowhere,
    ...convert(point, datum, shown),
    wgsLongitude: exact.longitude,
    wgsLatitude: exact.latitude,
    locatedAt: calledAt,
    positionSource: 'packet',
  };
}

const pairSql =
  'longitude::double precision as longitude, latitude::double precision as latitude, wgs_longitude::double precision as "wgsLongitude", wgs_latitude::double precision as "wgsLatitude", measured_at as "locatedAt"';
const newestOf = (whose: string): string =>
  `(select ${pairSql} from location_reading where tenant_id = $1 and ${whose} and measured_at > $3 and measured_at <= $4 and quality <> 4 order by measured_at desc limit 1)`;

/** The newest position of the half hour before the call: of the person, or of the unworn device. Both stored pairs. */
async function newest(
  ctx: CallCtx,
  { clientId, deviceId, calledAt }: PositionInput,
): Promise<CallPosition | undefined> {
  const found = await ctx.tx.one<
    Pick<CallPosition, 'longitude' | 'latitude' | 'wgsLongitude' | 'wgsLatitude' | 'locatedAt'>
  >(
    newestOf(
      clientId === null ? 'device_id = $2 and client_id is null and slot = 1 and supersedes is null' : 'client_id = $2',
    ),
    [
      ctx.tenantId,
      clientId ?? deviceId,
      new Date(calledAt.getTime() - recentMs),
      new Date(calledAt.getTime() + afterMs),
    ],
  );
  return found && { ...nowhere, ...found, positionSource: 'recent' };
}

export function homeOf(ctx: CallCtx, person: Row<typeof client> | undefined): CallPosition {
  if (!person?.address) return nowhere;
  const region = (person.regionCode && ctx.check.regions?.pathOf(person.regionCode)?.replaceAll(' ', '')) || '';
  // Many addresses begin with their region.
  const address = person.address.startsWith(region) ? person.address : region + person.address;
  return { ...nowhere, positionSource: 'home', address: address.slice(0, 200) };
}

/** Where a call comes from: the position sent with it, else the newest of half an hour. */
export async function positionOf(ctx: CallCtx, asked: PositionInput): Promise<CallPosition | undefined> {
  return sentWith(asked) ?? newest(ctx, asked);
}

/** The WGS-84 pair of a position that staff set on the tenant's map. */
export async function setByHand(
  ctx: CallCtx,
  { longitude, latitude }: Pick<CallPosition, 'longitude' | 'latitude'>,
): Promise<Pick<CallPosition, 'wgsLongitude' | 'wgsLatitude'>> {
  if (longitude === null || latitude === null) return { wgsLongitude: null, wgsLatitude: null };
  const tenant = await ctx.tx.one<{ datum: Datum }>('select map_datum as datum from tenant where id = $1', [
    ctx.tenantId,
  ]);
  const exact = convert({ longitude, latitude }, tenant?.datum ?? 'gcj02', 'wgs84');
  return { wgsLongitude: exact.longitude, wgsLatitude: exact.latitude };
}
