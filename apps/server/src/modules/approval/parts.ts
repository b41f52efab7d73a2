import type { Surroundings } from '../../access/in-tenant.ts';
import type { PlanOf } from '../../engine/public.ts';
import type { UserParts } from '../users/public.ts';

export interface ApprovalParts extends UserParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
}
