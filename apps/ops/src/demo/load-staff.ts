import type { Tx } from '@kangmai/server/platform/database/database';
import type { DemoTenant } from '@kangmai/demo/plan-types';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

/** Ids of a tenant's staff, units and teams by their names. */
export interface Staff {
  readonly user: (userName: string) => number;
  readonly unit: (displayName: string) => number;
  readonly team: (name: string) => number;
  /** The unit that has no parent. */
  readonly root: number;
}

function idByName(what: string, ids: ReadonlyMap<string, number>): (name: string) => number {
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`the demo knows no ${what} ${name}`);
    return id;
  };
}

/** Roles of the demo, with the permissions of the role that each is like. */
async function loadRoles(tx: Tx, { roles }: DemoTenant): Promise<void> {
  for (const { name, displayName, like, dataScope } of roles)
    await tx.execute(
      `with made as (insert into app_role (tenant_id, name, display_name, data_scope) values ($1, $2, $3, $4)
         on conflict (tenant_id, name_key) where not is_deleted do nothing returning id)
       insert into role_permission (tenant_id, role_id, permission)
       select $1, made.id, p.permission from made, app_role r join role_permission p on p.tenant_id = $1 and p.role_id = r.id
         where r.tenant_id = $1 and r.name_key = lower($5) and not r.is_deleted`,
      [tx.tenantId, name, displayName, dataScope, like],
    );
}

/** Users of the plan: those who are missing get the administrator's password; each gets a name and a role. */
async function loadUsers(tx: Tx, { users }: DemoTenant): Promise<ReadonlyMap<string, number>> {
  const names = users.map(({ userName }) => userName);
  await tx.execute(
    `insert into app_user (tenant_id, user_name, name, surname, email_address, is_email_confirmed, password_hash, password_changed_at)
     select $1, u.user_name, u.name, u.surname, u.email, true, a.password_hash, now()
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) u(user_name, name, surname, email)
       join app_user a on a.tenant_id = $1 and a.user_name_key = 'admin' and not a.is_deleted
     on conflict (tenant_id, user_name_key) where not is_deleted do nothing`,
    [
      tx.tenantId,
      names,
      users.map(({ name }) => name),
      users.map(({ surname }) => surname),
      users.map(({ emailAddress }) => emailAddress),
    ],
  );
  await tx.execute(
    `update app_user b set name = u.name, surname = u.surname from unnest($2::text[], $3::text[], $4::text[]) u(user_name, name, surname)
     where b.tenant_id = $1 and b.user_name_key = lower(u.user_name) and b.updated_at is null and not b.is_deleted`,
    [tx.tenantId, names, users.map(({ name }) => name), users.map(({ surname }) => surname)],
  );
  await tx.execute(
    `insert into user_role (tenant_id, user_id, role_id) select $1, b.id, r.id from unnest($2::text[], $3::text[]) u(user_name, role)
       join app_user b on b.tenant_id = $1 and b.user_name_key = lower(u.user_name) and not b.is_deleted
       join app_role r on r.tenant_id = $1 and r.name_key = lower(u.role) and not r.is_deleted
     where not exists (select from user_role x where x.tenant_id = $1 and x.user_id = b.id)`,
    [tx.tenantId, names, users.map(({ role }) => role)],
  );
  const rows = await tx.query<{ id: number; userName: string }>(
    'select id, user_name as "userName" from app_user where tenant_id = $1 and not is_deleted',
    [tx.tenantId],
  );
  return new Map(rows.map(({ id, userName }) => [userName, id]));
}

async function loadUnits(tx: Tx, { units }: DemoTenant): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, { readonly id: number; readonly code: string; children: number }>();
  let roots =
    (
      await tx.one<{ count: number }>(
        'select count(*) as count from organization_unit where tenant_id = $1 and parent_id is null',
        [tx.tenantId],
      )
    )?.count ?? 0;
  for (const { displayName, parent } of units) {
    const above = parent === undefined ? undefined : made.get(parent);
    const place = above ? (above.children += 1) : (roots += 1);
    const code = `${above ? `${above.code}.` : ''}${String(place).padStart(5, '0')}`;
    const [id = 0] = await insertForIds(tx, 'organization_unit', {
      ['parent_id']: ['bigint', [above?.id ?? null]],
      code: ['text', [code]],
      ['display_name']: ['text', [displayName]],
    });
    made.set(displayName, { id, code, children: 0 });
  }
  return new Map([...made].map(([name, { id }]) => [name, id]));
}

/** The first doctor of a team, else its first member, leads it. */
const leaderOf = ({ members }: DemoTenant['teams'][number]): string =>
  (members.find(({ role }) => role === 'doctor') ?? members[0])?.userName ?? '';

/** Creates the units, roles, missing users and care teams of a tenant. */
export async function loadStaff(tx: Tx, tenant: DemoTenant): Promise<Staff> {
  await loadRoles(tx, tenant);
  const user = idByName('user', await loadUsers(tx, tenant));
  const units = await loadUnits(tx, tenant);
  const unit = idByName('unit', units);
  await insertRows(
    tx,
    'user_organization_unit',
    columnsOf(tenant.users, {
      ['user_id']: ['bigint', (each) => user(each.userName)],
      ['organization_unit_id']: ['bigint', (each) => unit(each.unit)],
    }),
  );
  const teamIds = await insertForIds(
    tx,
    'care_team',
    columnsOf(tenant.teams, {
      code: ['text', (each) => `ZL${String(tenant.teams.indexOf(each) + 1).padStart(3, '0')}`],
      name: ['text', (each) => each.name],
      ['leader_id']: ['bigint', (each) => user(leaderOf(each))],
      ['max_clients']: ['integer', () => 200],
      ['organization_unit_id']: ['bigint', (each) => unit(each.unit)],
    }),
  );
  const members = tenant.teams.flatMap((team, place) =>
    team.members.map((member, at) => ({
      ...member,
      team: teamIds[place],
      place: at,
      isLeader: member.userName === leaderOf(team),
    })),
  );
  await insertRows(
    tx,
    'care_team_member',
    columnsOf(members, {
      ['care_team_id']: ['bigint', (each) => each.team],
      ['user_id']: ['bigint', (each) => user(each.userName)],
      ['role_in_team']: ['text', (each) => (each.isLeader ? 'leader' : each.role)],
      place: ['integer', (each) => each.place],
      ['is_default']: ['boolean', (each) => each.isDefault],
    }),
  );
  const [root = 0] = units.values();
  return {
    user,
    unit,
    team: idByName('team', new Map(tenant.teams.map(({ name }, place) => [name, teamIds[place] ?? 0]))),
    root,
  };
}
