import type { Surroundings } from '../../access/in-tenant.ts';
import type { PlanOf, Services } from '../../engine/public.ts';
import type { Messages, TellClients } from '../messages/public.ts';

export interface EducationParts {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly messages: Messages;
  readonly tellClients: TellClients;
}
