export { requireRoomInTeam } from './care-teams.ts';
