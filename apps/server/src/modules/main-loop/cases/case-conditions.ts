import { careTeamMember, client } from '@kangmai/model';
import { type QueryCtx, sql, whether } from '../../../engine/public.ts';

/** Conditions by which the desk is filtered: whose case it is. */
export const caseConditions = {
  /** Taken by the caller, or of a person in the caller's care. */
  mine: (asked: boolean, ctx: QueryCtx) => {
    const { userId } = ctx.caller;
    return whether(
      asked,
      sql`(b.handled_by_id is not distinct from ${userId}::bigint or exists ${ctx
        .from(client, 'p')
        .beyondSight('the persons of the cases of the list are in sight')
        .select('p.id')
        .where(sql<boolean>`p.id = b.client_id`)
        .where(sql<boolean>`${userId}::bigint in (p.health_manager_id, p.doctor_id)`)})`,
    );
  },
  ofTeam: (asked: boolean, ctx: QueryCtx) =>
    whether(
      asked,
      sql`coalesce(b.team_id in ${ctx
        .from(careTeamMember, 'm')
        .beyondSight('the teams of the caller')
        .select('m.careTeam')
        .where('m.user', '=', ctx.caller.userId)}, false)`,
    ),
};
