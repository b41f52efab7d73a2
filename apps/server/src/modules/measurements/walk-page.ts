import { localDay } from '@kangmai/domain';
import { client, dataOrigins, device, stepCount } from '@kangmai/model';
import type { Members } from '@kangmai/resource';
import {
  inSight,
  type CallCtx,
  countLimit,
  listQuery,
  type PlainRow,
  type Plan,
  Values,
  whereClause,
  tenantZone,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { walkDaysOf, type PersonDay, type WalkDay } from './walk-days.ts';
import { ofKeptPerson } from './whose.ts';

type ListQuery = ReturnType<typeof listQuery>;
type Condition = ListQuery['conditions'][number];
type SortKey = ListQuery['sort'][number];

/** Most days computed for one answer that filters or sorts by what was walked. */
const mostWorkedOut = 5000;

interface WalkQuery {
  readonly zone: string;
  readonly list: ListQuery;
  /** Conditions on what was walked, checked after the day is computed. */
  readonly late: readonly Condition[];
}

const lateFields = new Set(['steps', 'device', 'origin', 'level']);

function daySource(ctx: CallCtx, { zone, list }: WalkQuery, values: Values): string {
  const { bind } = values;
  const signs = { ge: '>=', le: '<=', eq: '=' } as const;
  const conditions = list.conditions.flatMap(({ field, operator, value }): string[] => {
    if (operator !== 'ge' && operator !== 'le' && operator !== 'eq') return [];
    if (field === 'client') return [`d.client_id = ${bind(value)}`];
    if (field === 'walkedOn') return [`d.day ${signs[operator]} ${bind(value)}::date`];
    if (field === 'measuredAt')
      return [`d.day ${signs[operator]} ${bind(localDay((value as Date).getTime(), zone))}::date`];
    return field === 'flag' ? [`(d.abnormal_count > 0) = ${bind(value === 'abnormal')}::boolean`] : [];
  });
  const people =
    list.text === undefined
      ? []
      : [
          `d.client_id in (select b.id from "${client.table}" b where ${whereClause(ctx.rows(client).plan, ctx, { conditions: [], text: list.text, values })})`,
        ];
  return [
    "from reading_day d where d.tenant_id = $1 and d.kind = 'walk' and d.metric = 'steps'",
    ofKeptPerson('d'),
    inSight(ctx, stepCount, { alias: 'd', values }),
    ...conditions,
    ...people,
  ].join(' and ');
}

const directionOf = (sort: readonly SortKey[]): string => (sort[0]?.descending === false ? 'asc' : 'desc');

function orderOf({ sort }: ListQuery): string {
  const direction = directionOf(sort);
  return sort[0]?.field === 'client'
    ? `d.client_id ${direction}, d.day desc`
    : `d.day ${direction}, d.client_id ${direction}`;
}

async function daysOf(
  ctx: CallCtx,
  asked: WalkQuery,
  page: { readonly skip: number; readonly take: number },
): Promise<readonly WalkDay[]> {
  const values = new Values(ctx);
  const source = daySource(ctx, asked, values);
  const days = await ctx.tx.query<PersonDay>(
    `select d.client_id as "clientId", d.day ${source} order by ${orderOf(asked.list)} limit ${values.bind(page.take)} offset ${values.bind(page.skip)}`,
    values.list,
  );
  const found = new Map(
    (await walkDaysOf(ctx, asked.zone, days)).map((walk) => [`${walk.clientId}|${walk.day}`, walk]),
  );
  return days.map(({ clientId, day }) => found.get(`${clientId}|${day}`)).filter((walk) => walk !== undefined);
}

async function countDays(ctx: CallCtx, asked: WalkQuery, most: number): Promise<number> {
  const values = new Values(ctx);
  return (
    (
      await ctx.tx.one<{ total: number }>(
        `select count(*) as total from (select 1 ${daySource(ctx, asked, values)} limit ${most + 1}) c`,
        values.list,
      )
    )?.total ?? 0
  );
}

function meets(walk: WalkDay, { field, operator, value }: Condition, devices: ReadonlyMap<string, number>): boolean {
  if (field === 'device') return walk.deviceId !== null && walk.deviceId === devices.get(String(value));
  const own = field === 'origin' ? walk.origin : field === 'level' ? walk.level : walk.steps;
  const asked =
    field === 'origin'
      ? Number(dataOrigins.wireOf(value as never))
      : field === 'level'
        ? ['normal', 'notice', 'attention', 'warning', 'critical'].indexOf(String(value))
        : Number(value);
  return operator === 'ge' ? own >= asked : operator === 'le' ? own <= asked : own === asked;
}

async function devicesOf(ctx: CallCtx, late: readonly Condition[]): Promise<ReadonlyMap<string, number>> {
  const imeis = late.filter(({ field }) => field === 'device').map(({ value }) => String(value));
  if (imeis.length === 0) return new Map();
  const rows = await ctx.all(ctx.from(device, 'd').select(['d.imei', 'd.id']).where('d.imei', 'in', imeis));
  return new Map(rows.map(({ imei, id }) => [imei, id]));
}

interface WalkPage {
  readonly walks: readonly WalkDay[];
  readonly total: number;
  readonly capped: boolean;
}

/** A page filtered by what was walked: the newest days are computed; beyond them the total says there may be more. */
async function workedOutPage(ctx: CallCtx, asked: WalkQuery): Promise<WalkPage> {
  const { list, late } = asked;
  const [devices, days, all] = await Promise.all([
    devicesOf(ctx, late),
    daysOf(ctx, asked, { skip: 0, take: mostWorkedOut }),
    countDays(ctx, asked, mostWorkedOut),
  ]);
  if (list.sort[0]?.field === 'steps' && all > mostWorkedOut)
    throw invalid('sorting', 'list.too-many', { max: mostWorkedOut });
  const walks = days.filter((walk) => late.every((condition) => meets(walk, condition, devices)));
  const sorted =
    list.sort[0]?.field === 'steps'
      ? walks.toSorted((one, other) =>
          directionOf(list.sort) === 'asc' ? one.steps - other.steps : other.steps - one.steps,
        )
      : walks;
  return { walks: sorted.slice(list.skip, list.skip + list.take), total: walks.length, capped: all > mostWorkedOut };
}

async function plainPage(ctx: CallCtx, asked: WalkQuery): Promise<WalkPage> {
  const [walks, total] = await Promise.all([daysOf(ctx, asked, asked.list), countDays(ctx, asked, countLimit)]);
  return { walks, total: Math.min(total, countLimit), capped: total > countLimit };
}

async function rowsOf(ctx: CallCtx, plan: Plan, walks: readonly WalkDay[]): Promise<readonly PlainRow[]> {
  if (walks.length === 0) return [];
  const rows = await ctx.rows(plan.resource).select({
    conditions: [
      { field: 'measuredAt', operator: 'in', value: walks.map(({ measuredAt }) => measuredAt) },
      { field: 'id', operator: 'in', value: walks.map(({ id }) => id) },
    ],
    sort: [],
    skip: 0,
    take: walks.length,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return walks.flatMap((walk): PlainRow[] => {
    const row = byId.get(walk.id);
    const { steps, distance, calorie, sportMinutes, goalSteps, day } = walk;
    return row ? [{ ...row, steps, distance, calorie, sportMinutes, goalSteps, walkedOn: day }] : [];
  });
}

export async function walkPage(
  ctx: CallCtx,
  query: Members,
): Promise<{
  readonly rows: readonly PlainRow[];
  readonly total: number;
  readonly capped: boolean;
  readonly plan: Plan;
}> {
  const { plan } = ctx.rows(stepCount);
  const list = listQuery(plan, ctx, query);
  if (list.take > mostWorkedOut) throw invalid('maxResultCount', 'list.too-many', { max: mostWorkedOut });
  const asked: WalkQuery = {
    zone: await tenantZone(ctx),
    list,
    late: list.conditions.filter(({ field }) => lateFields.has(field)),
  };
  const page =
    asked.late.length > 0 || list.sort[0]?.field === 'steps'
      ? await workedOutPage(ctx, asked)
      : await plainPage(ctx, asked);
  return { rows: await rowsOf(ctx, plan, page.walks), total: page.total, capped: page.capped, plan };
}
