import { careTeam, careTeamMember, teamRoles, user } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, codeOf, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { requireTeamInSight } from './care-teams.ts';

const id = z.coerce.number().int().min(1);
const roleInTeam = codeOf(teamRoles);

const membership = z.object({
  id: whole,
  teamId: whole,
  teamName: z.string(),
  roleInTeam,
  isDefault: z.boolean(),
});

/** `GET XYJ_DoctorUserTeam/GetTeamsByUserId`: the teams of a user, the default one first. */
export const teamsOfUser = call({
  wire: 'GET XYJ_DoctorUserTeam/GetTeamsByUserId',
  title: '医生所属团队',
  permission: permissionsOfCall(careTeam, 'list'),
  input: z.object({ id }),
  output: arrayOf(membership),
  async run(ctx, input) {
    await ctx.repo(user).get(input.id);
    return ctx.all(
      ctx
        .from(careTeamMember, 'm')
        .innerJoin(ctx.from(careTeam, 't').joined, 't.id', 'm.careTeam')
        .select(['m.id', 'm.careTeam as teamId', 't.name as teamName', 'm.roleInTeam', 'm.isDefault'])
        .where('m.user', '=', input.id)
        .orderBy('m.isDefault', 'desc')
        .orderBy('t.name')
        .orderBy('m.id'),
    );
  },
});

const most = 200;
const form = z.object({
  userId: id,
  teamIds: z.array(id).max(most).nullish(),
  teamId: id.nullish(),
  roleInTeam: z.enum(teamRoles.names).nullish(),
  isDefault: z.boolean().nullish(),
});
type Form = z.output<typeof form>;

type Held = Awaited<ReturnType<typeof heldBy>>;
const heldBy = (ctx: CallCtx, userId: number) => ctx.repo(careTeamMember).list({ where: { user: userId }, take: most });

async function leave(ctx: CallCtx, held: Held[number]): Promise<void> {
  const { leader } = await ctx.repo(careTeam).lock(held.careTeam);
  if (leader === held.user) throw invalid('teamIds', 'care-team.leads');
  requireTeamInSight(ctx, held.careTeam);
  await ctx.repo(careTeamMember).remove(held.id);
}

async function join(
  ctx: CallCtx,
  teamId: number,
  { userId: member, roleInTeam: role }: Pick<Form, 'userId' | 'roleInTeam'>,
): Promise<void> {
  if (role === 'leader') throw invalid('roleInTeam', 'care-team.one-leader');
  requireTeamInSight(ctx, teamId);
  await ctx.rows(careTeamMember).insert({ careTeam: teamId, user: member, ...(role && { roleInTeam: role }) });
}

async function replace(ctx: CallCtx, held: Held, given: Form): Promise<void> {
  const wanted = new Set(given.teamIds);
  for (const each of held) if (!wanted.delete(each.careTeam)) await leave(ctx, each);
  for (const teamId of [...wanted].toSorted((one, other) => one - other)) await join(ctx, teamId, given);
}

export async function joinTeam(
  ctx: CallCtx,
  given: Pick<Form, 'userId' | 'roleInTeam'> & { readonly teamId: number },
): Promise<void> {
  const held = await heldBy(ctx, given.userId);
  if (!held.some(({ careTeam: team }) => team === given.teamId)) await join(ctx, given.teamId, given);
}

export async function leaveTeams(ctx: CallCtx, userId: number): Promise<void> {
  for (const each of await heldBy(ctx, userId)) await leave(ctx, each);
}

async function changeRole(ctx: CallCtx, { id: held, careTeam: team, user: member }: Held[number], role: unknown) {
  const { leader } = await ctx.repo(careTeam).lock(team);
  if ((leader === member) !== (role === 'leader')) throw invalid('roleInTeam', 'care-team.one-leader');
  requireTeamInSight(ctx, team);
  await ctx.rows(careTeamMember).update(held, { roleInTeam: role });
}

async function setDefault(ctx: CallCtx, userId: number, teamId: number): Promise<void> {
  const held = await heldBy(ctx, userId);
  const repo = ctx.repo(careTeamMember);
  for (const { id: other, isDefault, careTeam: team } of held)
    if (isDefault && team !== teamId) await repo.update(other, { isDefault: false });
  const chosen = held.find(({ careTeam: team }) => team === teamId);
  if (chosen && !chosen.isDefault) await repo.update(chosen.id, { isDefault: true });
}

async function saveOne(ctx: CallCtx, held: Held, { teamId, ...given }: Form & { readonly teamId: number }) {
  const known = held.find(({ careTeam: team }) => team === teamId);
  if (!known) await join(ctx, teamId, given);
  else if (given.roleInTeam && given.roleInTeam !== known.roleInTeam) await changeRole(ctx, known, given.roleInTeam);
  if (given.isDefault) await setDefault(ctx, given.userId, teamId);
}

/** `POST XYJ_DoctorUserTeam/CreateOrEdit`: all teams of a user, or one with the role in it. */
export const saveTeamsOfUser = call({
  wire: 'POST XYJ_DoctorUserTeam/CreateOrEdit',
  title: '保存医生所属团队',
  permission: 'Pages.StaffManagement.DoctorTeam.Edit',
  input: form,
  output: whole,
  async run(ctx, given) {
    const { teamId, teamIds, userId } = given;
    if (!(await ctx.repo(user).find(userId))) throw invalid('userId', 'ref.not-found');
    const held = await heldBy(ctx, userId);
    if (teamIds) await replace(ctx, held, given);
    else if (teamId) await saveOne(ctx, held, { ...given, teamId });
    else throw invalid('teamIds', 'care-team.none-chosen');
    return userId;
  },
});
