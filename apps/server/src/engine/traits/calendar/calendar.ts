import { addDays, daysBetween, startOfDay } from '@kangmai/domain';
import {
  type AnyResource,
  columnName,
  fieldOf,
  type InTime,
  type Members,
  permissionsOfCall,
  readDay,
} from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { z } from 'zod';
import { invalid } from '../../../platform/errors.ts';
import { askedDay } from '../../asked-day.ts';
import { arrayOf, day as dayShape, listQueryInput, whole, wrappedRow } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { listQuery } from '../../crud/conventional.ts';
import { countLimit } from '../../crud/list.ts';
import type { Rows } from '../../crud/repository.ts';
import { Values, whereClause } from '../../crud/where.ts';
import { completeRows } from '../hooks.ts';
import type { Trait } from '../trait.ts';

const mostDays = 62;
const mostOfDay = 100;
const usualOfDay = 4;

/** The requested days, and how many rows of each. */
interface Span {
  readonly from: string;
  readonly to: string;
  readonly most: number;
}

function dayIn(query: Members, name: string): string {
  const given = query.get(name);
  if (given === undefined || given === '') throw invalid(name, 'field.required');
  const day = readDay(given);
  if (day === undefined) throw invalid(name, 'field.not-date');
  if (!askedDay.safeParse(day).success) throw invalid(name, 'field.beyond-years');
  return day;
}

function spanIn(query: Members): Span {
  const from = dayIn(query, 'From');
  const to = dayIn(query, 'To');
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > mostDays)
    throw invalid('To', 'field.out-of-range', { min: from, max: addDays(from, mostDays - 1) });
  const most = Number(query.get('MostOfDay') ?? usualOfDay);
  if (!Number.isInteger(most) || most < 1 || most > mostOfDay)
    throw invalid('MostOfDay', 'field.out-of-range', { min: 1, max: mostOfDay });
  return { from, to, most };
}

interface Asked {
  readonly rows: Rows;
  readonly field: string;
  readonly span: Span;
  readonly query: Members;
}

const isInstant = ({ rows, field }: Asked): boolean => fieldOf(rows.plan.resource, field).kind === 'dateTime';

/** The rows that begin on one of the days, in the caller's zone. */
function within(ctx: CallCtx, asked: Asked): readonly Condition[] {
  const { field, span } = asked;
  const { zone } = ctx.caller;
  const [from, to] = isInstant(asked)
    ? [new Date(startOfDay(span.from, zone)), new Date(startOfDay(addDays(span.to, 1), zone) - 1)]
    : [span.from, span.to];
  return [
    { field, operator: 'ge', value: from },
    { field, operator: 'le', value: to },
  ];
}

interface Placed {
  readonly id: number;
  readonly day: string;
  readonly count: number;
}

/** The first rows of each day with the number of its rows, up to the limit of a list in all. */
async function placeRows(ctx: CallCtx, asked: Asked): Promise<readonly Placed[]> {
  const { plan } = asked.rows;
  const { conditions, text } = listQuery(plan, ctx, asked.query);
  const values = new Values(ctx);
  const where = whereClause(plan, ctx, {
    conditions: [...conditions, ...within(ctx, asked)],
    ...(text !== undefined && { text }),
    values,
  });
  const begin = `b."${columnName(asked.field, fieldOf(plan.resource, asked.field))}"`;
  const day = isInstant(asked) ? `(${begin} at time zone ${values.bind(ctx.caller.zone)})::date` : begin;
  return ctx.tx.query<Placed>(
    `select d.id, to_char(d.day, 'YYYY-MM-DD') as day, d.count from (
       select c.id, c.day, row_number() over (partition by c.day order by c.begin, c.id) as place, count(*) over (partition by c.day) as count
       from (select b.id, ${begin} as begin, ${day} as day from ${plan.table} b where ${where} order by ${begin}, b.id limit ${countLimit + 1}) c
     ) d where d.place <= ${values.bind(asked.span.most)} order by d.day, d.place`,
    values.list,
  );
}

async function readCalendar(ctx: CallCtx, asked: Asked) {
  const placed = await placeRows(ctx, asked);
  const ids = placed.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await asked.rows.find({ where: { id: { in: ids } }, take: ids.length });
  const rows = new Map((await completeRows(asked.rows.plan, ctx, { rows: found })).map((row) => [row.id, row]));
  const days = new Map(placed.map(({ day, count }) => [day, count]));
  const total = [...days.values()].reduce((sum, count) => sum + count, 0);
  return {
    days: [...days].map(([day, count]) => ({ day, count })),
    capped: total > countLimit,
    items: ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [asked.rows.plan.writer.wrapped(row)] : [];
    }),
  };
}

const calendarCall = (resource: AnyResource, { from }: InTime): Call =>
  call({
    wire: `GET ${resource.wire.service}/GetCalendar`,
    title: `${resource.title}：日历`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    input: listQueryInput(
      resource,
      {
        From: { type: 'string', format: 'date' },
        To: { type: 'string', format: 'date' },
        MostOfDay: { type: 'integer', minimum: 1, maximum: mostOfDay, default: usualOfDay },
      },
      { required: ['From', 'To'], paged: false },
    ),
    output: z.object({
      /** Days that have rows, with their number. */
      days: arrayOf(z.object({ day: dayShape, count: whole })),
      /** There are more rows than were counted. */
      capped: z.boolean(),
      /** The first rows of each day. */
      items: arrayOf(wrappedRow(resource)),
    }),
    run: (ctx: CallCtx, query) =>
      readCalendar(ctx, { rows: ctx.rows(resource), field: from, span: spanIn(query), query }),
  });

/** Lists with a calendar or a week: a call that reads the first rows of each day and counts them. */
export const calendar: Trait = {
  calls(resource) {
    const { calendar: month, week = month } = resource.list.layouts;
    return week === undefined ? [] : [calendarCall(resource, week)];
  },
};
