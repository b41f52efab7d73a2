import { outpatientAppointment } from '@kangmai/model/bookings';
import { dictOf, fieldOf } from '@kangmai/resource';

import { useSession } from '../../lib/session/session.ts';
import { useDictionary } from '../../resource-screens/use-lookup.ts';

import type { FreeSlot } from './use-places.ts';

/** Institution and department of a place: those of its doctor's staff file, else the tenant. */
export function usePlaceOf(): (slot: FreeSlot) => { readonly hospital?: string; readonly department?: string } {
  const tenant = useSession((session) => session.tenant?.name);
  const { entries } = useDictionary(dictOf(fieldOf(outpatientAppointment, 'department')));
  return ({ hospital, department }) => {
    const [place, code] = [hospital || tenant, entries.find(({ name }) => name === department)?.code];
    return { ...(place && { hospital: place }), ...(code && { department: code }) };
  };
}
