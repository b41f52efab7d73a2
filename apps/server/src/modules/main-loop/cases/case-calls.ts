import { abnormalCase, abnormalTypes, client, device, judgedKinds, sosRecord, type ReadingKind } from '@kangmai/model';
import { silentKinds } from '@kangmai/model/menu';
import { listParameters, Members, stemsOf, type Given } from '@kangmai/resource';
import { z } from 'zod';
import { labelIn, call, listQuery, Values, whereClause, type CallCtx, type WireRow } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { normalRangesOf, type NormalRange } from '../rules/normal-ranges.ts';
import { pointsOf, type Point } from '../readings/points.ts';
import { mayBlameDevice } from './answer-case.ts';
import { callOutput, countOutput, editOutput } from './case-answers.ts';
import { changesOf } from './case-changes.ts';
import { deskFiguresCall } from './desk-figures.ts';
import { fullNameSql, handlingsOf } from './case-handling.ts';
import { ruleOfCase } from './case-rule.ts';
import { kindOfType } from './type-kinds.ts';
import { houseOfCase } from '../notices/house.ts';
import { figureTimesCall, figureTimesOf } from './figure-times.ts';

const service = abnormalCase.wire.service;
const readers = stemsOf(abnormalCase);

interface CountRow {
  readonly total: number;
  readonly unhandled: number;
  readonly level1: number;
  readonly level2: number;
  readonly level3: number;
  readonly level4: number;
}

type CountInput = Given & {
  readonly beginTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly stateFilter?: string | undefined;
};

function instant(ctx: CallCtx, field: string, text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : ctx.check.toInstant(text);
  if (text !== undefined && !at) throw invalid(field, 'field.not-time');
  return at;
}

/** The cases that the list finds by the same filters, in a period; state -1 means every state. */
function countSource(ctx: CallCtx, { beginTime, endTime, ...filters }: CountInput, values: Values): string {
  const { plan } = ctx.rows(abnormalCase);
  const [from, to] = [instant(ctx, 'beginTime', beginTime), instant(ctx, 'endTime', endTime)];
  const { stateFilter, ...others } = filters;
  const found = whereClause(plan, ctx, {
    ...listQuery(plan, ctx, Members.of(stateFilter === '-1' ? others : filters)),
    values,
  });
  return [
    `from abnormal_case b where ${found}`,
    ...(from ? [`b.latest_at >= ${values.bind(from)}`] : []),
    ...(to ? [`b.latest_at <= ${values.bind(to)}`] : []),
  ].join(' and ');
}

function typeName(type: string, culture: CallCtx['caller']['culture']): string {
  return labelIn(culture, abnormalTypes.entries[abnormalTypes.read(type) ?? 'check']);
}

interface DeskRow {
  readonly level: number;
  readonly isSilent: boolean;
  readonly count: number;
}

type StormRow = z.output<typeof countOutput>['storms'][number];
const mostStorms = 20;

/** Open cases by group of the alarm desk: by level, and silent devices below level 3 separately. */
async function deskGroups(
  ctx: CallCtx,
  input: CountInput,
): Promise<readonly { readonly level: number; readonly silent: boolean; readonly count: number }[]> {
  const values = new Values(ctx);
  const rows = await ctx.tx.query<DeskRow>(
    `select g.level, g.silent as "isSilent", sum(g.count)::int as count from (
       select case when b.desk_rank < 10 then 4 - b.desk_rank / 2 else 0 end as level, b.desk_rank >= 10 as silent, count(*) as count
       ${countSource(ctx, input, values)} and b.state = any (array[0, 1, 2])
       group by b.desk_rank) g group by 1, 2 order by 2, 1 desc`,
    values.list,
  );
  return rows.map(({ level, isSilent, count }) => ({ level, silent: isSilent, count }));
}

async function foldedStorms(
  ctx: CallCtx,
  { ['FoldFilter']: _fold, ...input }: CountInput,
): Promise<readonly StormRow[]> {
  const values = new Values(ctx);
  return ctx.tx.query<StormRow>(
    `select g.id, g.level, g.count, r.name as rule, coalesce(p.product_name, i.source_name) as origin from (
       select b.fold as id, max(b.level) as level, count(*)::int as count ${countSource(ctx, input, values)} and b.state = 0 and b.fold > 0
       group by b.fold order by 3 desc, 1 limit ${mostStorms}) g
     join case_storm s on s.tenant_id = $1 and s.id = g.id left join abnormal_rule r on r.tenant_id = $1 and r.id = s.rule_id
     left join device_product p on p.tenant_id = $1 and p.id = s.product_id left join ingest_source i on i.tenant_id = $1 and i.id = s.source_id order by g.count desc, g.id`,
    values.list,
  );
}

const filters = Object.fromEntries(
  listParameters(abnormalCase).flatMap(({ name }) =>
    typeof name === 'string' ? [[name, z.unknown().optional()]] : [],
  ),
);

const noCases: CountRow = { total: 0, unhandled: 0, level1: 0, level2: 0, level3: 0, level4: 0 };

const countCall = call({
  wire: `GET ${service}/GetAbnormalDataCount`,
  title: '异常数量',
  permission: readers,
  input: z.object({
    ...filters,
    beginTime: z.string().optional(),
    endTime: z.string().optional(),
    stateFilter: z.string().optional(),
  }),
  output: countOutput,
  run: async (ctx, input) => {
    const counts = new Values(ctx);
    const kinds = new Values(ctx);
    const levels = [1, 2, 3, 4]
      .map((level) => `count(*) filter (where b.level = ${level} and b.state in (0, 1, 2)) as level${level}`)
      .join(', ');
    const [row, types, groups, storms] = await Promise.all([
      ctx.tx.one<CountRow>(
        `select count(*) as total, count(*) filter (where b.state = 0) as unhandled, ${levels} ${countSource(ctx, input, counts)}`,
        counts.list,
      ),
      ctx.tx.query<{ type: string; count: number }>(
        `select b.type, count(*) as count ${countSource(ctx, { ...input, stateFilter: input.stateFilter ?? '0,1,2' }, kinds)} group by b.type order by 2 desc`,
        kinds.list,
      ),
      deskGroups(ctx, input),
      foldedStorms(ctx, input),
    ]);
    return {
      ...(row ?? noCases),
      groups,
      storms,
      byType: types.map(({ type, count }) => ({ type, name: typeName(type, ctx.caller.culture), count })),
    };
  },
});

const weekMs = 7 * 86_400_000;

interface ContactRow {
  readonly id: number;
  readonly outcome: number;
  readonly note: string | null;
  readonly userName: string | null;
  readonly at: Date;
  readonly callee: number | null;
  readonly guardianId: number | null;
}
interface GuardianRow {
  readonly id: number;
}

interface NearbyReadings {
  readonly dataType: string | null;
  readonly readings: readonly Point[];
  readonly ranges: readonly NormalRange[];
}

async function kindOfCheck(ctx: CallCtx, id: number): Promise<ReadingKind | undefined> {
  const row = await ctx.tx.one<{ kind: string | null }>(
    "select trace ->> 'kind' as kind from case_trace where tenant_id = $1 and case_id = $2",
    [ctx.tenantId, id],
  );
  return judgedKinds.find((kind) => kind === row?.kind);
}

async function nearbyReadings(
  ctx: CallCtx,
  row: { readonly id: number; readonly client: number | null; readonly type: string; readonly latestAt: Date },
): Promise<NearbyReadings> {
  const kind = row.type === 'check' ? await kindOfCheck(ctx, row.id) : kindOfType[row.type];
  if (!kind || row.client === null) return { dataType: null, readings: [], ranges: [] };
  const [readings, ranges] = await Promise.all([
    pointsOf(ctx, {
      kind,
      clientId: row.client,
      imei: undefined,
      from: new Date(row.latestAt.getTime() - weekMs),
      to: new Date(row.latestAt.getTime() + weekMs),
    }),
    normalRangesOf(ctx, { clientId: row.client, kinds: [kind], at: row.latestAt }),
  ]);
  return { dataType: kind, readings, ranges };
}

export async function guardiansOf(ctx: CallCtx, clientId: number | null): Promise<readonly WireRow[]> {
  if (clientId === null) return [];
  const resource = ctx.model.byName('guardianContact');
  const found = await ctx.tx.query<GuardianRow>(
    'select id from guardian_contact where tenant_id = $1 and client_id = $2 and not is_deleted order by sos_order nulls last, id limit 5',
    [ctx.tenantId, clientId],
  );
  const rows = await Promise.all(found.map(({ id }) => ctx.rows(resource).get(id)));
  return rows.map((row) => ctx.show(resource, row));
}

async function callsOf(ctx: CallCtx, caseId: number): Promise<readonly z.output<typeof callOutput>[]> {
  const rows = await ctx.repo(sosRecord).list({ where: { case: caseId }, sort: '-calledAt', take: 50 });
  return rows.map((row) => callOutput.parse(ctx.show(sosRecord, row)));
}

async function contactsOf(ctx: CallCtx, caseId: number) {
  const rows = await ctx.tx.query<ContactRow>(
    `select t.id, t.outcome, t.note, coalesce(${fullNameSql}, t.user_name) as "userName", t.created_at as at, t.callee, t.guardian_id as "guardianId" from case_contact t
     left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id where t.tenant_id = $1 and t.case_id = $2 order by t.id desc limit 50`,
    [ctx.tenantId, caseId],
  );
  return rows.map(({ at, ...contact }) => ({ ...contact, creationTime: at.toISOString() }));
}

const editCall = call({
  wire: `GET ${service}/GetAbnormalDataForEdit`,
  title: '异常详情',
  replaces: true,
  permission: readers,
  input: z.object({ id: z.coerce.number().int().positive() }),
  output: editOutput,
  run: async (ctx, { id }) => {
    const row = await ctx.repo(abnormalCase).get(id);
    const [
      contacts,
      history,
      guardians,
      around,
      person,
      handlings,
      sosRecords,
      rule,
      silentDevice,
      deviceFaultEnds,
      [times],
      house,
    ] = await Promise.all([
      contactsOf(ctx, id),
      changesOf(ctx, id),
      guardiansOf(ctx, row.client),
      nearbyReadings(ctx, row),
      row.client === null ? Promise.resolve(undefined) : ctx.repo(client).find(row.client),
      handlingsOf(ctx, id),
      callsOf(ctx, id),
      ruleOfCase(ctx, row),
      silentKinds.includes(row.type) && row.device !== null
        ? ctx.repo(device).find(row.device)
        : Promise.resolve(undefined),
      mayBlameDevice(ctx, row),
      figureTimesOf(ctx, [row]),
      houseOfCase(ctx, row),
    ]);
    const shown = ctx.show(abnormalCase, row);
    return {
      device: silentDevice
        ? { lastSeenAt: silentDevice.lastSeenAt?.toISOString() ?? null, battery: silentDevice.battery }
        : null,
      abnormalData: shown,
      userName: shown['userName'],
      sex: shown['sex'],
      age: shown['age'],
      phoneNumber: shown['phoneNumber'],
      handleUserName: shown['handleUserName'],
      handleUserFullName: shown['handleUserFullName'],
      responsibleTeamName: shown['responsibleTeamName'],
      person: person ? ctx.show(client, person) : null,
      guardians,
      house,
      ...around,
      handlings,
      sosRecords,
      rule,
      deviceFaultEnds,
      history,
      peakTime: times?.peakTime ?? null,
      contacts,
    };
  },
});

export const caseCalls = [countCall, editCall, figureTimesCall, deskFiguresCall];
