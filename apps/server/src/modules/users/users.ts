import { user } from '@kangmai/model/organization';
import { implement, type ServerModule, type Services } from '../../engine/public.ts';
import type { Messages } from '../messages/public.ts';
import { userSheet } from './export-users.ts';
import { userImporter } from './import-users.ts';
import { templateCalls } from './template-calls.ts';
import { usersTexts } from './texts.ts';
import { userCalls } from './user-calls.ts';
import { userConditions } from './user-conditions.ts';

/** Accounts of staff, as administrators keep them. */
export function usersModule(services: Services, messages: Messages): ServerModule {
  const parts = { services, messages };
  return {
    name: 'users',
    texts: [usersTexts],
    implementations: [implement(user, { sheet: userSheet, conditions: userConditions })],
    importers: [userImporter(parts)],
    calls: [...userCalls(parts), ...templateCalls(parts)],
  };
}
