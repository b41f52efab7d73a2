import { addDays } from '@kangmai/domain';
import { careTeam, client, doctorAgreement, organizationUnit } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call, type CallCtx, sql, whole } from '../../engine/public.ts';

const day = z.iso.date();

const input = z.object({
  begin: day.optional(),
  end: day.optional(),
  teamId: z.coerce.number().int().min(1).optional(),
});

const counted = z.object({ id: whole.nullable(), name: z.string().nullable(), signed: whole, keySigned: whole });

const output = z.object({
  begin: day,
  end: day,
  signed: whole,
  keySigned: whole,
  /** Agreements whose term ended in the period before today, and those of them that were renewed. */
  ended: whole,
  renewed: whole,
  /** In percent with one digit; null where none ended. */
  renewalRate: z.number().nullable(),
  teams: z.array(counted),
  communities: z.array(counted),
});

type Counted = z.output<typeof counted>;

interface Period {
  readonly begin: string;
  readonly end: string;
  readonly teamId: number | undefined;
}

const binding = ['running', 'expired', 'terminated'] as const;
const mostGroups = 500;

/** Clients of a group that the national norm names: children, the elderly, the pregnant, the chronically ill. */
const keyCount = sql<number>`(count(*) filter (where cardinality(array_remove(c.crowd_types, 'general')) > 0))::int`;

function signedIn(ctx: CallCtx, { begin, end, teamId }: Period) {
  const rows = ctx
    .from(doctorAgreement, 'a')
    .innerJoin(ctx.from(client, 'c').joined, 'c.id', 'a.client')
    .where('a.signedOn', '>=', begin)
    .where('a.signedOn', '<=', end)
    .where('a.state', 'in', [...binding]);
  return teamId === undefined ? rows : rows.where('a.team', '=', teamId);
}

const byTeam = (ctx: CallCtx, period: Period): Promise<Counted[]> =>
  ctx.all(
    signedIn(ctx, period)
      .innerJoin(ctx.from(careTeam, 't').joined, 't.id', 'a.team')
      .select(['t.id', 't.name', sql<number>`count(*)::int`.as('signed'), keyCount.as('keySigned')])
      .groupBy(['t.id', 't.name'])
      .orderBy('signed', 'desc')
      .orderBy('t.id')
      .limit(mostGroups),
  );

const byCommunity = (ctx: CallCtx, period: Period): Promise<Counted[]> =>
  ctx.all(
    signedIn(ctx, period)
      .leftJoin(ctx.from(organizationUnit, 'o').joined, 'o.id', 'c.organizationUnit')
      .select(['o.id', 'o.displayName as name', sql<number>`count(*)::int`.as('signed'), keyCount.as('keySigned')])
      .groupBy(['o.id', 'o.displayName'])
      .orderBy('signed', 'desc')
      .orderBy('o.id')
      .limit(mostGroups),
  );

async function renewals(ctx: CallCtx, { begin, end, teamId }: Period) {
  const rows = ctx
    .from(doctorAgreement, 'a')
    .leftJoin(ctx.from(doctorAgreement, 'n').joined, 'n.renewedFrom', 'a.id')
    .select([sql<number>`count(*)::int`.as('ended'), sql<number>`count(n.id)::int`.as('renewed')])
    .where('a.endsOn', '>=', begin)
    .where('a.endsOn', '<=', end)
    .where('a.state', 'in', ['running', 'expired']);
  const found = await ctx.first(teamId === undefined ? rows : rows.where('a.team', '=', teamId));
  return found ?? { ended: 0, renewed: 0 };
}

const sumOf = (rows: readonly Counted[], name: 'signed' | 'keySigned'): number =>
  rows.reduce((total, row) => total + row[name], 0);

/** `GET DoctorSign/GetStatistics`: signed and renewed agreements of a period, the running year when left out. */
export const agreementStatistics = call({
  wire: 'GET DoctorSign/GetStatistics',
  title: '医生签约：统计',
  permission: permissionsOfCall(doctorAgreement, 'list'),
  resource: doctorAgreement,
  input,
  output,
  async run(ctx, { begin, end, teamId }) {
    const today = ctx.today();
    const period: Period = { begin: begin ?? `${today.slice(0, 4)}-01-01`, end: end ?? today, teamId };
    const [teams, communities] = [await byTeam(ctx, period), await byCommunity(ctx, period)];
    const { ended, renewed } = await renewals(ctx, {
      ...period,
      end: period.end < today ? period.end : addDays(today, -1),
    });
    return {
      begin: period.begin,
      end: period.end,
      signed: sumOf(teams, 'signed'),
      keySigned: sumOf(teams, 'keySigned'),
      ended,
      renewed,
      renewalRate: ended === 0 ? null : Math.round((1000 * renewed) / ended) / 10,
      teams,
      communities,
    };
  },
});
