import type { ServerModule, Services } from '../../engine/public.ts';
import type { Messages } from '../messages/public.ts';
import { templateCalls } from './template-calls.ts';
import { usersTexts } from './texts.ts';
import { userCalls } from './user-calls.ts';

/** Accounts of staff, as administrators keep them. */
export function usersModule(services: Services, messages: Messages): ServerModule {
  const parts = { services, messages };
  return { name: 'users', texts: [usersTexts], calls: [...userCalls(parts), ...templateCalls(parts)] };
}
