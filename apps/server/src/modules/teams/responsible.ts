import { addDays } from '@kangmai/domain';
import { client, clientTeamMember } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, everySight } from '../../engine/public.ts';
import { tenantToday } from './days.ts';
import { type FieldRoles, fieldRoles } from './team-roles.ts';

export type Member = Row<typeof clientTeamMember>;
type Person = Row<typeof client>;

const fields = ['healthManager', 'doctor'] as const;
type Field = (typeof fields)[number];
const most = 1000;

export const servesOn = ({ startsOn, endsOn }: Member, day: string): boolean =>
  (startsOn ?? day) <= day && (endsOn ?? day) >= day;

export const membersOf = (ctx: CallCtx, id: number): Promise<readonly Member[]> =>
  ctx.repo(clientTeamMember).list({ where: { client: id }, take: most });

const latestFirst = (one: Member, other: Member): number =>
  (other.startsOn ?? '').localeCompare(one.startsOn ?? '') || other.id - one.id;

/** Those who have the roles of a field on a day; who began last stands first. */
const holders = (members: readonly Member[], roles: ReadonlySet<number>, day: string): readonly Member[] =>
  members.filter((member) => roles.has(member.role) && servesOn(member, day)).toSorted(latestFirst);

interface Team {
  readonly person: Person;
  readonly members: readonly Member[];
  readonly roles: FieldRoles;
  readonly day: string;
}

/** The team of a client, whose row stays locked. */
async function lockTeam(ctx: CallCtx, id: number): Promise<Team> {
  const [roles, day] = [await fieldRoles(ctx), await tenantToday(ctx)];
  const person = await ctx.repo(client).lock(id);
  return { person, members: await membersOf(ctx, id), roles, day };
}

/** Ends a period before a day; one that would not have begun by then is removed. */
export async function endBefore(
  ctx: CallCtx,
  { id, startsOn }: Member,
  { day, reason }: { readonly day: string; readonly reason?: string },
): Promise<void> {
  if ((startsOn ?? '') >= day) await ctx.repo(clientTeamMember).remove(id);
  else await ctx.repo(clientTeamMember).update(id, { endsOn: addDays(day, -1) }, reason);
}

/** The day before the next period of somebody in a role, where a period that begins today has to end. */
export const roomUntil = (
  members: readonly Member[],
  like: Pick<Member, 'role' | 'user'>,
  day: string,
): string | null =>
  members
    .filter(({ role, user, startsOn }) => role === like.role && user === like.user && (startsOn ?? '') > day)
    .map(({ startsOn }) => addDays(startsOn ?? day, -1))
    .toSorted()[0] ?? null;

async function appoint(
  ctx: CallCtx,
  { person, members, roles, day }: Team,
  [field, user]: readonly [Field, number | null],
) {
  const held = holders(members, roles[field], day);
  for (const member of held) if (member.user !== user) await endBefore(ctx, member, { day });
  const [role] = roles[field];
  if (user === null || role === undefined || held.some((member) => member.user === user)) return;
  const endsOn = roomUntil(members, { role, user }, day);
  await ctx.repo(clientTeamMember).insert({ client: person.id, role, user, startsOn: day, endsOn });
}

/** Writes the team rows of those whom the file of a client names, where a save changed them. */
export async function keepTeam(ctx: CallCtx, row: Person, before: Person | undefined): Promise<void> {
  const changed = fields.filter((field) => row[field] !== (before?.[field] ?? null));
  if (changed.length === 0) return;
  const wide = everySight(ctx);
  const team = await lockTeam(wide, row.id);
  for (const field of changed) await appoint(wide, team, [field, row[field]]);
}

/** Locks a client, whose file gets team rows for those whom it names without one. */
export async function adoptTeam(ctx: CallCtx, id: number): Promise<void> {
  await ctx.repo(client).get(id);
  const wide = everySight(ctx);
  const team = await lockTeam(wide, id);
  for (const field of fields) {
    const user = team.person[field];
    const isHeld = holders(team.members, team.roles[field], team.day).length > 0;
    if (user !== null && !isHeld) await appoint(wide, team, [field, user]);
  }
}

/** Writes into the file of a client who leads its team today, and its doctor. */
export async function settleTeam(ctx: CallCtx, id: number, without?: number): Promise<void> {
  const wide = everySight(ctx);
  const { person, members, roles, day } = await lockTeam(wide, id);
  const rest = members.filter((member) => member.id !== without);
  const next = fields.map((field) => [field, holders(rest, roles[field], day)[0]?.user ?? null] as const);
  const changed = next.filter(([field, user]) => roles[field].size > 0 && person[field] !== user);
  if (changed.length > 0) await wide.repo(client).update(id, Object.fromEntries(changed));
}
