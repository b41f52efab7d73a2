import {
  type AnyResource,
  choicesOf,
  columnName,
  type Figure,
  fieldOf,
  figureQuery,
  kindOf,
  Members,
  permissionsOfCall,
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
  readonly parts: readonly { readonly code: number | string; readonly value: number; readonly isCapped: boolean }[];
}

const columnOf = (resource: AnyResource, name: string): string => `b."${columnName(name, fieldOf(resource, name))}"`;

/** One statement over the rows that the list of the figure finds: counts to a limit, or sums. */
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
  const measured = (condition: string): string => {
    const from = `from "${resource.table}" b where ${condition}`;
    if (measure !== 'count') return `select coalesce(sum(${columnOf(resource, measure.sum)}), 0) as value ${from}`;
    return `select count(*) as value from (select 1 ${from} limit ${countLimit + 1}) c`;
  };
  if (by === undefined) return { sql: measured(where), values: values.list };
  const field = fieldOf(resource, by);
  const stored = choicesOf(field).names.map((name) => kindOf(field).toStore(name, field));
  const parts = `unnest(${values.bind(stored)}::${kindOf(field).storage(field).type}[]) as p(part)`;
  return {
    sql: `select p.part, m.value from ${parts} cross join lateral (${measured(`${where} and ${columnOf(resource, by)} = p.part`)}) m`,
    values: values.list,
  };
}

interface Counted {
  readonly part?: unknown;
  readonly value: number | string;
}

function partsOf(resource: AnyResource, by: string, rows: readonly Measured[]): CountedFigure['parts'] {
  const field = fieldOf(resource, by);
  const { names, wireOf } = choicesOf(field);
  const found = new Map(rows.map(({ part, ...row }) => [kindOf(field).fromStore(part ?? null, field), row]));
  return names.map((name) => ({ code: wireOf(name), ...(found.get(name) ?? { value: 0, isCapped: false }) }));
}

interface Measured {
  readonly part: unknown;
  readonly value: number;
  readonly isCapped: boolean;
}

/** Reads a figure of the rows that the caller sees. */
export async function readFigure(ctx: CallCtx, resource: AnyResource, figure: Figure): Promise<CountedFigure> {
  const { sql, values } = figureStatement(ctx.rows(resource).plan, ctx, figure);
  const rows = (await ctx.tx.query<Counted>(sql, values)).map(({ part, value }): Measured => {
    const isCapped = figure.measure === 'count' && Number(value) > countLimit;
    return { part, value: isCapped ? countLimit : Number(value), isCapped };
  });
  return {
    value: rows.reduce((sum, { value }) => sum + value, 0),
    isCapped: rows.some(({ isCapped }) => isCapped),
    parts: figure.by === undefined ? [] : partsOf(resource, figure.by, rows),
  };
}

/** Those of some figures whose rows the caller may list, counted. */
export function figuresFor(
  ctx: CallCtx,
  asked: readonly Figure[],
): Promise<readonly (CountedFigure & { readonly key: string })[]> {
  const open = asked.flatMap((figure) => {
    const resource = ctx.model.byName(figure.of);
    const isOpen = [permissionsOfCall(resource, 'list')].flat().some((permission) => ctx.can(permission));
    return isOpen ? [{ figure, resource }] : [];
  });
  return Promise.all(
    open.map(async ({ figure, resource }) => ({ key: figure.key, ...(await readFigure(ctx, resource, figure)) })),
  );
}
