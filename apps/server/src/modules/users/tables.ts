import { table } from '../../engine/public.ts';

export const roles = table('app_role', {
  tenantId: 'bigint',
  id: 'bigint',
  name: 'text',
  displayName: 'text',
  description: 'text?',
  isStatic: 'boolean',
  isDefault: 'boolean',
  isDeleted: 'boolean',
});

export const rolesOfUsers = table('user_role', { tenantId: 'bigint', userId: 'bigint', roleId: 'bigint' });

export const units = table('organization_unit', {
  tenantId: 'bigint',
  id: 'bigint',
  parentId: 'bigint?',
  code: 'text',
  displayName: 'text',
  createdAt: 'timestamptz',
  isDeleted: 'boolean',
});

export const unitsOfUsers = table('user_organization_unit', {
  tenantId: 'bigint',
  userId: 'bigint',
  organizationUnitId: 'bigint',
});

export const rolesOfUnits = table('organization_unit_role', {
  tenantId: 'bigint',
  organizationUnitId: 'bigint',
  roleId: 'bigint',
});
