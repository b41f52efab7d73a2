import { addDays, startOfDay } from '@kangmai/domain';
import { client, clientTeamMember, healthTeamRole, staffProfile, user } from '@kangmai/model';
import { type Draft, permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { rightsOf } from '../../access/session.ts';
import {
  arrayOf,
  asSaved,
  call,
  type CallCtx,
  implement,
  maskPhone,
  type ServerModule,
  sql,
  tenantZone,
  whole,
} from '../../engine/public.ts';
import { type AppError, invalid } from '../../platform/errors.ts';
import { tenantToday } from './days.ts';
import { adoptTeam, type Member, settleTeam } from './responsible.ts';

const topic = 'client-team.changes';

async function watchDays(ctx: CallCtx, { client: clientId, startsOn, endsOn }: Member): Promise<void> {
  const [zone, today] = [await tenantZone(ctx), await tenantToday(ctx)];
  for (const day of [startsOn, endsOn === null ? null : addDays(endsOn, 1)])
    if (day !== null && day > today) ctx.emit(topic, { clientId }, new Date(startOfDay(day, zone)));
}

async function requireLicence(ctx: CallCtx, userId: number, refused: () => AppError): Promise<void> {
  const licensed = await ctx.first(
    ctx
      .from(staffProfile, 'p')
      .select('p.id')
      .where('p.account', '=', userId)
      .where('p.isVoid', '=', false)
      .where('p.licenceEndsOn', '>=', await tenantToday(ctx)),
  );
  if (!licensed) throw refused();
}

/** Refuses somebody who may not have a role: not at work, without the role of the system or the licence. */
export async function requireFit(
  ctx: CallCtx,
  { role: roleId, user: userId }: Pick<Member, 'role' | 'user'>,
  field = 'user',
): Promise<void> {
  const [role, person] = [await ctx.repo(healthTeamRole).find(roleId), await ctx.repo(user).find(userId)];
  if (!person) throw invalid(field, 'ref.not-found');
  if (!role) return;
  if (!person.isActive) throw invalid(field, 'client-team.inactive');
  const { roles } = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId });
  if (role.systemRole !== null && !roles.some(({ id }) => id === role.systemRole))
    throw invalid(field, 'client-team.not-in-role', { role: role.name });
  if (role.needsLicence)
    await requireLicence(ctx, userId, () => invalid(field, 'client-team.no-licence', { role: role.name }));
}

async function requireChosen(ctx: CallCtx, draft: Draft<typeof clientTeamMember>, current: Member | undefined) {
  const { role, user: userId } = asSaved<Draft<typeof clientTeamMember>>(draft, current);
  const isChosen = role !== current?.role || userId !== current?.user;
  if (role && userId && isChosen) await requireFit(ctx, { role, user: userId });
}

export const clientTeamCode = implement(clientTeamMember, {
  async beforeSave(ctx, draft, current) {
    draft.startsOn ??= current?.startsOn ?? (await tenantToday(ctx));
    await requireChosen(ctx, draft, current);
    const clientId = current?.client ?? draft.client;
    // An unknown client is refused with the references of the row.
    if (clientId && (await ctx.repo(client).find(clientId))) await adoptTeam(ctx, clientId);
  },
  async afterSave(ctx, row) {
    await settleTeam(ctx, row.client);
    await watchDays(ctx, row);
  },
  async beforeDelete(ctx, row) {
    await adoptTeam(ctx, row.client);
    await settleTeam(ctx, row.client, row.id);
  },
});

/** On the day when somebody begins or no longer serves, the file of the client follows. */
export const followTeams: NonNullable<ServerModule['follow']> = {
  [topic]: async (ctx, payloads) => {
    const ids = new Set(payloads.map((payload) => (payload as { clientId: number }).clientId));
    for (const id of [...ids].toSorted((one, other) => one - other))
      if (await ctx.repo(client).find(id)) await settleTeam(ctx, id);
  },
};

const memberOutput = z.object({
  id: whole,
  roleId: whole,
  roleName: z.string(),
  userId: whole,
  userName: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  title: z.string().nullable(),
  isPrimary: z.boolean(),
});

/** `GET HealthTeamUser/GetByClientId`: who serves a client today. */
export const teamOfClient = call({
  wire: 'GET HealthTeamUser/GetByClientId',
  title: '客户的健康团队',
  permission: permissionsOfCall(clientTeamMember, 'list'),
  input: z.object({ id: z.coerce.number().int().min(1), clientPackageId: z.coerce.number().int().nullish() }),
  output: arrayOf(memberOutput),
  async run(ctx, { id }) {
    await ctx.repo(client).get(id);
    const day = await tenantToday(ctx);
    const rows = await ctx.all(
      ctx
        .from(clientTeamMember, 'm')
        .innerJoin(ctx.from(healthTeamRole, 'r').joined, 'r.id', 'm.role')
        .innerJoin(ctx.from(user, 'u').joined, 'u.id', 'm.user')
        .leftJoin(ctx.from(staffProfile, 'p').joined, 'p.account', 'u.id')
        .select(['m.id', 'r.id as roleId', 'r.name as roleName', 'r.isPrimary', 'p.title'])
        .select(['u.id as userId', 'u.fullName as userName', 'u.phoneNumber as phone', 'u.profilePictureId as avatar'])
        .where('m.client', '=', id)
        .where('m.startsOn', '<=', day)
        .where(sql<boolean>`coalesce(m.ends_on >= ${day}::date, true)`)
        .orderBy('r.sortNo')
        .orderBy('r.id')
        .orderBy('m.id'),
    );
    return rows.map((row) => ({ ...row, phone: row.phone === null ? null : maskPhone(row.phone) }));
  },
});
