export { roles, rolesOfUsers } from './tables.ts';
