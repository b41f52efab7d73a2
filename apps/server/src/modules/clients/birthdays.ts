import { unknownBirthday } from '@kangmai/domain';
import type { CallCtx } from '../../engine/public.ts';
import { elderlyAge, smallChildAge } from './identity.ts';

/** Updates the key populations by age: elderly from 65, young child up to 6. Run nightly and at start. */
export async function refreshCrowds(ctx: CallCtx): Promise<void> {
  await ctx.tx.execute(
    `with due as (
       select id, crowd_types as before, nullif(array_remove(coalesce(crowd_types, '{}'), 'child') || case when elderly then '{elderly}'::text[] else '{}'::text[] end, '{}') as after from (
         select id, crowd_types, date_part('year', age($2::date, birthday)) as years, date_part('year', age($2::date, birthday)) >= $3 and not 'elderly' = any(coalesce(crowd_types, '{}')) as elderly
         from client where tenant_id = $1 and not is_deleted and birthday <> $5::date) k
       where elderly or (years > $4 and 'child' = any(coalesce(crowd_types, '{}')))),
     changed as (update client c set crowd_types = due.after, updated_at = $6, row_version = c.row_version + 1 from due where c.tenant_id = $1 and c.id = due.id returning c.id)
     insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_name, reason, created_at)
     select $1, 'client', due.id, 'updated', jsonb_build_object('crowdTypes', due.before), jsonb_build_object('crowdTypes', due.after), 'system', '年龄变化', $6 from due join changed on changed.id = due.id`,
    [ctx.tenantId, ctx.today(), elderlyAge, smallChildAge, unknownBirthday, ctx.now()],
  );
}
