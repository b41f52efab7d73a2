import { clientTeamMember } from './client-team-member.ts';
import { doctorAgreement } from './doctor-agreement.ts';
import { healthTeamRole } from './health-team-role.ts';

/** The area's resources; what a row points to stands before it. */
export const teams = [healthTeamRole, clientTeamMember, doctorAgreement] as const;

export * from './client-team-member.ts';
export * from './doctor-agreement.ts';
export * from './health-team-role.ts';
