import { serviceAppointment } from '@kangmai/model/bookings';
import { useQuery } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { addDays, today } from '../../lib/calendar-days.ts';
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
  readonly shiftBegin: string;
  readonly shiftEnd: string;
  readonly total: number;
  readonly left: number;
}

const service = serviceAppointment.wire.service;
const key = [...rowKeys.all(serviceAppointment), 'places'] as const;
export const daysShown = 7;
const none: readonly FreeSlot[] = [];

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
  readonly department?: string;
  readonly date: string;
  readonly end?: string;
  readonly appointmentType?: string;
}

export const useFreeSlots = (asked: SlotsAsked, isOn = true) =>
  useQuery({
    queryKey: [...key, 'slots', asked],
    queryFn: ({ signal }) => api.get<readonly FreeSlot[]>(`${service}/GetFreeSlots`, { ...asked }, { signal }),
    staleTime: 0,
    enabled: isOn,
  });

/** The free slots of a day, or of the next days where none is chosen. */
export function useSlotsAhead(day: string | null, asked: Omit<SlotsAsked, 'date' | 'end'>, isOn: boolean) {
  const days = day === null ? { date: today(), end: addDays(today(), daysShown - 1) } : { date: day };
  const { data, isPending } = useFreeSlots({ ...asked, ...days }, isOn);
  return { slots: data ?? none, isLoading: isOn && isPending };
}
