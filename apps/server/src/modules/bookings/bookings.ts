import type { ServerModule } from '../../engine/public.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { clientStateTopic } from '../clients/public.ts';
import { followEnded } from './follow-ended.ts';
import { freeGrid, freeSlots } from './free-places.ts';
import { visitCode } from './outpatient-appointments.ts';
import { appointmentCode } from './service-appointments.ts';
import { bookingTopic, followBookings, type TellParts } from './tell.ts';
import { bookingTexts } from './texts.ts';
import { visitCounts } from './visit-counts.ts';

/** Appointments for services and visits to clinics, on the open places of the roster. */
export const bookingsModule = (parts: TellParts, years: WorkYearReader): ServerModule => ({
  name: 'bookings',
  texts: [bookingTexts],
  implementations: [appointmentCode(years), visitCode(years)],
  calls: [freeSlots, freeGrid, ...visitCounts],
  follow: { [bookingTopic]: followBookings(parts), [clientStateTopic]: followEnded },
});
