export { differs } from './changes.ts';
export type { CancelOfClient } from './follow-ended.ts';
export { isEnded, requireBookable } from './places.ts';
export { shiftBookings } from './settle.ts';
export type { Settlement, ShiftBookings } from './settle.ts';
export { serviceBookingCode } from './service-bookings.ts';
export { freePlacesOf, freeShape } from './service-free.ts';
