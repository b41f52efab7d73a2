import { escortBooking } from '@kangmai/model/bookings';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { comingFirst, PeriodSwitch } from './coming-first.tsx';

const order = { day: 'startsAt', sort: 'startsAt' } as const;
const tools = <PeriodSwitch {...order} />;

/** Escorts to hospitals, the next ones first. */
export const EscortsScreen = () => <ResourceScreen resource={escortBooking} list={comingFirst(order)} tools={tools} />;
