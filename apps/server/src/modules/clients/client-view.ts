import { abnormalCase, careTeam, client, guardianContact, openCaseStates, user } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  flatRow,
  table,
  timestamp,
  whole,
  wrappedWith,
  type CallCtx,
  type PlainRow,
  type WireRow,
} from '../../engine/public.ts';
import { wearerOutput, wearersOf, type Wearer } from '../devices/public.ts';
import { lacksConsent } from '../privacy/public.ts';
import { openedClient } from './merged.ts';
import { logLook } from './sensitive-log.ts';

const latestOutput = z.looseObject({
  dataType: z.string(),
  id: whole,
  ['measure_time']: timestamp,
  abnormalLevel: whole,
});
const teamOutput = z.object({
  id: whole,
  name: z.string(),
  members: arrayOf(z.object({ id: whole, name: z.string(), role: z.string() })),
});
const besideShape = {
  contacts: arrayOf(flatRow(guardianContact)),
  team: teamOutput.nullable(),
  devices: arrayOf(wearerOutput),
};
const editOutput = wrappedWith(client, besideShape);
const viewOutput = wrappedWith(client, {
  ...besideShape,
  latest: arrayOf(latestOutput),
  openAbnormal: arrayOf(flatRow(abnormalCase)),
  openAbnormalCount: whole,
  deviceCount: whole,
});

interface Latest {
  readonly kind: string;
  readonly measuredAt: Date;
  readonly level: number;
  readonly figures: object;
  readonly id: number;
}

async function latestOf(ctx: CallCtx, clientId: number): Promise<readonly z.output<typeof latestOutput>[]> {
  const rows = await ctx.tx.query<Latest>(
    `select distinct on (kind) kind, measured_at as "measuredAt", level, figures, reading_id as id from reading_latest where tenant_id = $1 and client_id = $2 and (kind <> 'location' or not ${lacksConsent('location', '$2')}) order by kind, measured_at desc, reading_id desc`,
    [ctx.tenantId, clientId],
  );
  return rows.map(({ kind, measuredAt, level, figures, id }) => ({
    dataType: kind,
    id,
    ['measure_time']: measuredAt.toISOString(),
    abnormalLevel: level,
    ...figures,
  }));
}

async function openCases(
  ctx: CallCtx,
  clientId: number,
): Promise<{ readonly open: readonly WireRow[]; readonly total: number }> {
  const rows = await ctx.all(
    ctx
      .from(abnormalCase, 'c')
      .beyondSight('the person is in sight')
      .where('c.client', '=', clientId)
      .where('c.state', 'in', openCaseStates)
      .orderBy('c.level', 'desc')
      .orderBy('c.latestAt', 'desc')
      .select('c.id'),
  );
  const ids = rows.slice(0, 20).map(({ id }) => id);
  const found = new Map(
    (ids.length > 0 ? await ctx.rows(abnormalCase).find({ where: { id: { in: ids } } }) : []).map((row) => [
      row.id,
      row,
    ]),
  );
  return {
    total: rows.length,
    open: ids.flatMap((id) => (found.has(id) ? [ctx.show(abnormalCase, found.get(id) ?? {})] : [])),
  };
}

const teamMembers = table('care_team_member', {
  tenantId: 'bigint',
  careTeamId: 'bigint',
  userId: 'bigint',
  roleInTeam: 'text',
  isDeleted: 'boolean',
});

async function teamOf(ctx: CallCtx, teamId: unknown): Promise<z.output<typeof teamOutput> | null> {
  if (typeof teamId !== 'number') return null;
  const [team, members] = await Promise.all([
    ctx.repo(careTeam).find(teamId),
    ctx.all(
      ctx
        .from(teamMembers, 'm')
        .innerJoin(ctx.from(user, 'u').joined, 'u.id', 'm.userId')
        .where('m.careTeamId', '=', teamId)
        .orderBy('m.roleInTeam')
        .orderBy('u.fullName')
        .select(['u.id', 'u.fullName as name', 'm.roleInTeam as role']),
    ),
  ]);
  return team ? { id: team.id, name: team.name, members } : null;
}

async function contactsOf(ctx: CallCtx, clientId: number): Promise<readonly WireRow[]> {
  const rows = await ctx.repo(guardianContact).list({ where: { client: clientId }, sort: 'sosOrder' });
  return rows.map((row) => ctx.show(guardianContact, row));
}

async function around(
  ctx: CallCtx,
  row: PlainRow,
): Promise<{
  readonly contacts: readonly WireRow[];
  readonly team: z.output<typeof teamOutput> | null;
  readonly devices: readonly Wearer[];
}> {
  const [contacts, team, devices] = await Promise.all([
    contactsOf(ctx, row.id),
    teamOf(ctx, row['team']),
    wearersOf(ctx, { clientIds: [row.id] }),
  ]);
  return { contacts, team, devices };
}

async function viewClient(ctx: CallCtx, given: number): Promise<z.output<typeof viewOutput>> {
  const row = await openedClient(ctx, given);
  const { id } = row;
  const [beside, latest, cases] = await Promise.all([
    around(ctx, row),
    latestOf(ctx, id),
    openCases(ctx, id),
    logLook(ctx, { clientId: id }),
  ]);
  return {
    ...ctx.rows(client).plan.writer.wrapped(row),
    ...beside,
    latest,
    openAbnormal: cases.open,
    openAbnormalCount: cases.total,
    deviceCount: beside.devices.length,
  };
}

async function editClient(ctx: CallCtx, given: number): Promise<z.output<typeof editOutput>> {
  const row = await openedClient(ctx, given);
  const [beside] = await Promise.all([around(ctx, row), logLook(ctx, { clientId: row.id })]);
  return { ...ctx.rows(client).plan.writer.wrapped(row), ...beside };
}

const one = z.object({ id: z.coerce.number().int().min(1) });

export const clientViewCalls = [
  call({
    wire: 'GET C_client/GetC_clientForView',
    title: '客户概况',
    permission: [...stemsOf(client), 'Pages.HealthService', 'Pages.RemoteMonitoring'],
    input: one,
    output: viewOutput,
    run: (ctx, { id }) => viewClient(ctx, id),
  }),
  call({
    wire: 'GET C_client/GetC_clientForEdit',
    title: '客户（编辑）',
    replaces: true,
    permission: stemsOf(client),
    input: one,
    output: editOutput,
    run: (ctx, { id }) => editClient(ctx, id),
  }),
];
