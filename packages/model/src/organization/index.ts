import { careTeamMember } from './care-team-member.ts';
import { careTeam } from './care-team.ts';
import { organizationUnit } from './organization-unit.ts';
import { role } from './role.ts';
import { user } from './user.ts';

/** The area's resources; what a row points to stands before it. */
export const organization = [organizationUnit, role, user, careTeam, careTeamMember] as const;

export * from './care-team-member.ts';
export * from './care-team.ts';
export * from './organization-unit.ts';
export * from './role.ts';
export * from './tenant.ts';
export * from './user.ts';
