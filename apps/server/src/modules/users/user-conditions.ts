import { careTeam, careTeamMember, role, staffRoles } from '@kangmai/model/organization';
import { staffProfile } from '@kangmai/model/staff';
import { type QueryCtx, sql } from '../../engine/public.ts';
import { entryNames } from '../dictionaries/public.ts';
import { rolesOfUnits, unitsOfUsers } from '../organization/public.ts';
import { rolesOfUsers } from '../roles/public.ts';

export const userConditions = {
  /** Holders of a role, by themselves or by a unit that they belong to. */
  role(asked: (typeof staffRoles.names)[number], ctx: QueryCtx) {
    const key = String(staffRoles.wireOf(asked)).toLowerCase();
    const named = ctx
      .from(role, 'r')
      .select('r.id')
      .where(sql<boolean>`r.name_key = ${key}`);
    const holders = ctx
      .from(rolesOfUsers, 'x')
      .select('x.userId')
      .where(sql<boolean>`x.role_id in ${named}`);
    const units = ctx
      .from(rolesOfUnits, 'o')
      .select('o.organizationUnitId')
      .where(sql<boolean>`o.role_id in ${named}`);
    const members = ctx
      .from(unitsOfUsers, 'm')
      .select('m.userId')
      .where(sql<boolean>`m.organization_unit_id in ${units}`);
    return sql`b.id in (${holders} union all ${members})`;
  },
  careTeam(asked: number, ctx: QueryCtx) {
    const members = ctx.from(careTeamMember, 't').select('t.user').where('t.careTeam', '=', asked);
    const leaders = ctx.from(careTeam, 'l').select('l.leader').where('l.id', '=', asked);
    return sql`b.id in (${members} union all ${leaders})`;
  },
  /** Whose staff file names a department. */
  clinicDepartment(asked: string, ctx: QueryCtx) {
    const staff = ctx
      .from(staffProfile, 'p')
      .select('p.account')
      .where('p.isVoid', '=', false)
      .where(sql<boolean>`p.department in ${entryNames(ctx, 'clinic_department', asked)}`);
    return sql`b.id in ${staff}`;
  },
};
