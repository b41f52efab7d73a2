import { roundTo } from '@kangmai/domain';
import { z } from 'zod';
import { type CallCtx, Values, whole } from '../../engine/public.ts';
import { beforeWhere, shareOf, sourceOf, type FigureQuery } from './figures.ts';
import { limitsJoin, type BoundLimits } from './inside-limits.ts';

/**
 * A figure over the readings `b` of a period: the numbers that it needs as SQL, and what it answers of them. Beside
 * `b` its SQL sees `l.at`, the local time of the reading, and, where limits are given, what they say of it as `v`
 * (inside-limits.ts).
 * @example counted('b.spo2 < 90')
 */
export interface Figure<S extends z.ZodType = z.ZodType> {
  readonly numbers: readonly string[];
  readonly output: S;
  readonly of: (...numbers: readonly (number | null)[]) => z.output<S>;
}

export const maybe = z.number().nullable();

export const tallied = (sql: string): Figure<typeof whole> => ({
  numbers: [sql],
  output: whole,
  of: (count) => count ?? 0,
});

export const counted = (condition: string): Figure<typeof whole> => tallied(`count(*) filter (where ${condition})`);

export const valued = (sql: string, decimals: number): Figure<typeof maybe> => ({
  numbers: [sql],
  output: maybe,
  of: (value) => (value === null || value === undefined ? null : roundTo(value, decimals)),
});

/** The readings that meet a condition, as a part of some or of all; null where there are none. */
export const shared = (condition: string, among = 'true'): Figure<typeof maybe> => ({
  numbers: [`count(*) filter (where ${condition})`, `count(*) filter (where ${among})`],
  output: maybe,
  of: (part, all) => shareOf(part ?? 0, all ?? 0),
});

type Shapes<M extends Readonly<Record<string, Figure>>> = { [K in keyof M]: M[K]['output'] };

export function named<M extends Readonly<Record<string, Figure>>>(members: M): Figure<z.ZodObject<Shapes<M>>> {
  const figures = Object.entries(members);
  const shapes = Object.fromEntries(figures.map(([name, { output }]) => [name, output])) as Shapes<M>;
  return {
    numbers: figures.flatMap(([, figure]) => figure.numbers),
    output: z.object(shapes),
    of: (...numbers) => {
      const rest = [...numbers];
      const told = figures.map(([name, figure]) => [name, figure.of(...rest.splice(0, figure.numbers.length))]);
      return Object.fromEntries(told) as z.output<z.ZodObject<Shapes<M>>>;
    },
  };
}

/** Reads a figure in one statement. Readings without good contact stay outside. */
export async function readFigure<S extends z.ZodType>(
  ctx: CallCtx,
  query: FigureQuery & { readonly limits?: BoundLimits },
  figure: Figure<S>,
): Promise<z.output<S>> {
  const values = new Values(ctx);
  const { bind } = values;
  const local = ` cross join lateral (select b.measured_at at time zone ${bind(query.period.zone)} as at) l`;
  const joins = query.limits ? `${limitsJoin(query.limits, bind)}${local}` : local;
  const source = beforeWhere(sourceOf(ctx, query, values), joins);
  const row = await ctx.tx.one<Readonly<Record<string, string | number | null>>>(
    `select ${figure.numbers.map((sql, at) => `${sql} as n${at}`).join(', ')} ${source} and b.quality <> 2`,
    values.list,
  );
  const numbers = figure.numbers.map((_sql, at) => row?.[`n${at}`] ?? null);
  return figure.of(...numbers.map((value) => (value === null ? null : Number(value))));
}

export interface Figures<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly output: z.ZodObject<S>;
  readonly of: (ctx: CallCtx, query: FigureQuery) => Promise<z.output<z.ZodObject<S>>>;
}

export const figuresFrom = <S extends z.ZodRawShape>(output: S, of: Figures<S>['of']): Figures<S> => ({
  output: z.object(output),
  of,
});
