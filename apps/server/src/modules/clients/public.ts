export { clientStateTopic } from './client-states.ts';
export { deletedClients, notOfDeleted } from './deleted.ts';
export { keptId, likenessTopic } from './merged.ts';
export { logLook } from './sensitive-log.ts';
export { refreshCrowds } from './birthdays.ts';
export { ownUnits } from './sight-of-new.ts';
export { fillSpellings } from './spellings.ts';
