import { user } from '@kangmai/model/organization';
import { workOf } from '@kangmai/model/user-work';
import { checkFigure } from '@kangmai/resource';
import { implement, type ServerModule, type Services } from '../../engine/public.ts';
import type { Messages } from '../messages/public.ts';
import { makeNotify } from '../notices/public.ts';
import { userSheet } from './export-users.ts';
import { userImporter } from './import-users.ts';
import { templateCalls } from './template-calls.ts';
import { usersTexts } from './texts.ts';
import { userCalls } from './user-calls.ts';
import { userConditions } from './user-conditions.ts';

export function usersModule(services: Services, messages: Messages): ServerModule {
  const parts = { services, messages, notify: makeNotify(messages) };
  for (const one of workOf(1)) checkFigure(services.model.byName(one.of), one);
  return {
    name: 'users',
    texts: [usersTexts],
    implementations: [implement(user, { sheet: userSheet, conditions: userConditions })],
    importers: [userImporter(parts)],
    calls: [...userCalls(parts), ...templateCalls(parts)],
  };
}
