import { dutyType } from './duty-type.ts';
import { shift } from './shift.ts';

/** The area's resources; what a row points to stands before it. */
export const duty = [dutyType, shift] as const;

export * from './duty-type.ts';
export * from './shift.ts';
