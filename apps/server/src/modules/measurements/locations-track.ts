import {
  convert,
  localDay,
  rawTrackOf,
  roundTo,
  startOfDay,
  trackOf,
  type Datum,
  type Fix,
  type Point,
  type Track,
} from '@kangmai/domain';
import { locationReading } from '@kangmai/model';
import { maskAddress, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, timestamp, Values, whole, type CallCtx, tenantZone } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { pointSource } from '../main-loop/public.ts';
import { noteLocationViews } from './note-views.ts';
import { timesInput, timesOf } from './period.ts';
import { oneOf, subjectOf, whoseInput, type Whose } from './whose.ts';

const dayMs = 86_400_000;
const mostDays = 31;
const mostFixes = 100_000;
const unmask = 'Pages.WatChDataManage.Unmask';

interface FixRow {
  readonly at: Date;
  readonly longitude: string;
  readonly latitude: string;
  readonly locationType: number;
  readonly accuracy: number | null;
  readonly timeQuality: number;
  readonly clientId: number | null;
  readonly address: string | null;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The datum of the tenant's map, in which positions are returned. */
export async function mapDatum(ctx: CallCtx): Promise<Datum> {
  const row = await ctx.tx.one<{ datum: Datum }>('select map_datum as datum from tenant where id = $1', [ctx.tenantId]);
  return row?.datum ?? 'gcj02';
}

/** The requested period, at most 31 days; today by the tenant's clock by default. */
async function spanOf(
  ctx: CallCtx,
  input: { readonly beginTime?: string | undefined; readonly endTime?: string | undefined },
): Promise<Span> {
  const { from, to } = timesOf(ctx, input);
  const zone = await tenantZone(ctx);
  const begin = from ?? new Date(startOfDay(localDay((to ?? ctx.now()).getTime(), zone), zone));
  const end = to ?? new Date(Math.min(ctx.now().getTime(), begin.getTime() + mostDays * dayMs));
  if (end.getTime() - begin.getTime() > mostDays * dayMs)
    throw invalid('endTime', 'period.too-long', { days: mostDays });
  return { from: begin, to: end };
}

async function fixesOf(ctx: CallCtx, whose: Whose, { from, to }: Span): Promise<readonly FixRow[]> {
  const values = new Values(ctx);
  const source = pointSource(ctx, { kind: 'location', ...subjectOf(whose), from, to }, values);
  return ctx.tx.query<FixRow>(
    `select b.measured_at as at, b.wgs_longitude as longitude, b.wgs_latitude as latitude, b.location_type as "locationType", b.accuracy, b.time_quality as "timeQuality", b.client_id as "clientId", b.address ${source}
     order by b.measured_at limit ${mostFixes}`,
    values.list,
  );
}

const toFix = ({ at, longitude, latitude, locationType, accuracy, timeQuality }: FixRow): Fix => ({
  at: at.getTime(),
  longitude: Number(longitude),
  latitude: Number(latitude),
  locationType,
  accuracy,
  timeQuality,
});

function shownPoint(point: Point, datum: Datum): Point {
  const { longitude, latitude } = convert(point, 'wgs84', datum);
  return { longitude: roundTo(longitude, 6), latitude: roundTo(latitude, 6) };
}

interface Shown {
  readonly datum: Datum;
  readonly span: Span;
  readonly rows: readonly FixRow[];
  readonly mayUnmask: boolean;
}

/** The newest known address of a place while somebody stayed there. */
function addressOf({ rows, mayUnmask }: Shown, begin: number, end: number): string {
  const address =
    rows.findLast((row) => row.address !== null && row.at.getTime() >= begin && row.at.getTime() <= end)?.address ?? '';
  return mayUnmask ? address : maskAddress(address);
}

const placeShape = { longitude: z.number(), latitude: z.number() };
const trackOutput = z.object({
  beginTime: timestamp,
  endTime: timestamp,
  coordType: z.enum(['wgs84', 'gcj02', 'bd09']),
  count: whole,
  dropped: whole,
  distance: z.number(),
  segments: arrayOf(
    z.object({
      distance: z.number(),
      points: arrayOf(z.object({ ...placeShape, ['location_time']: timestamp, byCell: z.boolean() })),
    }),
  ),
  stays: arrayOf(z.object({ ...placeShape, begin: timestamp, end: timestamp, minutes: whole, address: z.string() })),
});

function shownTrack(track: Track, shown: Shown): z.output<typeof trackOutput> {
  const { datum, span } = shown;
  return {
    beginTime: span.from.toISOString(),
    endTime: span.to.toISOString(),
    coordType: datum,
    count: shown.rows.length,
    dropped: track.dropped,
    distance: Math.round(track.distance),
    segments: track.segments.map(({ points, distance }) => ({
      distance: Math.round(distance),
      points: points.map((point) => ({
        ...shownPoint(point, datum),
        ['location_time']: new Date(point.at).toISOString(),
        byCell: point.byCell,
      })),
    })),
    stays: track.stays.map((stay) => ({
      ...shownPoint(stay, datum),
      begin: new Date(stay.begin).toISOString(),
      end: new Date(stay.end).toISOString(),
      minutes: Math.round((stay.end - stay.begin) / 60_000),
      address: addressOf(shown, stay.begin, stay.end),
    })),
  };
}

const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value !== false && !(typeof value === 'string' && /^(false|0)$/i.test(value.trim())));

/** The track of a person or device, cleaned and thinned, with stays. The view is recorded. */
export const trackCall = call({
  wire: `GET ${locationReading.wire.service}/GetTrack`,
  title: '轨迹',
  permission: stemsOf(locationReading),
  input: z.object({
    ...whoseInput,
    ...timesInput,
    clean: flag,
    tolerance: z.coerce.number().min(0).max(10_000).optional(),
  }),
  output: trackOutput,
  async run(ctx, input) {
    const span = await spanOf(ctx, input);
    const whose = await oneOf(ctx, input);
    const [rows, datum] = await Promise.all([fixesOf(ctx, whose, span), mapDatum(ctx)]);
    await noteLocationViews(
      ctx,
      rows.map(({ clientId }) => clientId),
    );
    const options = input.tolerance === undefined ? {} : { tolerance: input.tolerance };
    const fixes = rows.map(toFix);
    return shownTrack(input.clean ? trackOf(fixes, options) : rawTrackOf(fixes, options), {
      datum,
      span,
      rows,
      mayUnmask: ctx.can(unmask),
    });
  },
});
