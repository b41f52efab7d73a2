import type { AlarmLevel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Tell } from './look.ts';
import { endCase, tellState } from './state-case.ts';

const minute = 60_000;
/** Silence of a source, at least this many devices silent with it, and within this time. */
const silentMinutes = 30;
const togetherMinutes = 30;
const leastDevices = 3;

interface SourceRow {
  readonly sourceId: number;
  readonly name: string | null;
  readonly lastAt: Date;
  readonly together: number;
  readonly told: AlarmLevel | null;
  readonly toldSince: Date | null;
}

const sourcesSql = `select u.id as "sourceId", s.source_name as name, l.last_at as "lastAt", t.together::integer as together, o.level as told, o.since as "toldSince"
  from unnest($2::bigint[]) as u(id) left join ingest_source s on s.tenant_id = $1 and s.id = u.id left join silent_source o on o.tenant_id = $1 and o.source_id = u.id
  join lateral (select max(last_seen_at) as last_at from device where tenant_id = $1 and last_source_id = u.id and not is_deleted) l on l.last_at is not null
  join lateral (select count(*) as together from device where tenant_id = $1 and last_source_id = u.id and not is_deleted and last_seen_at >= l.last_at - make_interval(mins => ${togetherMinutes})) t on true`;

interface ConcernedRow {
  readonly name: string;
  readonly dementia: boolean;
  readonly sos: boolean;
}

/**
 * The persons whose devices a silent source leaves unheard: with dementia first, then those who rely on SOS. The limits
 * make each look-up use its index, even without statistics on freshly filled tables.
 */
const concernedSql = `with w as materialized (select device_id from device_watch where tenant_id = $1 and by_source = $2)
  select p.name, coalesce('dementia' = any(p.risk_tags), false) as dementia, bool_or('sos' = any(d.measures)) as sos from w
  cross join lateral (select t.measures from device d join device_type t on t.tenant_id = $1 and t.id = d.type_id where d.tenant_id = $1 and d.id = w.device_id limit 1) d
  cross join lateral (select b.client_id from device_binding b where b.tenant_id = $1 and b.device_id = w.device_id and b.relation = 0 and b.state in (1, 3) and not b.is_deleted limit 8) b
  cross join lateral (select c.id, c.name, c.risk_tags from client c where c.tenant_id = $1 and c.id = b.client_id and not c.is_deleted limit 1) p
  group by p.id, p.name, p.risk_tags order by 2 desc, 3 desc, p.id`;

const markOf = ({ dementia, sos }: ConcernedRow): string => (dementia ? '（失智）' : sos ? '（SOS）' : '');
const findingMax = 200;

function findingOf(name: string, people: readonly ConcernedRow[]): string {
  const head = `来源“${name}”的设备全部无数据，涉及 ${people.length} 人：`;
  const tail = '等';
  const listed: string[] = [];
  for (const person of people) {
    const next = [...listed, `${person.name}${markOf(person)}`];
    if (head.length + next.join('、').length + tail.length > findingMax) return `${head}${listed.join('、')}${tail}`;
    listed.push(`${person.name}${markOf(person)}`);
  }
  return `${head}${listed.join('、')}`;
}

async function tellSource(ctx: CallCtx, source: SourceRow, tells: readonly Tell[]): Promise<void> {
  const same = source.toldSince?.getTime() === source.lastAt.getTime();
  const level = Math.max(same ? (source.told ?? 0) : 0, ...tells.map((tell) => tell.level)) as AlarmLevel;
  const people = await ctx.tx.query<ConcernedRow>(concernedSql, [ctx.tenantId, source.sourceId]);
  const name = source.name ?? '设备接入平台';
  const caseId = await tellState(ctx, {
    person: null,
    deviceId: null,
    sourceId: source.sourceId,
    type: 'offline',
    level,
    finding: findingOf(name, people),
    name,
    since: source.lastAt,
    rule: undefined,
  });
  await ctx.tx.execute(
    `insert into silent_source (tenant_id, source_id, since, level, case_id) values ($1, $2, $3, $4, $5) on conflict (tenant_id, source_id) do update set since = excluded.since, level = excluded.level, case_id = excluded.case_id`,
    [ctx.tenantId, source.sourceId, source.lastAt, level, caseId],
  );
}

/** True when the silence of the whole source explains an alarm: it fell due after the source was last heard. */
function covers(source: SourceRow, tell: Tell, now: number): boolean {
  const lastAt = source.lastAt.getTime();
  return now - lastAt >= silentMinutes * minute && source.together >= leastDevices && tell.dueAt > lastAt;
}

/** The silent sources, and the alarms of single devices that each explains. */
export async function findSilentSources(ctx: CallCtx, tells: readonly Tell[]): Promise<ReadonlyMap<Tell, SourceRow>> {
  const bySource = groupBy(
    tells.filter(({ device, type }) => type === 'offline' && device.sourceId !== null),
    ({ device }) => device.sourceId as number,
  );
  if (bySource.size === 0) return new Map();
  const sources = await ctx.tx.query<SourceRow>(sourcesSql, [ctx.tenantId, [...bySource.keys()]]);
  const now = ctx.now().getTime();
  return new Map(
    sources.flatMap((source) =>
      (bySource.get(source.sourceId) ?? [])
        .filter((tell) => covers(source, tell, now))
        .map((tell) => [tell, source] as const),
    ),
  );
}

/** Raises one alarm per silent source, after marking its devices as covered by it. */
export async function tellSources(ctx: CallCtx, covered: ReadonlyMap<Tell, SourceRow>): Promise<void> {
  for (const [source, entries] of groupBy(covered, ([, each]) => each))
    await tellSource(
      ctx,
      source,
      entries.map(([tell]) => tell),
    );
}

/** Ends the alarm of a source that is heard again; devices that stay silent are checked by themselves after a while. */
export async function endSources(ctx: CallCtx, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const ended = await ctx.tx.query<{ caseId: number }>(
    'delete from silent_source where tenant_id = $1 and source_id = any($2::bigint[]) returning case_id as "caseId"',
    [ctx.tenantId, sourceIds],
  );
  for (const { caseId } of ended) await endCase(ctx, caseId);
  await ctx.tx.execute(
    'update device_watch set by_source = null, told_offline = 0, look_at = $3 where tenant_id = $1 and by_source = any($2::bigint[])',
    [ctx.tenantId, sourceIds, new Date(ctx.now().getTime() + silentMinutes * minute)],
  );
}
