import type { AlarmReceiver } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { holdsPermission, rolesOfUser } from '../../../access/holders.ts';
import { isToday } from '../../teams/public.ts';

type ByRole<T> = Partial<Readonly<Record<AlarmReceiver, T>>>;

const ofTeam = (role: AlarmReceiver, roleInTeam: string): string =>
  `'${role}' as role, 0 as source, m.user_id from person p join care_team_member m on m.tenant_id = $1 and m.care_team_id = p.team_id and m.role_in_team = '${roleInTeam}' and not m.is_deleted`;

/** The duty has several sources in their order: the roster, the last hand-over, the setting. */
const staffOf: ByRole<readonly string[]> = {
  manager: ["'manager' as role, 0 as source, p.manager_id as user_id from person p"],
  doctor: ["'doctor' as role, 0 as source, p.doctor_id as user_id from person p"],
  teamLeader: [ofTeam('teamLeader', 'leader')],
  teamDoctors: [ofTeam('teamDoctors', 'doctor')],
  duty: [
    '\'duty\' as role, 1 as source, d.user_id from unnest(a."onDuty") d(user_id)',
    "'duty' as role, 2 as source, i.user_id from signed_in i",
    `'duty' as role, 3 as source, u.id as user_id from app_user u join setting s on s.tenant_id = $1 and s.user_id is null and s.name = 'App.Alarm.DutyUsers' and not s.is_sealed
      where u.tenant_id = $1 and u.user_name_key = any(regexp_split_to_array(lower(trim(s.value)), '\\s*[,，;；、]\\s*'))`,
  ],
  standIn: ['\'standIn\' as role, 0 as source, d.user_id from unnest(a."standIns") d(user_id)'],
};

const isOwnRole = (id: string): string => `${id} = any(g.roles)`;
const permissions = stemsOf(abnormalCase).map((name) => `'${name}'`);
const holdsSql = `exists (select 1 from unnest(array[${permissions.join(', ')}]) as wanted(name) where ${holdsPermission('wanted.name', isOwnRole)})`;

const servesToday = (person: string, user: string): string =>
  `exists (select 1 from client_team_member k where k.tenant_id = $1 and k.client_id = ${person} and k.user_id = ${user} and not k.is_deleted and ${isToday('k')})`;

/** Whether the person is in a user's sight; without a person only for users who see all. */
const seesSql = `exists (select 1 from app_role r left join person p on true where r.tenant_id = $1 and not r.is_deleted and ${isOwnRole('r.id')} and (r.data_scope = 'all' or u.id in (p.manager_id, p.doctor_id) or ${servesToday('p.id', 'u.id')}
    or (r.data_scope = 'team' and exists (select 1 from care_team_member m where m.tenant_id = $1 and m.care_team_id = p.team_id and m.user_id = u.id and not m.is_deleted))
    or (r.data_scope = 'unit' and exists (select 1 from user_organization_unit m join organization_unit o on o.tenant_id = $1 and o.id = m.organization_unit_id and not o.is_deleted
      join organization_unit d on d.tenant_id = $1 and d.id = p.unit_id and (d.id = o.id or starts_with(d.code, o.code || '.')) and not d.is_deleted where m.tenant_id = $1 and m.user_id = u.id))))`;

const signedInSql = `signed_in as (
    select h.user_id from (select h.incoming_id as user_id from duty_handover h where h.tenant_id = $1 and h.state = 'signed' and not h.is_deleted order by h.incoming_signed_at desc limit 1) h
      join app_user u on u.tenant_id = $1 and u.id = h.user_id and u.is_active and not u.is_deleted
  )`;

const personSql = `person as (
    select c.id, c.name, c.health_manager_id as manager_id, c.doctor_id, c.team_id, c.organization_unit_id as unit_id from client c where c.tenant_id = $1 and c.id = a.client and not c.is_deleted
  )`;

/** The roles of a user are read once for both conditions (`offset 0`). */
const staffSql = (
  sources: readonly string[],
): string => `staff as (select ${sources.join(' union all select ')}), allowed as (
    select t.role, t.source, u.id, coalesce(nullif(u.full_name, ''), u.user_name) as name
    from staff t join app_user u on u.tenant_id = $1 and u.id = t.user_id and u.is_active and not u.is_deleted
      cross join lateral (select array(${rolesOfUser}) as roles offset 0) g
    where t.role = any(a.roles) and ${holdsSql} and ${seesSql}
  )`;

const usersSql = `f.* from (select distinct on (w.id) w.role, 'user:' || w.id as key, w.name, w.id as user_id, null::bigint as contact_id, null::text[] as channels
    from allowed w where w.role <> 'duty' or w.source = (select min(d.source) from allowed d where d.role = 'duty') order by w.id, array_position(a.roles, w.role)) f`;

const contactsSql = `c.* from (
    select 'guardian' || row_number() over (order by g.sos_order nulls last, g.id) as role, 'contact:' || g.id as key, g.name, null::bigint as user_id, g.id as contact_id,
      (select array_agg(case n when 'wechat' then 'template' else n end) from unnest(g.notice_channels) n) as channels
    from guardian_contact g join person p on p.id = g.client_id where g.tenant_id = $1 and not g.is_deleted and (g.is_guardian or g.is_emergency)
      and (coalesce(g.notice_kinds, '{}') = '{}' or a.kind = any(g.notice_kinds))
  ) c where c.role = any(a.roles)`;

const nobody = 'null::bigint as user_id, null::bigint as contact_id, null::text[] as channels';

const othersOf: ByRole<string> = {
  guardian1: contactsSql,
  guardian2: contactsSql,
  wearer: `'wearer' as role, 'client:' || p.id as key, p.name, ${nobody} from person p where 'wearer' = any(a.roles)`,
  callCenter: `'callCenter' as role, 'callCenter' as key, '呼叫中心' as name, ${nobody} where 'callCenter' = any(a.roles)`,
  dutyPhone: `'dutyPhone' as role, 'dutyPhone' as key, '值班电话' as name, ${nobody} from setting s
    where s.tenant_id = $1 and s.user_id is null and s.name = 'App.Alarm.DutyPhone' and not s.is_sealed and trim(s.value) <> '' and 'dutyPhone' = any(a.roles)`,
};

function build(roles: readonly AlarmReceiver[]): string {
  const sources = roles.flatMap((role) => staffOf[role] ?? []);
  const parts = new Set([...(sources.length > 0 ? [usersSql] : []), ...roles.flatMap((role) => othersOf[role] ?? [])]);
  return `with ${signedInSql} select a.id as "caseId", h.role, h.key, h.name, h.user_id as "userId", h.contact_id as "contactId", h.channels,
    exists (select 1 from alarm_notice n where n.tenant_id = $1 and n.case_id = a.id and n.run = a.run and n.receiver_key = h.key and n.acknowledged_at is not null) as knows
  from jsonb_to_recordset($2::jsonb) as a(id bigint, client bigint, kind text, run integer, roles text[], "onDuty" bigint[], "standIns" bigint[]), lateral (
    with ${[personSql, ...(sources.length > 0 ? [staffSql(sources)] : [])].join(', ')}
    select ${[...parts].join(' union all select ')}
  ) h
  order by a.id, array_position(a.roles, h.role), h.key`;
}

const built = new Map<string, string>();

/** The statement for cases ($2, JSON) names their roles alone: PostgreSQL prepares every part of a plan each time. */
export function receiversSql(roles: ReadonlySet<AlarmReceiver>): string {
  const sorted = [...roles].toSorted();
  const key = sorted.join();
  const known = built.get(key) ?? build(sorted);
  built.set(key, known);
  return known;
}
