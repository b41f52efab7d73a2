import type { ServerModule } from '../../engine/public.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { clientStateTopic } from '../clients/public.ts';
import { doctorChoices } from './doctor-choices.ts';
import { escortTexts } from './escort-texts.ts';
import { escortCode } from './escorts.ts';
import { type CancelOfClient, followEnded } from './follow-ended.ts';
import { freeGrid, freeSlots } from './free-places.ts';
import { healthServiceCode } from './health-services.ts';
import { visitCode } from './outpatient-appointments.ts';
import { appointmentCode } from './service-appointments.ts';
import { serviceBookingCode } from './service-bookings.ts';
import { serviceFreePlaces } from './service-free.ts';
import { serviceTexts } from './service-texts.ts';
import { bookingTopic, followBookings, type TellParts } from './tell.ts';
import { bookingTexts } from './texts.ts';
import { visitCounts } from './visit-counts.ts';

/**
 * Appointments and visits on the places of the roster, their escorts, and bookings of health services.
 * `others` cancels what other areas keep of a client whose care has ended.
 */
export const bookingsModule = (
  parts: TellParts,
  years: WorkYearReader,
  others: readonly CancelOfClient[],
): ServerModule => ({
  name: 'bookings',
  texts: [bookingTexts, serviceTexts, escortTexts],
  implementations: [
    appointmentCode(years),
    visitCode(years),
    escortCode(years),
    healthServiceCode,
    serviceBookingCode(years),
  ],
  calls: [freeSlots, freeGrid, serviceFreePlaces(years), ...visitCounts, ...doctorChoices],
  follow: { [bookingTopic]: followBookings(parts), [clientStateTopic]: followEnded(others) },
});
