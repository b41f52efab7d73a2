import { table } from '../../engine/public.ts';

export const units = table('organization_unit', {
  tenantId: 'bigint',
  id: 'bigint',
  parentId: 'bigint?',
  code: 'text',
  displayName: 'text',
  isShowroom: 'boolean',
  createdAt: 'timestamptz',
  createdBy: 'bigint?',
  updatedAt: 'timestamptz?',
  updatedBy: 'bigint?',
  isDeleted: 'boolean',
  rowVersion: 'integer',
});

export const unitsOfUsers = table('user_organization_unit', {
  tenantId: 'bigint',
  userId: 'bigint',
  organizationUnitId: 'bigint',
  createdAt: 'timestamptz',
});

export const rolesOfUnits = table('organization_unit_role', {
  tenantId: 'bigint',
  organizationUnitId: 'bigint',
  roleId: 'bigint',
  createdAt: 'timestamptz',
});
