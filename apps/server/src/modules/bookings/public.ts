export { shiftBookings } from './settle.ts';
export type { Settlement, ShiftBookings } from './settle.ts';
