import type { ServerModule, Services } from '../../engine/public.ts';
import type { ShiftBookings } from '../bookings/public.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import type { Notify } from '../notices/public.ts';
import { copyWeek, copyWeekAsDrafts } from './copy-week.ts';
import { dutyTypeCode, dutyTypesForSelect } from './duty-types.ts';
import { handoverCode } from './handovers.ts';
import { onDuty } from './on-duty.ts';
import { slotsOfUser } from './places.ts';
import { rosterPersonCode } from './roster-persons.ts';
import { publishWeek } from './publish.ts';
import { rosterStatistics } from './statistics.ts';
import { saveWeek } from './save-week.ts';
import { shiftCode } from './shifts.ts';
import { swapShifts } from './swap.ts';
import { dutyTexts } from './texts.ts';
import { onDutyToday } from './today.ts';
import { getWeek } from './week.ts';

interface DutyParts {
  readonly notify: Notify;
  readonly years: WorkYearReader;
  readonly bookings: ShiftBookings;
}

export const dutyModule = (services: Services, { notify, years, bookings }: DutyParts): ServerModule => ({
  name: 'duty',
  texts: [dutyTexts],
  implementations: [dutyTypeCode, rosterPersonCode, shiftCode(services, { notify, bookings }), handoverCode(services)],
  calls: [
    ...dutyTypesForSelect,
    onDutyToday,
    onDuty,
    copyWeek(services),
    copyWeekAsDrafts(services),
    getWeek(services),
    saveWeek(services),
    publishWeek(services, notify),
    swapShifts(services, { notify, bookings }),
    slotsOfUser,
    rosterStatistics(years),
  ],
});
