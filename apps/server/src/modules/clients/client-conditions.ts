import { abnormalCase, deviceBinding } from '@kangmai/model';
import { type QueryCtx, sql, whether } from '../../engine/public.ts';

const ofThem = 'the persons of the list are in sight';

/** Conditions by which lists of persons are filtered. */
export const clientConditions = {
  mine: (asked: boolean, { caller }: QueryCtx) =>
    whether(asked, sql`${caller.userId}::bigint in (b.health_manager_id, b.doctor_id)`),
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
