export { roleColumns, roleOutput } from './list-roles.ts';
export { permissionsOfRoles, roles, rolesOfUsers } from './tables.ts';
