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

const peerOf = (userName: string): string => userName.replace(/\d+$/, '');

/** Users of the plan beyond the initial ones of every tenant: the same role and password as their counterparts. */
async function loadUsers(tx: Tx, { users }: DemoTenant): Promise<ReadonlyMap<string, number>> {
  for (const { userName, surname, name, emailAddress } of users) {
    await tx.execute(
      `with peer as (select id, password_hash from app_user where tenant_id = $1 and user_name_key = lower($2) and not is_deleted),
       made as (insert into app_user (tenant_id, user_name, name, email_address, is_email_confirmed, password_hash, password_changed_at) select $1, $3, $4, $5, true, peer.password_hash, now() from peer
         on conflict (tenant_id, user_name_key) where not is_deleted do nothing returning id)
       insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.role_id from made, peer join user_role r on r.tenant_id = $1 and r.user_id = peer.id`,
      [tx.tenantId, peerOf(userName), userName, `${surname}${name}`, emailAddress],
    );
    await tx.execute(
      'update app_user set name = $3 where tenant_id = $1 and user_name_key = lower($2) and updated_at is null and not is_deleted',
      [tx.tenantId, userName, `${surname}${name}`],
    );
  }
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

/** Creates the units, missing users and care teams of a tenant. */
export async function loadStaff(tx: Tx, tenant: DemoTenant): Promise<Staff> {
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
      name: ['text', (each) => each.name],
      ['organization_unit_id']: ['bigint', (each) => unit(each.unit)],
    }),
  );
  const members = tenant.teams.flatMap((team, place) =>
    team.members.map((member) => ({ ...member, team: teamIds[place] })),
  );
  await insertRows(
    tx,
    'care_team_member',
    columnsOf(members, {
      ['care_team_id']: ['bigint', (each) => each.team],
      ['user_id']: ['bigint', (each) => user(each.userName)],
      ['role_in_team']: ['text', (each) => each.role],
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
