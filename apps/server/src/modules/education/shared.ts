import type { healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { Slot } from '../../engine/public.ts';

/** Places of an activity; none means any number. */
export const placesOf = ({ maxCount }: Pick<Row<typeof healthEducation>, 'maxCount'>): number | null =>
  maxCount || null;

/** How many persons still fit; none where no slot is open. */
export const freeIn = (slot: Slot | undefined): number => (slot ? (slot.free ?? Number.POSITIVE_INFINITY) : 0);
