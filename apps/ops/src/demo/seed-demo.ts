import { loadDemo } from './load.ts';
import { createDemoPlan } from '@kangmai/demo/plan';
import type { Services } from '@kangmai/server/engine/services';
import type { MasterKey } from '@kangmai/server/platform/keys';
import type { Demo } from '@kangmai/server/start/seed';

/** The demo for a server's first start, up to the present minute. */
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
