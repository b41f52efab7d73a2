import { serviceAppointment } from '@kangmai/model/bookings';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { BookButton, MoveAppointment } from './booking-buttons.tsx';
import { comingFirst, PeriodSwitch } from './coming-first.tsx';

const order = { day: 'startsAt', sort: 'startsAt' } as const;
const tools = (
  <>
    <BookButton resource={serviceAppointment} />
    <PeriodSwitch {...order} />
  </>
);
const rowActions = [MoveAppointment];

/** Appointments of clients: list, week by doctor and month; new ones on open places. */
export const AppointmentsScreen = () => (
  <ResourceScreen resource={serviceAppointment} list={comingFirst(order)} tools={tools} rowActions={rowActions} />
);
