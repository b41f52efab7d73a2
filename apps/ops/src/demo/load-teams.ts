import type { Tx } from '@kangmai/server/platform/database/database';

/** Who serves the clients: their health managers and doctors, and a nurse of their care team. */
export async function loadTeams(tx: Tx, day: string): Promise<void> {
  await tx.execute(
    `insert into client_team_member (tenant_id, client_id, role_id, user_id, starts_on)
     select $1, c.id, r.id, u.id, $2::date - 30 - (c.id % 300)::integer from client c
       cross join lateral (
         select 'HealthManager' as name, c.health_manager_id as id union all select 'Doctor', c.doctor_id
         union all (select 'Nurse', m.user_id from care_team_member m
           where m.tenant_id = $1 and m.care_team_id = c.team_id and m.role_in_team = 'nurse' and not m.is_deleted
           order by (m.id + c.id) % 7, m.id limit 1)) u
       join app_role s on s.tenant_id = $1 and s.name = u.name and not s.is_deleted
       join health_team_role r on r.tenant_id = $1 and r.system_role_id = s.id and not r.is_deleted
     where c.tenant_id = $1 and u.id is not null and not c.is_deleted`,
    [tx.tenantId, day],
  );
}
