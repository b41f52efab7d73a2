import { type client, clientTeamMember } from '@kangmai/model';
import type { ActionInput } from '@kangmai/resource';
import { z } from 'zod';
import { type CallCtx, everySight, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { requireFit } from './client-team.ts';
import { tenantToday } from './days.ts';
import { adoptTeam, endBefore, type Member, membersOf, roomUntil, servesOn, settleTeam } from './responsible.ts';

type Input = ActionInput<(typeof client)['actions']['transferTeam']>;
type Given = Omit<Input, 'clients'>;

interface Handing extends Given {
  readonly members: readonly Member[];
  readonly day: string;
}

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

/** What is left of a period goes to the other user, unless that one has the role already. */
async function handOne(ctx: CallCtx, member: Member, { members, day, toUser, reason }: Handing): Promise<void> {
  const { client: person, role } = member;
  const begins = (member.startsOn ?? day) > day ? (member.startsOn ?? day) : day;
  await requireFit(ctx, { role, user: toUser }, 'toUserId');
  await endBefore(ctx, member, { day: begins, reason });
  if (members.some((each) => each.user === toUser && each.role === role && servesOn(each, begins))) return;
  const endsOn = earlier(member.endsOn, roomUntil(members, { role, user: toUser }, begins));
  await ctx.repo(clientTeamMember).insert({ client: person, role, user: toUser, startsOn: begins, endsOn });
}

async function handClient(ctx: CallCtx, id: number, given: Given): Promise<void> {
  await adoptTeam(ctx, id);
  // Ending the own period may take the client out of sight.
  const wide = everySight(ctx);
  const [members, day] = [await membersOf(wide, id), await tenantToday(ctx)];
  const handed = members.filter(({ user, endsOn }) => user === given.fromUser && (endsOn ?? day) >= day);
  if (handed.length === 0) throw invalid('fromUserId', 'client-team.not-serving');
  for (const member of handed) await handOne(wide, member, { ...given, members, day });
  await settleTeam(ctx, id);
}

/** Hands clients over from one user to another: all of them, or none with the reason. */
export async function transferTeam(ctx: CallCtx, { clients, ...given }: Input): Promise<{ transferred: number }> {
  if (given.fromUser === given.toUser) throw invalid('toUserId', 'client-team.same-person');
  const ids = [...new Set(clients)].toSorted((one, other) => one - other);
  for (const id of ids) await handClient(ctx, id, given);
  return { transferred: ids.length };
}

export const transferAnswer = z.object({ transferred: whole });
