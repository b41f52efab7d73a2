import { serviceAppointment } from '@kangmai/model/bookings';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { BookButton, MoveAppointment } from './booking-buttons.tsx';

const tools = <BookButton resource={serviceAppointment} />;
const rowActions = [MoveAppointment];

/** Appointments of clients: list, week by doctor and month; new ones on open places. */
export const AppointmentsScreen = () => (
  <ResourceScreen resource={serviceAppointment} tools={tools} rowActions={rowActions} />
);
