import { table } from '../../engine/public.ts';

export const notices = table('user_notification', {
  tenantId: 'bigint',
  id: 'bigint',
  guid: 'uuid',
  userId: 'bigint',
  name: 'text',
  severity: 'smallint',
  data: 'jsonb',
  isRead: 'boolean',
  createdAt: 'timestamptz',
  key: 'text?',
});

export const users = table('app_user', { id: 'bigint' });

export const choices = table('notice_choice', {
  tenantId: 'bigint',
  userId: 'bigint',
  purpose: 'text',
  inApp: 'boolean',
  mail: 'boolean',
});
