import { abnormalCase, clientTag, deviceBinding, familyMember } from '@kangmai/model';
import { type QueryCtx, sql, whether } from '../../engine/public.ts';

const ofThem = 'the persons of the list are in sight';
const isServed = sql`b.state in ('potential', 'active', 'paused')`;

export const clientConditions = {
  mine: (asked: boolean, { caller }: QueryCtx) =>
    whether(asked, sql`${caller.userId}::bigint in (b.health_manager_id, b.doctor_id)`),
  inCareOf: (user: number) => sql`(${isServed} and (b.health_manager_id = ${user} or b.doctor_id = ${user}))`,
  soleCareOf: (user: number) => sql`(${isServed} and b.team_id is null
    and (b.health_manager_id = ${user} or b.doctor_id = ${user})
    and coalesce(b.health_manager_id, ${user}) = ${user} and coalesce(b.doctor_id, ${user}) = ${user})`,
  family: (id: number, ctx: QueryCtx) =>
    sql`b.id in ${ctx.from(familyMember, 'f').beyondSight(ofThem).select('f.client').where('f.family', '=', id)}`,
  tag: (id: number, ctx: QueryCtx) =>
    sql`b.id in ${ctx
      .from(clientTag, 'g')
      .beyondSight(ofThem)
      .select('g.client')
      .where('g.tag', '=', id)
      .where('g.mode', 'in', ['manual', 'auto'])}`,
  hasDevice: (asked: boolean, ctx: QueryCtx) =>
    whether(
      asked,
      sql`exists ${ctx
        .from(deviceBinding, 'h')
        .beyondSight(ofThem)
        .select('h.id')
        .where(sql<boolean>`h.client_id = b.id`)
        .where('h.relation', '=', 'wearer')
        .where('h.state', 'in', ['active', 'paused'])}`,
    ),
  abnormalToday: (asked: boolean, ctx: QueryCtx) =>
    whether(
      asked,
      sql`exists ${ctx
        .from(abnormalCase, 'k')
        .beyondSight(ofThem)
        .select('k.id')
        .where(sql<boolean>`k.client_id = b.id`)
        .where('k.latestAt', '>=', ctx.check.toInstant(`${ctx.today()}T00:00:00`) ?? ctx.now())}`,
    ),
};
