import type { PlanOf, ServerModule, Services } from '../../engine/public.ts';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { Messages } from '../messages/public.ts';
import { Moves } from './moves.ts';
import { provisionTenant } from './provision-tenant.ts';
import { tenantCalls } from './tenant-calls.ts';
import { tenantTexts } from './texts.ts';

export interface TenantsParts {
  readonly services: Services;
  readonly messages: Messages;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  /** Every area; known only after all modules are composed. */
  readonly modules: () => readonly ServerModule[];
}

export function tenantsModule(parts: TenantsParts): ServerModule {
  const { services, messages, surroundings, planOf } = parts;
  const { log, moveStep } = services;
  const moves = new Moves({
    services,
    ...(moveStep && { step: moveStep }),
    report: (fault) => log.warn({ part: 'move', fault }, 'the move of a tenant was interrupted'),
    reportLook: (fault) => log.warn({ part: 'tenants', fault }, 'the database could not be read'),
  });
  const maker = (tenantId: number): Promise<void> =>
    provisionTenant({ services, surroundings, planOf, modules: parts.modules() }, tenantId);
  return {
    name: 'tenants',
    texts: [tenantTexts],
    clocks: [moves],
    calls: tenantCalls({ services, messages, maker, moved: () => moves.wake() }),
  };
}
