export { isToday, servingSql } from './days.ts';
export { transferAnswer, transferTeam } from './transfer.ts';
export { keepTeam } from './responsible.ts';
export { requireRoomInTeam } from './care-teams.ts';
export { joinTeam, leaveTeams } from './memberships.ts';
