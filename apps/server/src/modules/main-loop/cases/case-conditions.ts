import { careTeamMember, client } from '@kangmai/model';
import { type QueryCtx, sql, whether } from '../../../engine/public.ts';

export const caseConditions = {
  /** Taken by the caller, or of a person in the caller's care; the persons are read once, for the index of cases. */
  mine: (asked: boolean, ctx: QueryCtx) => {
    const { userId } = ctx.caller;
    const persons = ctx
      .from(client, 'p')
      .beyondSight('the persons of the cases of the list are in sight')
      .select('p.id')
      .where(sql<boolean>`(p.health_manager_id = ${userId}::bigint or p.doctor_id = ${userId}::bigint)`);
    return whether(asked, sql`(b.handled_by_id = ${userId}::bigint or b.client_id = any(array${persons}))`);
  },
  ofTeam: (asked: boolean, ctx: QueryCtx) =>
    whether(
      asked,
      sql`b.team_id in ${ctx
        .from(careTeamMember, 'm')
        .beyondSight('the teams of the caller')
        .select('m.careTeam')
        .where('m.user', '=', ctx.caller.userId)}`,
    ),
};
