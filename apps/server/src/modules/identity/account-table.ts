import { table } from '../../engine/public.ts';

export const accounts = table('app_user', {
  tenantId: 'bigint',
  id: 'bigint',
  userName: 'text',
  userNameKey: 'text?',
  name: 'text',
  surname: 'text',
  emailAddress: 'text',
  emailKey: 'text?',
  phoneNumber: 'text?',
  profilePictureId: 'uuid?',
  isActive: 'boolean',
  isEmailConfirmed: 'boolean',
  isLockoutEnabled: 'boolean',
  isTwoFactorEnabled: 'boolean',
  shouldChangePassword: 'boolean',
  lockoutEndAt: 'timestamptz?',
  lastLoginAt: 'timestamptz?',
  createdAt: 'timestamptz',
  isDeleted: 'boolean',
  rowVersion: 'integer',
});
