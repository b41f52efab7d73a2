import type { Surroundings } from '../../access/in-tenant.ts';
import type { PlanOf, Services } from '../../engine/public.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import type { Messages } from '../messages/public.ts';

export interface PhoneParts {
  readonly services: Services;
  readonly messages: Messages;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly years: WorkYearReader;
}
