import { loadDemo } from '../demo/load.ts';
import { createDemoPlan } from '../demo/plan.ts';
import type { Services } from '../modules/services.ts';
import type { MasterKey } from '../platform/keys.ts';
import type { Demo } from './seed.ts';

/** The demo of a server that starts for the first time, up to this minute. */
export function demoFor(
  services: Services,
  around: { readonly master: MasterKey; readonly say: (line: string) => void },
): Demo {
  const plan = createDemoPlan({ now: services.now() });
  return {
    tenants: plan.tenants,
    load: () =>
      loadDemo({
        ...around,
        plan,
        database: services.database,
        sealerOf: (tenantId) => services.tenantKeys.of(tenantId),
      }),
  };
}
