import { type CallCtx, Values } from '../../engine/public.ts';
import { metricsOf, pointSource } from '../main-loop/public.ts';
import { subjectOf, type Whose } from './whose.ts';

/** The main sleep report of one night, by the day of waking up; instants as ISO text. */
export interface Night {
  readonly id: number;
  readonly date: string;
  readonly measuredAt: Date;
  readonly inBedAt: Date | null;
  readonly asleepAt: Date | null;
  readonly awakeAt: Date | null;
  readonly outOfBedAt: Date | null;
  readonly level: number;
  readonly flag: number;
  readonly quality: number;
  readonly isMattress: boolean;
  readonly [metric: string]: unknown;
}

const nap = '午睡';

/** A chart's limit; of more nights the newest are taken. */
const mostNights = 2000;

/** The nights of a person or device, ascending: one report each, a mattress's before a watch's; no naps. */
export async function nightsOf(
  ctx: CallCtx,
  query: {
    readonly whose: Whose;
    readonly from: Date | undefined;
    readonly to: Date | undefined;
    readonly most?: number;
  },
): Promise<readonly Night[]> {
  const values = new Values(ctx);
  const source = pointSource(ctx, { kind: 'sleep', ...subjectOf(query.whose), from: query.from, to: query.to }, values);
  const metrics = metricsOf('sleep')
    .map(({ key, column }) => `b."${column}" as "${key}"`)
    .join(', ');
  const rows = await ctx.tx.query<Night>(
    `select * from (select distinct on (p.date) p.* from (select b.id, b.report_on as date, b.measured_at as "measuredAt", b.in_bed_at as "inBedAt", b.asleep_at as "asleepAt", b.awake_at as "awakeAt", b.out_of_bed_at as "outOfBedAt", b.level, b.flag, b.quality, ${metrics},
        exists (select 1 from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id where d.tenant_id = $1 and d.id = b.device_id and t.category = 'mattress') as "isMattress"
        ${source} and b.remark is distinct from '${nap}') p
      order by p.date desc, p."isMattress" desc, p."totalMinutes" desc, p.id desc limit ${Math.min(query.most ?? mostNights, mostNights)}) n order by n.date`,
    values.list,
  );
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(metricsOf('sleep').map(({ key }) => [key, row[key] === null ? null : Number(row[key])])),
  }));
}
