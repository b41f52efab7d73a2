import { alarmPolicies } from '@kangmai/model/reference';
import type { Tx } from '@kangmai/server/platform/database/database';

const hourMs = 3_600_000;
const levels = { notice: 1, attention: 2, warning: 3, critical: 4 } as const;
const dutyPhone = '028-85550110';

/** The rungs of the built-in policies of levels 3 and 4, one row a receiver and channel. */
const rungs = alarmPolicies.rows
  .filter(({ level }) => levels[level] >= levels.warning)
  .flatMap(({ level, steps }) =>
    steps.flatMap(({ afterMinutes, to, channels }, rung) =>
      to.flatMap((role, place) =>
        channels.map((channel) => ({ level: levels[level], rung, minutes: afterMinutes, role, place, channel })),
      ),
    ),
  );

/** Alarms of the last month until somebody took them, and who was notified; of the oldest handled one nobody. */
const noticesSql = `with alarm as materialized (
    select c.id, c.client_id, c.level, c.ladder_run, c.finding, c.state, c.alarmed_at, least(coalesce(c.claimed_at, $2), coalesce(c.first_contact_at, $2), coalesce(c.handled_at, $2)) as until
    from abnormal_case c where c.tenant_id = $1 and c.level >= 3 and c.state <> 5 and c.alarmed_at >= $2::timestamptz - interval '30 days' and not c.is_deleted and c.type not in ('offline', 'wear', 'inactive', 'battery')
  ), rung as (select * from jsonb_to_recordset($3::jsonb) as r(level smallint, rung smallint, minutes integer, role text, place smallint, channel text)
  ), taken as (select a.*, r.rung, r.role, r.place, r.channel, a.alarmed_at + make_interval(mins => r.minutes) as at from alarm a join rung r on r.level = a.level and a.alarmed_at + make_interval(mins => r.minutes) <= a.until
  ), contact as (
    select g.client_id, g.id, g.name, 'guardian' || row_number() over (partition by g.client_id order by g.sos_order nulls last, g.id) as role from guardian_contact g
    where g.tenant_id = $1 and not g.is_deleted and (g.is_guardian or g.is_emergency) and (coalesce(g.notice_kinds, '{}') = '{}' or 'abnormal' = any(g.notice_kinds))
  ), heard as (
    select t.*, 'user:' || u.id as key, coalesce(nullif(u.full_name, ''), u.user_name) as name, u.id as user_id, null::bigint as contact_id
      from taken t join client c on c.tenant_id = $1 and c.id = t.client_id join app_user u on u.tenant_id = $1 and u.is_active and u.id = case t.role when 'manager' then c.health_manager_id when 'doctor' then c.doctor_id end where t.channel = 'inapp' and t.id is distinct from (select min(a.id) from alarm a where a.state = 3)
    union all select t.*, 'contact:' || k.id, k.name, null, k.id from taken t join contact k on k.client_id = t.client_id and k.role = t.role where t.channel = 'sms'
    union all select t.*, t.role, case t.role when 'callCenter' then '呼叫中心' else '值班电话' end, null, null from taken t where t.role in ('callCenter', 'dutyPhone') and t.channel = 'phone'
  ), unheard as (
    select t.*, 'nobody' as key, null as name, null::bigint as user_id, null::bigint as contact_id from taken t
    where t.place = 0 and t.role <> 'duty' and t.channel = (select min(r.channel) from rung r where r.level = t.level and r.rung = t.rung) and not exists (select from heard h where h.id = t.id and h.rung = t.rung)
  )
  insert into alarm_notice (tenant_id, case_id, client_id, run, rung, receiver_kind, receiver_key, receiver, receiver_user_id, contact_id, channel, state, content, taken_at, sent_at, delivered_at, shown_at, created_at)
  select $1, n.id, n.client_id, n.ladder_run, n.rung, n.role, n.key, left(n.name, 64), n.user_id, n.contact_id, n.channel,
    case when n.key = 'nobody' then 5 when n.channel <> 'phone' then 1 when n.state = 0 then 0 else 4 end,
    case when n.key = 'nobody' then null when n.channel = 'inapp' then n.finding else (case n.level when 4 then '危急' else '警告' end) || '级告警，请尽快联系' end, n.at,
    case when n.key <> 'nobody' and n.channel <> 'phone' then n.at + interval '1 second' end, case when n.channel = 'sms' and n.key <> 'nobody' then n.at + make_interval(secs => 3 + n.id % 7) end,
    case when n.channel = 'inapp' and n.key <> 'nobody' then n.at + make_interval(secs => 2 + n.id % 9) end, n.at
  from (select * from heard union all select * from unheard) n order by n.at, n.id`;

const stepsSql =
  'update abnormal_case c set escalation_step = n.rung from (select case_id, max(rung) as rung from alarm_notice where tenant_id = $1 group by case_id) n where c.tenant_id = $1 and c.id = n.case_id and n.rung > 0';

/** Two handled cases whose persons are observed for some hours more, and the events at the end. */
const observedSql = `with held as (
    update abnormal_case c set observe_until = $2::timestamptz + interval '3 hours', handled_at = greatest(c.handled_at, $2::timestamptz - interval '15 hours') from (
      select distinct on (h.client_id) h.id from abnormal_case h where h.tenant_id = $1 and h.state = 3 and h.type in ('bpHigh', 'heartFast', 'spo2Low', 'sugarHigh', 'tempHigh') and not h.is_deleted
        and h.handled_at > $2::timestamptz - interval '7 days' and h.level <= 2
        and not exists (select from abnormal_case o where o.tenant_id = $1 and o.client_id = h.client_id and o.type = h.type and o.id <> h.id and o.latest_at > h.started_at)
      order by h.client_id, h.handled_at desc limit 2) f
    where c.tenant_id = $1 and c.id = f.id returning c.id, c.observe_until)
  insert into outbox (tenant_id, topic, payload, available_at) select $1, 'observation.due', jsonb_build_object('id', h.id, 'until', $3::bigint), h.observe_until from held h`;

/** Who is on duty where no roster and no hand-over says it. */
const dutySql = `insert into setting (tenant_id, name, value) select $1, n.name, n.value from (values ('App.Alarm.DutyUsers', 'nurse, doctor'), ('App.Alarm.DutyPhone', '${dutyPhone}')) n(name, value) on conflict do nothing`;

/** Notices of the alarms of the last month, two observations, and who is on duty. */
export async function loadLadders(tx: Tx, now: Date): Promise<void> {
  await tx.execute(dutySql, [tx.tenantId]);
  await tx.execute(noticesSql, [tx.tenantId, now, JSON.stringify(rungs)]);
  await tx.execute(stepsSql, [tx.tenantId]);
  await tx.execute(observedSql, [tx.tenantId, now, now.getTime() + 3 * hourMs]);
}
