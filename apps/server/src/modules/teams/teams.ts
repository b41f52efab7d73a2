import type { ServerModule } from '../../engine/public.ts';
import { careTeamCode, teamForEdit } from './care-teams.ts';
import { saveTeamsOfUser, teamsOfUser } from './memberships.ts';
import { teamTexts } from './texts.ts';

/** Teams that clients are entrusted to, and who serves each client. */
export const teamsModule: ServerModule = {
  name: 'teams',
  texts: [teamTexts],
  implementations: [careTeamCode],
  calls: [teamForEdit, teamsOfUser, saveTeamsOfUser],
};
