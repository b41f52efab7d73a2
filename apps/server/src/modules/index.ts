import { identityModule } from './identity/identity.ts';
import type { ServerModule } from './module.ts';
import type { Services } from './services.ts';

/** Every area of the product. */
export const listModules = (services: Services): readonly ServerModule[] => [
  identityModule(services),
];
