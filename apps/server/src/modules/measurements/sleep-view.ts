import { addDays } from '@kangmai/domain';
import { mattressSleepReport } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { anyValue, arrayOf, call, told, wrappedWith, type CallCtx, tenantZone } from '../../engine/public.ts';
import { pointsOf, type Point } from '../main-loop/public.ts';
import { periodOf } from './period.ts';
import { pointOf } from './shapes.ts';

interface SleepRow {
  readonly measuredAt: Date;
  readonly id: number;
}

async function livingId(ctx: CallCtx, id: number): Promise<number> {
  const { table } = mattressSleepReport;
  const row = await ctx.tx.one<SleepRow>(
    `with recursive chain as (select id, measured_at, 0 as depth from "${table}" where tenant_id = $1 and id = $2
       union all select n.id, n.measured_at, c.depth + 1 from chain c join "${table}" n on n.tenant_id = $1 and n.measured_at = c.measured_at and n.supersedes = c.id where c.depth < 100)
     select id, measured_at as "measuredAt" from chain order by depth desc limit 1`,
    [ctx.tenantId, id],
  );
  return row?.id ?? id;
}

const hourMs = 3_600_000;

export const sleepView = call({
  wire: `GET ${mattressSleepReport.wire.service}/GetSleepReportForView`,
  title: '睡眠报告',
  permission: stemsOf(mattressSleepReport),
  input: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  output: wrappedWith(mattressSleepReport, {
    hypnogram: anyValue,
    heartCurve: arrayOf(pointOf('heart')),
    spo2Curve: arrayOf(pointOf('spo2')),
    breath: told<object>(
      z.object({ avg: z.number().nullable(), max: z.number().nullable(), min: z.number().nullable() }),
    ),
  }),
  run: async (ctx, { id }) => {
    const rows = ctx.rows(mattressSleepReport);
    const row = await rows.get(await livingId(ctx, id));
    const zone = await tenantZone(ctx);
    const day = String(row['reportOn']);
    const usual = periodOf(zone, { first: addDays(day, -1), last: day });
    const time = (name: string): Date | undefined => (row[name] instanceof Date ? row[name] : undefined);
    const from = time('inBedAt') ?? time('asleepAt') ?? new Date(usual.from.getTime() + 20 * hourMs);
    const to = time('outOfBedAt') ?? time('awakeAt') ?? new Date(usual.from.getTime() + 34 * hourMs);
    const clientId = typeof row['client'] === 'number' ? row['client'] : undefined;
    const curve = (kind: 'heart' | 'spo2'): Promise<readonly Point[]> =>
      clientId === undefined ? Promise.resolve([]) : pointsOf(ctx, { kind, clientId, imei: undefined, from, to });
    const [heart, spo2] = await Promise.all([curve('heart'), curve('spo2')]);
    return {
      ...rows.plan.writer.wrapped(row),
      hypnogram: row['hypnogram'] ?? null,
      heartCurve: heart,
      spo2Curve: spo2,
      breath: { avg: row['avgBreath'] ?? null, max: row['maxBreath'] ?? null, min: row['minBreath'] ?? null },
    };
  },
});
