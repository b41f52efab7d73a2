import { permissionsOfReveal, revealable, type AnyResource } from '@kangmai/resource';

import { revealValue } from './reveal.ts';
import { useCan } from '../lib/permissions.ts';

/** Loads the full value of a masked field; undefined when it is not masked or the user may not see it. */
export function useReveal(place: {
  readonly resource: AnyResource;
  readonly id: number;
  readonly name: string;
}): ((reason: string) => Promise<unknown>) | undefined {
  const mayReveal = useCan(permissionsOfReveal(place.resource));
  return mayReveal && revealable(place.resource).includes(place.name)
    ? (reason) => revealValue(place, reason)
    : undefined;
}
