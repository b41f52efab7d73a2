import type { ServerModule, Services } from '../../engine/public.ts';
import { roleCalls } from './role-calls.ts';
import { templateCalls } from './template-calls.ts';
import { rolesTexts } from './texts.ts';

export const rolesModule = (services: Services): ServerModule => ({
  name: 'roles',
  texts: [rolesTexts],
  calls: [...roleCalls(services), ...templateCalls(services)],
});
