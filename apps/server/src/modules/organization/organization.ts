import type { ServerModule, Services } from '../../engine/public.ts';
import { organizationTexts } from './texts.ts';
import { unitCalls } from './unit-calls.ts';

export const organizationModule = (services: Services): ServerModule => ({
  name: 'organization',
  texts: [organizationTexts],
  calls: unitCalls(services),
});
