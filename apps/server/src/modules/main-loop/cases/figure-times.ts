import { abnormalCase, type ReadingKind } from '@kangmai/model';
import type { LiveEvents } from '@kangmai/model/events';
import { stemsOf, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { metricsOf, tableOf } from '../readings/points.ts';

export type FigureCase = Pick<
  Row<typeof abnormalCase>,
  'id' | 'client' | 'type' | 'value' | 'peakValue' | 'startedAt' | 'latestAt'
>;

const timesOutput = z.object({
  id: whole,
  /** Of the value in the text of the case. */
  valueTime: timestamp.nullable(),
  peakTime: timestamp.nullable(),
  /** The worst value, if it is not the one in the text. */
  worst: z.object({ value: z.string(), time: timestamp }).nullable(),
});

type FigureTimes = Pick<LiveEvents['newabnormal'], 'valueTime' | 'worst'> & {
  readonly id: number;
  readonly peakTime: string | null;
};

const figuresOfType: Readonly<Record<string, readonly [kind: ReadingKind, ...figures: string[]]>> = {
  bpHigh: ['bp', 'high', 'low'],
  bpLow: ['bp', 'high', 'low'],
  heartFast: ['heart', 'heart'],
  heartSlow: ['heart', 'heart'],
  spo2Low: ['spo2', 'spo2'],
  sugarHigh: ['bloodSugar', 'bloodSugar'],
  sugarLow: ['bloodSugar', 'bloodSugar'],
  tempHigh: ['temperature', 'temperature'],
  tempLow: ['temperature', 'temperature'],
  uricHigh: ['uricAcid', 'uricAcid'],
  ketone: ['ketone', 'ketone'],
};

const figuresPattern = /^\d{1,6}(\.\d{1,4})?(\/\d{1,6}(\.\d{1,4})?)?$/;
const figureAt = (text: string | null, place: number): string | null =>
  text !== null && figuresPattern.test(text) ? (text.split('/')[place] ?? null) : null;

interface TimesRow {
  readonly id: number;
  readonly valueAt: Date | null;
  readonly peakAt: Date | null;
}

async function ofKind(
  ctx: CallCtx,
  kind: ReadingKind,
  { cases, figures }: { readonly cases: readonly FigureCase[]; readonly figures: readonly string[] },
): Promise<readonly TimesRow[]> {
  const columns = figures.map((figure) => metricsOf(kind).find(({ key }) => key === figure)?.column ?? figure);
  const says = (name: string): string =>
    columns.map((column, place) => `round(r."${column}"::numeric, 2) = k.${name}${place}::numeric`).join(' and ');
  const asked = (['value', 'peak'] as const).flatMap((name) =>
    columns.map((_, place) => ({
      name: `${name}${place}`,
      texts: cases.map((row) => figureAt(name === 'value' ? row.value : row.peakValue, place)),
    })),
  );
  const places = asked.map((_, at) => `$${at + 6}::text[]`).join(', ');
  return ctx.tx.query<TimesRow>(
    `select k.id, max(r.measured_at) filter (where ${says('value')}) as "valueAt", max(r.measured_at) filter (where ${says('peak')}) as "peakAt"
       from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], ${places}) as k(id, client_id, from_at, to_at, ${asked.map(({ name }) => name).join(', ')})
       join "${tableOf(kind).resource.table}" r on r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at between k.from_at and k.to_at and (${says('value')} or ${says('peak')})
      group by k.id`,
    [
      ctx.tenantId,
      cases.map(({ id }) => id),
      cases.map((row) => row.client),
      cases.map(({ startedAt }) => startedAt),
      cases.map(({ latestAt }) => latestAt),
      ...asked.map(({ texts }) => texts),
    ],
  );
}

export async function figureTimesOf(ctx: CallCtx, cases: readonly FigureCase[]): Promise<readonly FigureTimes[]> {
  const known = cases.filter(
    (row) => row.client !== null && row.value !== null && figuresOfType[row.type] !== undefined,
  );
  const groups = [...groupBy(known, ({ type }) => figuresOfType[type]?.[0] ?? 'bp')];
  const rows = await Promise.all(
    groups.map(async ([kind, group]) =>
      ofKind(ctx, kind, { cases: group, figures: figuresOfType[group[0]?.type ?? '']?.slice(1) ?? [] }),
    ),
  );
  const found = new Map(rows.flat().map((row) => [row.id, row]));
  return cases.map(({ id, value, peakValue }) => {
    const [valueTime = null, peakTime = null] = [found.get(id)?.valueAt, found.get(id)?.peakAt].map((at) =>
      at?.toISOString(),
    );
    const isWorse = peakValue !== null && peakValue !== value && peakTime !== null;
    return { id, valueTime, peakTime, worst: isWorse ? { value: peakValue, time: peakTime } : null };
  });
}

const mostCases = 100;

export const figureTimesCall = call({
  wire: `GET ${abnormalCase.wire.service}/GetFigureTimes`,
  title: '异常值的测量时间',
  permission: stemsOf(abnormalCase),
  input: z.object({
    ids: z
      .string()
      .max(2000)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.number().int().positive()).max(mostCases)),
  }),
  output: z.object({ items: arrayOf(timesOutput) }),
  run: async (ctx, { ids }) => ({
    items: await figureTimesOf(
      ctx,
      await ctx.repo(abnormalCase).list({ where: { id: { in: ids } } as object, take: mostCases }),
    ),
  }),
});
