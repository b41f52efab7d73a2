import type { ServerModule } from '../../engine/public.ts';
import { careTeamCode, teamForEdit } from './care-teams.ts';
import { clientTeamCode, followTeams, teamOfClient } from './client-team.ts';
import { saveTeamsOfUser, teamsOfUser } from './memberships.ts';
import { provisionRoles, rolesForSelect, teamRoleCode } from './team-roles.ts';
import { teamTexts } from './texts.ts';

export const teamsModule: ServerModule = {
  name: 'teams',
  texts: [teamTexts],
  implementations: [careTeamCode, teamRoleCode, clientTeamCode],
  calls: [teamForEdit, teamsOfUser, saveTeamsOfUser, rolesForSelect, teamOfClient],
  follow: followTeams,
  provision: provisionRoles,
};
