import { setImmediate as turn } from 'node:timers/promises';
import {
  abnormalAreas,
  addDays,
  compileLimits,
  contextsOf,
  limitsKey,
  nextBirthday,
  startOfDay,
  type AbnormalArea,
  type AbnormalRule,
  type JudgedPerson,
  type ValueRange,
} from '@kangmai/domain';
import type { CallCtx, Values } from '../../engine/public.ts';
import {
  loadPersons,
  loadTenantContext,
  metricsOf,
  type PersonContext,
  type TenantContext,
} from '../main-loop/public.ts';

export type ControlledKind = 'bp' | 'bloodSugar';

/** Persons and local days (YYYY-MM-DD, both included) whose limits are requested. */
export interface LimitsAsked {
  readonly kind: ControlledKind;
  readonly clientIds: readonly number[];
  readonly firstDay: string;
  readonly lastDay: string;
}

/** What each context finds abnormal, in the order of `contextsOf(kind)`. */
type Areas = readonly (readonly AbnormalArea[])[];

interface Stretch {
  readonly clientId: number;
  readonly since: Date;
  readonly until: Date;
  readonly limits: number;
}

export interface BoundLimits {
  readonly kind: ControlledKind;
  readonly stretches: readonly Stretch[];
  readonly areas: readonly Areas[];
}

const mostKept = 5000;
const compiled = new Map<string, Areas>();

interface Judged {
  readonly tenant: TenantContext;
  readonly person: PersonContext;
  readonly who: JudgedPerson;
  readonly ending: readonly AbnormalRule[];
}

/** The days on which the person's limits may change: the first, birthdays, and the days after a rule ends. */
function daysOfChange({ who, ending }: Judged, { firstDay, lastDay }: LimitsAsked): readonly string[] {
  const days = new Set([firstDay, ...ending.map(({ endOn }) => addDays(endOn ?? firstDay, 1))]);
  for (
    let day = who.birthday ? nextBirthday(who.birthday, firstDay) : undefined;
    day !== undefined && day <= lastDay;
    day = nextBirthday(who.birthday ?? '', day)
  )
    days.add(day);
  return [...days].filter((day) => day >= firstDay && day <= lastDay).toSorted();
}

function dayLimitsKey(
  ctx: CallCtx,
  { tenant, person, who, ending }: Judged,
  of: { readonly kind: ControlledKind; readonly day: string },
): string {
  return `${ctx.tenantId}|${tenant.rulesVersion}|${of.kind}|${limitsKey(who, of.day, person.hasOwnRules)}${ending.length > 0 ? `|${of.day}` : ''}`;
}

/** Persons who are alike share their limits, also those of the next call. */
async function areasOf(
  key: string,
  { tenant, who }: Judged,
  { kind, day }: { readonly kind: ControlledKind; readonly day: string },
): Promise<Areas> {
  const known = compiled.get(key);
  if (known) return known;
  await turn();
  const areas = compileLimits({ rules: tenant.rules, person: who, on: day }).ofKind(kind).map(abnormalAreas);
  if (compiled.size >= mostKept) compiled.clear();
  compiled.set(key, areas);
  return areas;
}

export async function limitsOver(ctx: CallCtx, asked: LimitsAsked): Promise<BoundLimits> {
  const [tenant, persons] = await Promise.all([loadTenantContext(ctx.tx), loadPersons(ctx.tx, asked.clientIds)]);
  const ending = tenant.rules.filter(({ kind, endOn }) => kind === asked.kind && endOn !== null);
  const places = new Map<string, number>();
  const areas: Areas[] = [];
  const stretches: Stretch[] = [];
  for (const person of persons) {
    const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
    const judged = {
      tenant,
      person,
      who,
      ending: ending.filter(({ personId }) => personId === null || personId === person.clientId),
    };
    const days = daysOfChange(judged, asked);
    for (const [at, day] of days.entries()) {
      const of = { kind: asked.kind, day };
      const key = dayLimitsKey(ctx, judged, of);
      const limits = places.get(key) ?? areas.push(await areasOf(key, judged, of)) - 1;
      places.set(key, limits);
      stretches.push({
        clientId: person.clientId,
        since: new Date(startOfDay(day, tenant.zone)),
        until: new Date(startOfDay(days[at + 1] ?? addDays(asked.lastDay, 1), tenant.zone)),
        limits,
      });
    }
  }
  return { kind: asked.kind, stretches, areas };
}

/** A reading's index in `contextsOf(kind)`; kiosk counts as station, glucose without a meal as random. */
const contextSql: Readonly<Record<ControlledKind, string>> = {
  bp: 'case when b.origin = 3 or b.place = 2 then 1 else 0 end',
  bloodSugar: 'case when b.period between 1 and 9 then b.period - 1 else 8 end',
};

function rangeText(range: ValueRange | undefined): string {
  if (!range) return '(,)';
  const { from, to } = range;
  return `${from.included ? '[' : '('}${Number.isFinite(from.at) ? from.at : ''},${Number.isFinite(to.at) ? to.at : ''}${to.included ? ']' : ')'}`;
}

const listText = (parts: readonly string[]): string => `{${parts.map((part) => `"${part}"`).join(',')}}`;

/**
 * Joins readings `b` with the judgement by their persons' limits, as `v`: `judged` (limits existed and the sensor had
 * contact), `above` and `below` (a value is outside on that side). `inside` selects the readings that count as
 * controlled.
 */
export function limitsJoin({ kind, stretches, areas }: BoundLimits, bind: Values['bind']): string {
  const metrics = metricsOf(kind);
  const rows = areas.flatMap((contexts, limits) =>
    contextsOf(kind).map((_context, context) => ({ limits, context, areas: contexts[context] ?? [] })),
  );
  const column = <T>(list: readonly T[], type: string, of: (each: T) => unknown): string =>
    `${bind(list.map(of))}::${type}[]`;
  const names = metrics.map((_metric, at) => `r${at}`);
  const stretchRows = [
    column(stretches, 'bigint', ({ clientId }) => clientId),
    column(stretches, 'timestamptz', ({ since }) => since),
    column(stretches, 'timestamptz', ({ until }) => until),
    column(stretches, 'integer', ({ limits }) => limits),
  ];
  const areaRows = [
    column(rows, 'integer', ({ limits }) => limits),
    column(rows, 'integer', ({ context }) => context),
    column(rows, 'text', (row) => listText(row.areas.map(({ side }) => (side === 'low' ? 't' : 'f')))),
    ...metrics.map(({ key }) =>
      column(rows, 'text', (row) => listText(row.areas.map(({ ranges }) => rangeText(ranges.get(key))))),
    ),
  ];
  const met = metrics.map(
    ({ column: value }, at) =>
      `(x.r${at} @> b."${value}"::numeric or (b."${value}" is null and lower_inf(x.r${at}) and upper_inf(x.r${at})))`,
  );
  return ` left join unnest(${stretchRows.join(', ')}) as s(client_id, since, until, limits) on s.client_id = b.client_id and b.measured_at >= s.since and b.measured_at < s.until
    left join (select u.limits, u.context, u.low::boolean[] as low, ${names.map((name) => `u.${name}::numrange[] as ${name}`).join(', ')} from unnest(${areaRows.join(', ')}) as u(limits, context, low, ${names.join(', ')}) offset 0) a
      on a.limits = s.limits and a.context = ${contextSql[kind]}
    cross join lateral (select a.limits is not null and b.quality in (0, 1) as judged, coalesce(bool_or(not x.low), false) as above, coalesce(bool_or(x.low), false) as below
      from unnest(a.low, ${names.map((name) => `a.${name}`).join(', ')}) as x(low, ${names.join(', ')}) where ${met.join(' and ')}) v `;
}

/** A joined reading that was judged and lies inside its person's limits. */
export const inside = '(v.judged and not v.above and not v.below)';

/** The first values above a person's home limits on the last of the days, mmHg; null without such limits. */
export function pressureTarget({
  stretches,
  areas,
}: BoundLimits): { readonly high: number; readonly low: number } | null {
  const home = areas[stretches.at(-1)?.limits ?? -1]?.[0] ?? [];
  const first = (metric: string): number | undefined => {
    const from = home
      .find(({ side, ranges }) => side === 'high' && ranges.size === 1 && ranges.has(metric))
      ?.ranges.get(metric)?.from;
    return from && (from.included ? from.at : from.at + 1);
  };
  const [high, low] = [first('high'), first('low')];
  return high === undefined || low === undefined ? null : { high, low };
}
