import { careTeam, careTeamMember, client, teamRoles, user } from '@kangmai/model';
import { type Draft, permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, asSaved, call, type CallCtx, codeOf, implement, whole, wrappedWith } from '../../engine/public.ts';
import { takeNumbers } from '../../platform/database/numbers.ts';
import { AppError, invalid, notAllowed } from '../../platform/errors.ts';

type TeamDraft = Draft<typeof careTeam>;
type Members = NonNullable<TeamDraft['members']>;

const asCounted = 'a team is full for everybody, whichever of its clients one sees';

async function clientsOf(ctx: Pick<CallCtx, 'all' | 'from'>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.all(
    ctx
      .from(client, 'c')
      .beyondSight(asCounted)
      .select((eb) => ['c.team', eb.fn.countAll<number>().as('count')])
      .where('c.team', 'in', [...ids])
      .groupBy('c.team'),
  );
  return new Map(rows.map(({ team, count }) => [team ?? 0, count]));
}

export async function requireRoomInTeam(ctx: CallCtx, id: number): Promise<void> {
  // An unknown team is refused with the references of the row.
  if (!(await ctx.repo(careTeam).find(id))) return;
  const { name, maxClients } = await ctx.repo(careTeam).lock(id);
  const count = (await clientsOf(ctx, [id])).get(id) ?? 0;
  if (count >= maxClients) throw invalid('team', 'care-team.full', { name, count });
}

/** Who does not see the clients of a team gives nobody the sight of them. */
export function requireTeamInSight({ caller: { sight } }: CallCtx, id: number): void {
  if (!sight.all && !sight.teams.includes(id)) throw new AppError('forbidden', 'care-team.beyond');
}

/** The members with the leader among them, who alone has that role. */
function withLeader(members: Members, leader: number): Members {
  const wrong = members.findIndex(({ user: id, roleInTeam }) => id !== leader && roleInTeam === 'leader');
  if (wrong >= 0) throw invalid(`members[${wrong}].roleInTeam`, 'care-team.one-leader');
  const lead = { roleInTeam: 'leader' } as const;
  return members.some(({ user: id }) => id === leader)
    ? members.map((member) => (member.user === leader ? { ...member, ...lead } : member))
    : [{ user: leader, ...lead }, ...members];
}

const whoIn = (members: Members | null | undefined): string =>
  (members ?? [])
    .map(({ user: id, roleInTeam }) => `${id} ${roleInTeam}`)
    .toSorted()
    .join();

export const careTeamCode = implement(careTeam, {
  async beforeSave(ctx, draft, current) {
    if (!current && !draft.code) {
      const [number] = await takeNumbers(ctx.tx, 'care-team', 1);
      draft.code = `ZL${String(number).padStart(3, '0')}`;
    }
    const { leader, members } = asSaved<TeamDraft>(draft, current);
    if (!leader) throw invalid('leader', 'care-team.leader');
    const next = withLeader(members ?? [], leader);
    if (current && whoIn(next) === whoIn(current.members)) return;
    if (current) requireTeamInSight(ctx, current.id);
    draft.members = next;
  },
  async beforeDelete(ctx, { id }) {
    const count = (await clientsOf(ctx, [id])).get(id) ?? 0;
    if (count > 0) throw notAllowed('care-team.in-use', { count });
    requireTeamInSight(ctx, id);
  },
  figures: { clientCount: clientsOf },
});

const memberOutput = z.object({
  id: whole,
  userId: whole,
  userName: z.string(),
  roleInTeam: codeOf(teamRoles),
  isDefault: z.boolean(),
});

/** `GET YS_ZLXZs/GetYS_ZLXZForEdit`: a team, and its members with their names beside it. */
export const teamForEdit = call({
  wire: 'GET YS_ZLXZs/GetYS_ZLXZForEdit',
  title: '医生团队（编辑）',
  replaces: true,
  permission: permissionsOfCall(careTeam, 'edit'),
  input: z.object({ id: z.coerce.number().int().min(1) }),
  output: wrappedWith(careTeam, { members: arrayOf(memberOutput) }),
  async run(ctx, { id }) {
    const row = await ctx.rows(careTeam).get(id);
    const members = await ctx.all(
      ctx
        .from(careTeamMember, 'm')
        .innerJoin(ctx.from(user, 'u').joined, 'u.id', 'm.user')
        .select(['m.id', 'm.user as userId', 'u.fullName as userName', 'm.roleInTeam', 'm.isDefault'])
        .where('m.careTeam', '=', id)
        .orderBy('m.place')
        .orderBy('m.id'),
    );
    return { ...ctx.rows(careTeam).plan.writer.wrapped(row), members };
  },
});
