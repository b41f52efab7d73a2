import { dutyHandover } from './duty-handover.ts';
import { dutyType } from './duty-type.ts';
import { handoverItem } from './handover-item.ts';
import { rosterPerson } from './roster-person.ts';
import { shift } from './shift.ts';

/** The area's resources; what a row points to stands before it. */
export const duty = [dutyType, rosterPerson, shift, dutyHandover, handoverItem] as const;

export * from './booking-settlements.ts';
export * from './duty-handover.ts';
export * from './duty-type.ts';
export * from './handover-item.ts';
export * from './roster-person.ts';
export * from './shift.ts';
