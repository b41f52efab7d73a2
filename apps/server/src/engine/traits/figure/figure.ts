import {
  type AnyResource,
  choicesOf,
  columnName,
  type Figure,
  fieldOf,
  figureQuery,
  kindOf,
  Members,
} from '@kangmai/resource';
import { addDays, startOfDay } from '@kangmai/domain';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { listQuery } from '../../crud/conventional.ts';
import { type Built, countLimit } from '../../crud/list.ts';
import type { Plan } from '../../crud/plan.ts';
import { Values, whereClause } from '../../crud/where.ts';

/** A figure as it is answered; a count stops at a limit. */
export interface CountedFigure {
  readonly value: number;
  readonly isCapped: boolean;
  /** The number of each choice by its code; none of a figure that is not divided. */
  readonly parts: readonly { readonly code: number | string; readonly value: number }[];
}

const columnOf = (resource: AnyResource, name: string): string => `b."${columnName(name, fieldOf(resource, name))}"`;

/** One statement over the rows that the list of the figure finds: a count to a limit, or grouped. */
function figureStatement(plan: Plan, ctx: CallCtx, figure: Figure): Built {
  const { resource } = plan;
  const query = figureQuery(resource, figure, {
    today: ctx.today(),
    instantOf: (day, end) => {
      const { zone } = ctx.caller;
      return new Date(end === 'from' ? startOfDay(day, zone) : startOfDay(addDays(day, 1), zone) - 1).toISOString();
    },
  });
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, { ...listQuery(plan, ctx, Members.of(query)), values });
  const { measure, by } = figure;
  const from = `from "${resource.table}" b where ${where}`;
  if (by === undefined && measure === 'count')
    return { sql: `select count(*) as value from (select 1 ${from} limit ${countLimit + 1}) c`, values: values.list };
  const value = measure === 'count' ? 'count(*)' : `coalesce(sum(${columnOf(resource, measure.sum)}), 0)`;
  if (by === undefined) return { sql: `select ${value} as value ${from}`, values: values.list };
  const part = columnOf(resource, by);
  return { sql: `select ${part} as part, ${value} as value ${from} group by ${part}`, values: values.list };
}

interface Counted {
  readonly part?: unknown;
  readonly value: number | string;
}

function partsOf(resource: AnyResource, by: string, rows: readonly Counted[]): CountedFigure['parts'] {
  const field = fieldOf(resource, by);
  const { names, wireOf } = choicesOf(field);
  const found = new Map(rows.map(({ part, value }) => [kindOf(field).fromStore(part ?? null, field), Number(value)]));
  return names.map((name) => ({ code: wireOf(name), value: found.get(name) ?? 0 }));
}

/** Reads a figure of the rows that the caller sees. */
export async function readFigure(ctx: CallCtx, resource: AnyResource, figure: Figure): Promise<CountedFigure> {
  const { sql, values } = figureStatement(ctx.rows(resource).plan, ctx, figure);
  const rows = await ctx.tx.query<Counted>(sql, values);
  const total = rows.reduce((sum, { value }) => sum + Number(value), 0);
  const isCapped = figure.by === undefined && figure.measure === 'count' && total > countLimit;
  return {
    value: isCapped ? countLimit : total,
    isCapped,
    parts: figure.by === undefined ? [] : partsOf(resource, figure.by, rows),
  };
}
