import { serviceAppointment } from '@kangmai/model/bookings';
import { useQueries, useQuery } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { addDays, daysFrom, today } from '../../lib/calendar-days.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';

/** The free places of a doctor on some days. */
export interface DoctorLine {
  readonly doctorId: number;
  readonly doctorName: string;
  readonly days: readonly { readonly day: string; readonly total: number; readonly free: number }[];
}

export interface FreeSlot {
  readonly scheduleSlotId: number;
  readonly doctorId: number;
  readonly doctorName: string;
  /** What the staff file of the doctor says. */
  readonly department: string | null;
  readonly hospital: string | null;
  readonly begin: string;
  readonly end: string;
  readonly total: number;
  readonly left: number;
}

const service = serviceAppointment.wire.service;
const key = [...rowKeys.all(serviceAppointment), 'places'] as const;
export const daysShown = 7;

export const useFreePlaces = (begin: string, appointmentType: string | undefined) =>
  useQuery({
    queryKey: [...key, begin, appointmentType],
    queryFn: ({ signal }) => {
      const asked = { begin, end: addDays(begin, daysShown - 1), ...(appointmentType && { appointmentType }) };
      return api.get<readonly DoctorLine[]>(`${service}/GetFreePlaces`, asked, { signal });
    },
    staleTime: 0,
  });

export interface SlotsAsked {
  readonly doctorId?: number;
  readonly date: string;
  readonly appointmentType?: string;
}

const slotsQuery = (asked: SlotsAsked) => ({
  queryKey: [...key, 'slots', asked],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<readonly FreeSlot[]>(`${service}/GetFreeSlots`, { ...asked }, { signal }),
  staleTime: 0,
});

export const useFreeSlots = (asked: SlotsAsked) => useQuery(slotsQuery(asked));

/** The free slots of a day, or of the next days where none is chosen. */
export function useSlotsAhead(day: string | null, asked: Omit<SlotsAsked, 'date'>, isOn: boolean) {
  const days = day === null ? daysFrom(today(), daysShown) : [day];
  const answers = useQueries({
    queries: days.map((date) => ({ ...slotsQuery({ ...asked, date }), enabled: isOn })),
  });
  return {
    slots: answers.flatMap(({ data }) => data ?? []),
    isLoading: isOn && answers.some(({ isPending }) => isPending),
  };
}
