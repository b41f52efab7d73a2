export { requireBookable } from './places.ts';
export { shiftBookings } from './settle.ts';
export type { Settlement, ShiftBookings } from './settle.ts';
export { houseOf, minuteIn } from './tell.ts';
