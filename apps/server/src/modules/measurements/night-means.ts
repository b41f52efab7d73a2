import {
  dippingClasses,
  leastReadings,
  pressureMeans,
  recordingStart,
  roundTo,
  type PressureMean,
  type PressureRecording,
  type RecordedSleep,
} from '@kangmai/domain';
import { bloodPressureReading, mattressSleepReport } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { call, timestamp, whole, type CallCtx } from '../../engine/public.ts';
import { isDevicePressure, isRecordedSleep } from '../main-loop/public.ts';
import { personOf, whoseInput } from './whose.ts';

const meanOutput = z.object({
  count: whole,
  least: whole,
  high: z.number().nullable(),
  low: z.number().nullable(),
  isHigh: z.boolean().nullable(),
});
const recordingOutput = z.object({
  night: z.string(),
  asleepAt: timestamp,
  awakeAt: timestamp,
  day: meanOutput,
  sleep: meanOutput,
  whole: meanOutput,
  fallPercent: z.number().nullable(),
  dipping: z.enum(dippingClasses).nullable(),
});

interface Sleep {
  readonly night: string;
  readonly asleepAt: Date;
  readonly awakeAt: Date;
}

/** A recording older than this is not shown as the present one. */
const shownDays = 14;

const sleepOf = (ctx: CallCtx, clientId: number): Promise<Sleep | undefined> =>
  ctx.tx.one<Sleep>(
    `select s.report_on::text as night, s.asleep_at as "asleepAt", s.awake_at as "awakeAt" from "${mattressSleepReport.table}" s
     where s.tenant_id = $1 and s.client_id = $2 and s.measured_at > $3 and ${isRecordedSleep('s')}
       and exists (select 1 from "${bloodPressureReading.table}" b where b.tenant_id = $1 and b.client_id = $2 and b.measured_at between s.asleep_at and s.awake_at and ${isDevicePressure('b')})
     order by s.report_on desc, s.total_minutes desc, s.id desc limit 1`,
    [ctx.tenantId, clientId, new Date(ctx.now().getTime() - shownDays * 86_400_000)],
  );

async function recordingOf(ctx: CallCtx, clientId: number, sleep: RecordedSleep): Promise<PressureRecording> {
  const rows = await ctx.tx.query<{ at: Date; high: number; low: number }>(
    `select b.measured_at as at, b.high, b.low from "${bloodPressureReading.table}" b
     where b.tenant_id = $1 and b.client_id = $2 and b.measured_at between $3 and $4 and ${isDevicePressure('b')} order by b.measured_at, b.id`,
    [ctx.tenantId, clientId, new Date(recordingStart(sleep)), new Date(sleep.to)],
  );
  return pressureMeans(
    rows.map(({ at, high, low }) => ({ at: at.getTime(), high, low })),
    sleep,
  );
}

const shown = ({ count, mean, isHigh }: PressureMean, least: number): z.output<typeof meanOutput> => ({
  count,
  least,
  high: mean && roundTo(mean.high, 1),
  low: mean && roundTo(mean.low, 1),
  isHigh,
});

export const nightMeansCall = call({
  wire: 'GET Watch_bps/GetNightMeans',
  title: '昼夜血压均值',
  permission: stemsOf(bloodPressureReading),
  input: z.object({ userId: whoseInput.userId.unwrap() }),
  output: z.object({ recording: recordingOutput.nullable() }),
  run: async (ctx, { userId }) => {
    const { id } = await personOf(ctx, userId);
    const sleep = await sleepOf(ctx, id);
    if (!sleep) return { recording: null };
    const { night, asleepAt, awakeAt } = sleep;
    const { parts, fall } = await recordingOf(ctx, id, { from: asleepAt.getTime(), to: awakeAt.getTime() });
    return {
      recording: {
        night,
        asleepAt: asleepAt.toISOString(),
        awakeAt: awakeAt.toISOString(),
        day: shown(parts.day, leastReadings.day),
        sleep: shown(parts.night, leastReadings.night),
        whole: shown(parts.whole, leastReadings.day + leastReadings.night),
        fallPercent: fall && roundTo(fall.percent, 1),
        dipping: fall?.dipping ?? null,
      },
    };
  },
});
