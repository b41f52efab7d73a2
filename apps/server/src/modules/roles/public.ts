export { permissionsOfRoles, roles, rolesOfUsers } from './tables.ts';
