import { escortBooking } from './escort-booking.ts';
import { healthServiceBooking } from './health-service-booking.ts';
import { healthService } from './health-service.ts';
import { outpatientAppointment } from './outpatient-appointment.ts';
import { serviceAppointment } from './service-appointment.ts';

/** The area's resources; what a row points to stands before it. */
export const bookings = [
  serviceAppointment,
  outpatientAppointment,
  escortBooking,
  healthService,
  healthServiceBooking,
] as const;

export * from './booking-choices.ts';
export * from './escort-booking.ts';
export * from './health-service-booking.ts';
export * from './health-service.ts';
export * from './outpatient-appointment.ts';
export * from './service-appointment.ts';
