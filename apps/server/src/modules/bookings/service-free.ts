import { addDays, startOfDay } from '@kangmai/domain';
import { calendarDay } from '@kangmai/domain/calendar';
import { healthService, healthServiceBooking } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  askedDay,
  call,
  type Call,
  type CallCtx,
  freePlaces,
  tenantZone,
  whole,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { instantsIn, isOpenOn, lastDayOf, type Offered, rangesOf, rangeText } from './service-places.ts';

const mostDays = 31;

const input = z.object({
  healthServicesId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  begin: askedDay,
  end: askedDay,
});

const daysFrom = (begin: string, end: string): readonly string[] =>
  Array.from({ length: mostDays }, (_, nth) => addDays(begin, nth)).filter((day) => day <= end);

async function takenIn(
  ctx: CallCtx,
  { id }: Offered,
  { begin, end, zone }: { readonly begin: string; readonly end: string; readonly zone: string },
): Promise<ReadonlyMap<number, number>> {
  const at = (day: string): Date => new Date(startOfDay(day, zone));
  const days = { from: at(begin), to: at(addDays(end, 1)) };
  const slots = await freePlaces(ctx, { kind: healthService.name, subjects: [id], ...days });
  return new Map(slots.map(({ begins, taken }) => [begins?.getTime() ?? 0, taken]));
}

const freeOutput = arrayOf(
  z.object({
    timeRange: z.string(),
    days: z.array(z.object({ day: z.string(), total: whole, free: whole })),
  }),
);

export const freeShape = { input, output: freeOutput } as const;

export const freePlacesOf =
  (years: WorkYearReader) =>
  async (
    ctx: CallCtx,
    { healthServicesId, begin, end }: z.output<typeof input>,
  ): Promise<z.output<typeof freeOutput>> => {
    if (end < begin) throw invalid('end', 'booking.end-before-begin');
    if (end > addDays(begin, mostDays - 1)) throw invalid('end', 'booking.span-too-long', { most: mostDays });
    const service = await ctx.repo(healthService).get(healthServicesId);
    if (service.state !== 'offered') return [];
    const zone = await tenantZone(ctx);
    const [taken, { years: known }] = [await takenIn(ctx, service, { begin, end, zone }), await years.read()];
    const last = lastDayOf(service, ctx.today());
    const open = daysFrom(begin, end).filter((day) => day <= last && isOpenOn(service, calendarDay(known, day)));
    return rangesOf(service).map((range) => ({
      timeRange: rangeText(range),
      days: open
        .map((day) => ({ day, from: instantsIn(day, range, zone).from }))
        .filter(({ from }) => from > ctx.now())
        .map(({ day, from }) => {
          const free = Math.max(0, range.capacity - (taken.get(from.getTime()) ?? 0));
          return { day, total: range.capacity, free };
        }),
    }));
  };

export const serviceFreePlaces = (years: WorkYearReader): Call =>
  call({
    wire: `GET ${healthServiceBooking.wire.service}/GetFreePlaces`,
    title: '健康服务预约：空闲名额',
    permission: permissionsOfCall(healthServiceBooking, 'list'),
    resource: healthServiceBooking,
    ...freeShape,
    run: freePlacesOf(years),
  });
