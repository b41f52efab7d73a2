import { randomUUID } from 'node:crypto';
import { isStorm, leastOfStorm, type AlarmLevel } from '@kangmai/domain';
import { readingOfKind } from '@kangmai/model';
import { alarmPaths } from '@kangmai/model/menu';
import type { CallCtx } from '../../../engine/public.ts';
import type { Notify } from '../../notices/public.ts';
import { roomsOfCases } from '../cases/announce.ts';
import { kindOfType } from '../cases/type-kinds.ts';
import { tellState, type StateNews } from './state-case.ts';

const minute = 60_000;
const freshMinutes = 10;
const usualDays = 7;
const listed = 8;

export const freshSince = (now: Date): Date => new Date(now.getTime() - freshMinutes * minute);

/** Open cases whose present run began in the last minutes; $1 is the time. */
const isNew = 'c.alarmed_at > $1 and c.state in (0, 1, 2) and not c.is_deleted';
const isFresh = `${isNew} and c.level < 4`;

/** Tenants with as many new cases as a storm has at least. */
export const tenantsWithStorms = `select c.tenant_id as "tenantId" from abnormal_case c where ${isNew}
  group by c.tenant_id having count(*) >= ${leastOfStorm} order by 1`;

interface RuleRow {
  readonly type: string;
  readonly ruleId: number | null;
  readonly version: number | null;
  readonly usual: number;
}

/** Kinds and rules with many fresh cases, with the median of the ten minutes of a week in which they had any. */
const rulesSql = `select g.*, coalesce(u.usual, 0)::float as usual from (
    select c.type, c.rule_id as "ruleId", max(c.rule_version) as version from abnormal_case c where c.tenant_id = $2 and ${isFresh}
    group by c.type, c.rule_id having count(*) >= ${leastOfStorm}) g
  cross join lateral (select percentile_cont(0.5) within group (order by s.n) as usual from (
    select count(*) as n from abnormal_case c where c.tenant_id = $2 and c.type = g.type and c.rule_id is not distinct from g."ruleId" and not c.is_deleted
      and c.alarmed_at > $1::timestamptz - make_interval(days => ${usualDays}) and c.alarmed_at <= $1
    group by date_bin('${freshMinutes} minutes', c.alarmed_at, '2000-01-01'::timestamptz)) s) u`;

interface GroupRow {
  readonly productId: number | null;
  readonly sourceId: number | null;
  readonly level: AlarmLevel;
  readonly since: Date;
  readonly count: number;
  readonly ids: readonly number[];
  readonly names: readonly string[] | null;
}

function groupsSql(type: string): string {
  const kind = kindOfType[type];
  const device = kind
    ? `coalesce(c.device_id, (select r.device_id from "${readingOfKind[kind].table}" r where r.tenant_id = $2 and r.client_id = c.client_id and r.measured_at = c.latest_at and r.device_id is not null limit 1))`
    : 'c.device_id';
  return `with fresh as (select c.id, c.level, c.alarmed_at, c.client_id, ${device} as device_id from abnormal_case c
      where c.tenant_id = $2 and ${isFresh} and c.type = $3 and c.rule_id is not distinct from $4::bigint)
    select g.*, (select array_agg(p.name order by n.at) from unnest(g.people) with ordinality n(id, at) join client p on p.tenant_id = $2 and p.id = n.id) as names from (
      select d.product_id as "productId", case when d.product_id is null then d.last_source_id end as "sourceId", max(f.level) as level, min(f.alarmed_at) as since, count(*)::int as count,
        array_agg(f.id) as ids, (array_agg(f.client_id order by f.alarmed_at) filter (where f.client_id is not null))[1:${listed}] as people
      from fresh f join device d on d.tenant_id = $2 and d.id = f.device_id where d.product_id is not null or d.last_source_id is not null
      group by 1, 2 having count(*) >= ${leastOfStorm}) g`;
}

const stormSql = `with storm as (insert into case_storm (tenant_id, type, rule_id, product_id, source_id) values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, type, rule_id, product_id, source_id) do update set type = excluded.type returning id)
  select s.id, (select r.name from abnormal_rule r where r.tenant_id = $1 and r.id = $3) as rule,
    coalesce((select p.product_name from device_product p where p.tenant_id = $1 and p.id = $4), (select i.source_name from ingest_source i where i.tenant_id = $1 and i.id = $5), '设备接入平台') as origin
  from storm s`;

/** Marks the cases that are no part of the storm yet; those locked meanwhile wait for the next look. */
const markSql = `update abnormal_case c set storm = $2 from (select id from abnormal_case where tenant_id = $1 and id = any($3::bigint[]) and not is_deleted and storm is distinct from $2 for update skip locked) f
  where c.tenant_id = $1 and c.id = f.id returning c.client_id as "clientId"`;

interface StormRow {
  readonly id: number;
  readonly rule: string | null;
  readonly origin: string;
}

function findingOf({ rule, origin }: StormRow, { count, names }: GroupRow): string {
  const what = rule ? `“${rule}”` : '异常';
  return `“${origin}”${freshMinutes} 分钟内新增 ${count} 例${what}，请核实来源：${(names ?? []).join('、')}${count > listed ? '等' : ''}`;
}

const administrators = 'Pages.Administration.Tenant.Settings';

interface Storm {
  readonly rule: RuleRow;
  readonly group: GroupRow;
  readonly notify: Notify;
}

/** Opens the case of a storm and notifies administrators, or adds to it; the single cases stay as they are. */
async function tellStorm(ctx: CallCtx, { rule, group, notify }: Storm): Promise<void> {
  const { productId, sourceId, count } = group;
  const storm = await ctx.tx.one<StormRow>(stormSql, [ctx.tenantId, rule.type, rule.ruleId, productId, sourceId]);
  if (!storm) return;
  const marked = await ctx.tx.query<{ clientId: number | null }>(markSql, [ctx.tenantId, storm.id, group.ids]);
  if (marked.length === 0) return;
  const known: StateNews['rule'] = rule.ruleId === null ? undefined : { id: rule.ruleId, version: rule.version ?? 1 };
  const id = await tellState(ctx, {
    person: null,
    deviceId: null,
    sourceId: storm.id,
    type: 'check',
    level: group.level,
    finding: findingOf(storm, group),
    name: storm.origin,
    since: group.since,
    rule: known,
  });
  await notify(ctx, {
    purpose: 'App.CaseStorm',
    to: { holdersOf: administrators },
    params: { origin: storm.origin, rule: storm.rule ?? '—', count: String(count), minutes: String(freshMinutes) },
    link: `${alarmPaths[1]}?id=${id}`,
    key: `storm ${id}`,
  });
  const rooms = await roomsOfCases(ctx, marked);
  ctx.publish({ event: 'abnormalchange', rooms, payload: { id, state: 0 }, key: randomUUID() });
}

export async function findStorms(ctx: CallCtx, notify: Notify): Promise<number> {
  const since = freshSince(ctx.now());
  const rules = await ctx.tx.query<RuleRow>(rulesSql, [since, ctx.tenantId]);
  let found = 0;
  for (const rule of rules) {
    const groups = await ctx.tx.query<GroupRow>(groupsSql(rule.type), [since, ctx.tenantId, rule.type, rule.ruleId]);
    for (const group of groups.filter(({ count }) => isStorm(count, rule.usual))) {
      await tellStorm(ctx, { rule, group, notify });
      found += 1;
    }
  }
  return found;
}
