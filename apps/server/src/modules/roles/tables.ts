import { table } from '../../engine/public.ts';

export const roles = table('app_role', {
  tenantId: 'bigint',
  id: 'bigint',
  name: 'text',
  nameKey: 'text?',
  displayName: 'text',
  description: 'text?',
  isStatic: 'boolean',
  isDefault: 'boolean',
  dataScope: 'text',
  createdAt: 'timestamptz',
  isDeleted: 'boolean',
  rowVersion: 'integer',
});

export const permissionsOfRoles = table('role_permission', {
  tenantId: 'bigint',
  roleId: 'bigint',
  permission: 'text',
});

export const rolesOfUsers = table('user_role', { tenantId: 'bigint', userId: 'bigint', roleId: 'bigint' });
