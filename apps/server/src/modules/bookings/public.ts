export { differs } from './changes.ts';
export type { CancelOfClient } from './follow-ended.ts';
export { requireBookable } from './places.ts';
export { shiftBookings } from './settle.ts';
export type { Settlement, ShiftBookings } from './settle.ts';
