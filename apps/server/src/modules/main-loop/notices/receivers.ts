import type { AlarmChannel, AlarmReceiver } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { holdsPermission, rolesOfUser } from '../../../access/holders.ts';
import type { CallCtx } from '../../../engine/public.ts';
import { isToday } from '../../teams/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { onDutyAt, standInsAt } from '../../duty/public.ts';

type Case = Pick<Row<typeof abnormalCase>, 'id' | 'client' | 'type' | 'ladderRun'>;

export interface Receiver {
  readonly role: AlarmReceiver;
  /** The same for one user in several roles. */
  readonly key: string;
  readonly name: string;
  readonly userId: number | null;
  readonly contactId: number | null;
  /** The channels that the contact agreed to; null for every channel. */
  readonly channels: readonly AlarmChannel[] | null;
  /** Acknowledged a notice of this run. */
  readonly knows: boolean;
}

/** Users by role. The duty has several sources in their order: the roster, the last hand-over, the setting. */
const staffSql = `select 'manager' as role, 0 as source, p.manager_id as user_id from person p union all select 'doctor', 0, p.doctor_id from person p
  union all select case m.role_in_team when 'leader' then 'teamLeader' else 'teamDoctors' end, 0, m.user_id from person p
    join care_team_member m on m.tenant_id = $1 and m.care_team_id = p.team_id and m.role_in_team in ('leader', 'doctor') and not m.is_deleted
  union all select 'duty', 1, d.user_id from unnest($3::bigint[]) d(user_id)
  union all select 'standIn', 0, d.user_id from unnest($5::bigint[]) d(user_id)
  union all select 'duty', 2, i.user_id from signed_in i
  union all select 'duty', 3, u.id from app_user u join setting s on s.tenant_id = $1 and s.user_id is null and s.name = 'App.Alarm.DutyUsers' and not s.is_sealed
    where u.tenant_id = $1 and u.user_name_key = any(regexp_split_to_array(lower(trim(s.value)), '\\s*[,，;；、]\\s*'))`;

const holdsSql = `exists (select 1 from unnest($4::text[]) as wanted(name) where ${holdsPermission('wanted.name')})`;

const servesToday = (person: string, user: string): string =>
  `exists (select 1 from client_team_member k where k.tenant_id = $1 and k.client_id = ${person} and k.user_id = ${user} and not k.is_deleted and ${isToday('k')})`;

/** Whether the person is in a user's sight; without a person only for users who see all. */
const seesSql = `exists (select 1 from app_role r left join person p on true where r.tenant_id = $1 and not r.is_deleted and r.id in (${rolesOfUser}) and (r.data_scope = 'all' or u.id in (p.manager_id, p.doctor_id) or ${servesToday('p.id', 'u.id')}
    or (r.data_scope = 'team' and exists (select 1 from care_team_member m where m.tenant_id = $1 and m.care_team_id = p.team_id and m.user_id = u.id and not m.is_deleted))
    or (r.data_scope = 'unit' and exists (select 1 from user_organization_unit m join organization_unit o on o.tenant_id = $1 and o.id = m.organization_unit_id and not o.is_deleted
      join organization_unit d on d.tenant_id = $1 and d.id = p.unit_id and (d.id = o.id or starts_with(d.code, o.code || '.')) and not d.is_deleted where m.tenant_id = $1 and m.user_id = u.id))))`;

const receiversSql = `with signed_in as (
    select h.user_id from (select h.incoming_id as user_id from duty_handover h where h.tenant_id = $1 and h.state = 'signed' and not h.is_deleted order by h.incoming_signed_at desc limit 1) h
      join app_user u on u.tenant_id = $1 and u.id = h.user_id and u.is_active and not u.is_deleted
  )
  select a.id as "caseId", h.role, h.key, h.name, h.user_id as "userId", h.contact_id as "contactId", h.channels,
    exists (select 1 from alarm_notice n where n.tenant_id = $1 and n.case_id = a.id and n.run = a.run and n.receiver_key = h.key and n.acknowledged_at is not null) as knows
  from jsonb_to_recordset($2::jsonb) as a(id bigint, client bigint, kind text, run integer, roles text[]), lateral (
    with person as (
      select c.id, c.name, c.health_manager_id as manager_id, c.doctor_id, c.team_id, c.organization_unit_id as unit_id from client c where c.tenant_id = $1 and c.id = a.client and not c.is_deleted
    ), staff as (${staffSql}), allowed as (
      select t.role, t.source, u.id, coalesce(nullif(u.full_name, ''), u.user_name) as name
      from staff t join app_user u on u.tenant_id = $1 and u.id = t.user_id and u.is_active and not u.is_deleted
      where t.role = any(a.roles) and ${holdsSql} and ${seesSql}
    ), found as (
      select distinct on (w.id) w.role, 'user:' || w.id as key, w.name, w.id as user_id, null::bigint as contact_id, null::text[] as channels
      from allowed w where w.role <> 'duty' or w.source = (select min(d.source) from allowed d where d.role = 'duty')
      order by w.id, array_position(a.roles, w.role)
    ), contacts as (
      select 'guardian' || row_number() over (order by g.sos_order nulls last, g.id) as role, 'contact:' || g.id as key, g.name, null::bigint as user_id, g.id as contact_id,
        (select array_agg(case n when 'wechat' then 'template' else n end) from unnest(g.notice_channels) n) as channels
      from guardian_contact g join person p on p.id = g.client_id where g.tenant_id = $1 and not g.is_deleted and (g.is_guardian or g.is_emergency)
        and (coalesce(g.notice_kinds, '{}') = '{}' or a.kind = any(g.notice_kinds))
    )
    select f.* from found f union all select c.* from contacts c where c.role = any(a.roles)
    union all select 'wearer', 'client:' || p.id, p.name, null, null, null from person p where 'wearer' = any(a.roles)
    union all select 'callCenter', 'callCenter', '呼叫中心', null, null, null where 'callCenter' = any(a.roles)
    union all select 'dutyPhone', 'dutyPhone', '值班电话', null, null, null from setting s where s.tenant_id = $1 and s.user_id is null and s.name = 'App.Alarm.DutyPhone' and not s.is_sealed and trim(s.value) <> '' and 'dutyPhone' = any(a.roles)
  ) h
  order by a.id, array_position(a.roles, h.role), h.key`;

/**
 * Who the roles of rungs are at this moment, by case. Users are left out who may not see the person or hold no
 * permission for alarms, so that the duty is with its next source; contacts who did not ask for notices of this kind.
 */
export async function receiversOf(
  ctx: CallCtx,
  asked: readonly { readonly row: Case; readonly roles: readonly AlarmReceiver[] }[],
): Promise<ReadonlyMap<number, readonly Receiver[]>> {
  if (asked.length === 0) return new Map();
  const cases = asked.map(({ row: { id, client, type, ladderRun }, roles }) => {
    const kind = type === 'sos' || type === 'fall' ? 'sos' : 'abnormal';
    return { id, client, kind, run: ladderRun, roles };
  });
  const names = (role: AlarmReceiver): boolean => asked.some(({ roles }) => roles.includes(role));
  const [onDuty, standIns] = await Promise.all([
    names('duty') ? onDutyAt(ctx, { at: ctx.now() }) : [],
    names('standIn') ? standInsAt(ctx, { at: ctx.now() }) : [],
  ]);
  const found = await ctx.tx.query<Receiver & { readonly caseId: number }>(receiversSql, [
    ctx.tenantId,
    JSON.stringify(cases),
    onDuty.flatMap(({ userId }) => userId ?? []),
    abnormalCase.permission,
    standIns.flatMap(({ standIn }) => standIn ?? []),
  ]);
  return groupBy(found, ({ caseId }) => caseId);
}
