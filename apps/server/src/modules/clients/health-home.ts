import { addDays, startOfDay, unknownBirthday } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  inSight,
  arrayOf,
  call,
  day,
  timestamp,
  Values,
  whole,
  yearsSql,
  type Call,
  type CallCtx,
} from '../../engine/public.ts';

const counted = { count: whole };
const peopleOutput = z.object({
  total: whole,
  vip: whole,
  gender: arrayOf(z.object({ code: z.string(), ...counted })),
  ageBands: arrayOf(z.object({ name: z.string(), ...counted })),
  crowds: arrayOf(z.object({ code: z.string(), ...counted })),
});
const devicesOutput = z.object({ worn: whole, online: whole });
const figures = { measuredClients: whole, readings: whole, abnormalReadings: whole, abnormalCases: whole };
const boardOutput = z.object({
  clients: peopleOutput,
  devices: devicesOutput,
  sosOpen: whole,
  abnormalOpen: z.record(z.string(), whole),
  today: z.object({ day, ...figures }),
  trend: arrayOf(z.object({ date: day, ...figures })),
  asOf: timestamp,
});
type Board = z.output<typeof boardOutput>;

interface UnitFilter {
  readonly unitId: number | undefined;
}

/** Managed persons in the caller's sight, of one unit and those below it when requested. */
function personsSql(ctx: CallCtx, asked: UnitFilter, values: Values): string {
  const unit = asked.unitId === undefined ? undefined : values.bind(asked.unitId);
  return `select c.id, c.gender, c.birthday, c.crowd_types, c.is_vip from client c where c.tenant_id = $1 and not c.is_deleted and c.state in ('active', 'paused') and ${inSight(ctx, client, { alias: 'c', values })}${
    unit === undefined
      ? ''
      : ` and c.organization_unit_id in (select d.id from organization_unit o join organization_unit d on d.tenant_id = o.tenant_id and (d.id = o.id or (d.code ~>=~ (o.code || '.') and d.code ~<~ (o.code || '/'))) and not d.is_deleted where o.tenant_id = $1 and o.id = ${unit} and not o.is_deleted)`
  }`;
}

const ageBands = [
  ['0-6', 0, 6],
  ['7-17', 7, 17],
  ['18-44', 18, 44],
  ['45-64', 45, 64],
  ['65-79', 65, 79],
  ['80+', 80, 200],
] as const;

async function people(ctx: CallCtx, asked: UnitFilter): Promise<z.output<typeof peopleOutput>> {
  const values = new Values(ctx);
  const day = values.bind(ctx.today());
  const bands = ageBands
    .map(([, from, to], at) => `count(*) filter (where age between ${from} and ${to}) as band${at}`)
    .join(', ');
  const row = await ctx.tx.one<Record<string, number>>(
    `select count(*) as total, count(*) filter (where is_vip) as vip, count(*) filter (where gender = '1') as male, count(*) filter (where gender = '2') as female, count(*) filter (where gender not in ('1', '2')) as unknown, ${bands}
     from (select p.*, ${yearsSql(`${day}::date`, 'p.birthday', unknownBirthday)} as age from (${personsSql(ctx, asked, values)}) p) k`,
    values.list,
  );
  const crowdValues = new Values(ctx);
  const crowds = await ctx.tx.query<{ code: string; count: number }>(
    `select code, count(*) as count from (${personsSql(ctx, asked, crowdValues)}) p, unnest(p.crowd_types) as code group by code order by count desc, code`,
    crowdValues.list,
  );
  const count = (name: string): number => row?.[name] ?? 0;
  return {
    total: count('total'),
    vip: count('vip'),
    gender: [
      { code: '1', count: count('male') },
      { code: '2', count: count('female') },
      { code: '0', count: count('unknown') },
    ],
    ageBands: ageBands.map(([name], at) => ({ name, count: count(`band${at}`) })),
    crowds,
  };
}

const trendDays = 7;

interface Day {
  readonly day: string;
  readonly persons: number;
  readonly readings: number;
  readonly abnormal: number;
}

/** Persons measured, readings and abnormal ones by day, from the rollups; a reading of several metrics counts once. */
async function measured(ctx: CallCtx, asked: UnitFilter): Promise<readonly Day[]> {
  const values = new Values(ctx);
  const [from, to] = [values.bind(addDays(ctx.today(), 1 - trendDays)), values.bind(ctx.today())];
  const rows = await ctx.tx.query<Day>(
    `with p as materialized (${personsSql(ctx, asked, values)}), k as (select r.client_id, r.kind, r.day, max(r.count) as count, max(r.abnormal_count) as abnormal from reading_day r
       where r.tenant_id = $1 and r.day between ${from}::date and ${to}::date and r.client_id in (select id from p) group by r.client_id, r.kind, r.day)
     select day::text, count(distinct client_id) as persons, sum(count)::bigint as readings, sum(abnormal)::bigint as abnormal from k group by day`,
    values.list,
  );
  const known = new Map(rows.map((row) => [row.day, row]));
  return [...Array.from({ length: trendDays }).keys()]
    .map((at) => addDays(ctx.today(), at + 1 - trendDays))
    .map((day) => known.get(day) ?? { day, persons: 0, readings: 0, abnormal: 0 });
}

interface CaseCount {
  readonly day: string | null;
  readonly count: number;
}

async function cases(
  ctx: CallCtx,
  asked: UnitFilter,
): Promise<{
  readonly byDay: ReadonlyMap<string, number>;
  readonly open: Record<string, number>;
  readonly sos: number;
}> {
  const begin = new Date(startOfDay(addDays(ctx.today(), 1 - trendDays), ctx.caller.zone));
  const values = new Values(ctx);
  const [since, zone] = [values.bind(begin), values.bind(ctx.caller.zone)];
  const [days, levels, sos] = await Promise.all([
    ctx.tx.query<CaseCount>(
      `select (started_at at time zone ${zone})::date::text as day, count(*) as count from abnormal_case where tenant_id = $1 and not is_deleted and started_at >= ${since} and ${ofPersons(ctx, asked, values)} group by 1`,
      values.list,
    ),
    openByLevel(ctx, asked),
    openCalls(ctx, asked),
  ]);
  return { byDay: new Map(days.map(({ day, count }) => [day ?? '', count])), open: levels, sos };
}

/** A condition on `client_id`; rows without a person only for callers who see everything. */
function ofPersons(ctx: CallCtx, asked: UnitFilter, values: Values): string {
  const persons = `client_id in (select id from (${personsSql(ctx, asked, values)}) p)`;
  return ctx.caller.sight.all && asked.unitId === undefined ? `(client_id is null or ${persons})` : persons;
}

async function openByLevel(ctx: CallCtx, asked: UnitFilter): Promise<Record<string, number>> {
  const values = new Values(ctx);
  const rows = await ctx.tx.query<{ level: number; count: number }>(
    `select level, count(*) as count from abnormal_case where tenant_id = $1 and not is_deleted and state in (0, 1, 2) and ${ofPersons(ctx, asked, values)} group by level`,
    values.list,
  );
  const byLevel = Object.fromEntries(rows.map(({ level, count }) => [`level${level}`, count]));
  return {
    level1: 0,
    level2: 0,
    level3: 0,
    level4: 0,
    ...byLevel,
    total: rows.reduce((sum, { count }) => sum + count, 0),
  };
}

async function openCalls(ctx: CallCtx, asked: UnitFilter): Promise<number> {
  const values = new Values(ctx);
  const row = await ctx.tx.one<{ count: number }>(
    `select count(*) as count from sos_record where tenant_id = $1 and not is_deleted and state in (0, 1, 2) and ${ofPersons(ctx, asked, values)}`,
    values.list,
  );
  return row?.count ?? 0;
}

async function devices(ctx: CallCtx, asked: UnitFilter): Promise<z.output<typeof devicesOutput>> {
  const values = new Values(ctx);
  const row = await ctx.tx.one<{ worn: number; online: number }>(
    `select count(distinct d.id) as worn, count(distinct d.id) filter (where d.online = 1 and d.last_seen_at > now() - make_interval(mins => t.offline_minutes)) as online
     from device_binding b join device d on d.tenant_id = b.tenant_id and d.id = b.device_id and not d.is_deleted join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
     where b.tenant_id = $1 and b.relation = 0 and b.state in (1, 3) and b.unbound_at is null and not b.is_deleted and b.client_id in (select id from (${personsSql(ctx, asked, values)}) p)`,
    values.list,
  );
  return { worn: row?.worn ?? 0, online: row?.online ?? 0 };
}

async function board(ctx: CallCtx, asked: UnitFilter): Promise<Omit<Board, 'asOf'>> {
  const [clients, days, found, worn] = await Promise.all([
    people(ctx, asked),
    measured(ctx, asked),
    cases(ctx, asked),
    devices(ctx, asked),
  ]);
  const trend = days.map((day) => ({ ...day, cases: found.byDay.get(day.day) ?? 0 }));
  const today = trend.at(-1) ?? { day: ctx.today(), persons: 0, readings: 0, abnormal: 0, cases: 0 };
  return {
    clients,
    devices: worn,
    sosOpen: found.sos,
    abnormalOpen: found.open,
    today: {
      day: today.day,
      measuredClients: today.persons,
      readings: today.readings,
      abnormalReadings: today.abnormal,
      abnormalCases: today.cases,
    },
    trend: trend.map(({ day, persons, readings, abnormal, cases: begun }) => ({
      date: day,
      measuredClients: persons,
      readings,
      abnormalReadings: abnormal,
      abnormalCases: begun,
    })),
  };
}

const keptMs = 60_000;
const mostKept = 5000;

/** The health monitoring board, cached for a minute by tenant and sight. */
export function healthHomeCall(): Call {
  const kept = new Map<string, { readonly at: number; readonly answer: Board }>();
  return call({
    wire: 'GET C_client/GetHealthHomeData',
    title: '健康监测看板',
    permission: [...stemsOf(client), 'Pages.HealthService', 'Pages.RemoteMonitoring', 'Pages.Tenant.Dashboard'],
    input: z.object({
      communityId: z.coerce.number().int().optional(),
      organizationUnitId: z.coerce.number().int().optional(),
    }),
    output: boardOutput,
    async run(ctx, input) {
      const unitId = input.organizationUnitId ?? input.communityId;
      const { sight, userId } = ctx.caller;
      const key = JSON.stringify([
        ctx.tenantId,
        sight.all ? 'all' : [sight.own ? userId : null, sight.teams, sight.units],
        unitId ?? null,
        ctx.today(),
        ctx.caller.zone,
      ]);
      const known = kept.get(key);
      if (known && performance.now() - known.at < keptMs) return known.answer;
      const answer = { ...(await board(ctx, { unitId })), asOf: ctx.now().toISOString() };
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, { at: performance.now(), answer });
      return answer;
    },
  });
}
