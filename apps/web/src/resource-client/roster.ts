import { api } from '../lib/api/api.ts';

export interface RosterType {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly shortName: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly color: string;
}

export type ShiftState = 'draft' | 'published' | 'stopped' | 'finished';

export interface RosterEntry {
  readonly id: number;
  readonly rowVersion: number;
  readonly workDate: string;
  readonly dutyTypeId: number;
  readonly state: ShiftState;
  readonly place: string | null;
  readonly capacity: number | null;
  readonly booked: number;
  readonly isLeader: boolean;
  readonly stopReason: string | null;
}

/** A person of a week with the shifts of each day. */
export interface RosterRow {
  readonly personId: number | null;
  readonly userId: number | null;
  readonly userName: string;
  readonly hours: number;
  readonly days: Readonly<Record<string, readonly RosterEntry[]>>;
}

export interface RosterWeek {
  readonly weekStart: string;
  readonly staff: readonly RosterRow[];
  readonly roundTheClock: boolean;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}

export interface WeekPlace {
  readonly monday: string;
  readonly teamId: number | null;
  readonly unitId: number | null;
}

export interface WeekSave {
  readonly staff: readonly Pick<RosterRow, 'personId' | 'userId'>[];
  readonly seen: readonly Pick<RosterEntry, 'id' | 'rowVersion'>[];
  readonly entries: readonly {
    readonly personId: number | null;
    readonly userId: number | null;
    readonly workDate: string;
    readonly dutyTypeId: number;
    readonly place: string | null;
    readonly capacity: number | null;
  }[];
}

const service = 'SchedulingTable';
export const rosterKey = ['roster'] as const;
export const rosterPermission = 'Pages.StaffManagement.Scheduling';

export const rosterTypes = (signal: AbortSignal): Promise<readonly RosterType[]> =>
  api.get('DutyType/GetListForSelect', {}, { signal });

export const rosterWeek = ({ monday, teamId, unitId }: WeekPlace, signal: AbortSignal): Promise<RosterWeek> =>
  api.get(
    `${service}/GetWeek`,
    {
      weekStart: monday,
      ...(teamId !== null && { teamId }),
      ...(unitId !== null && { department: unitId }),
    },
    { signal },
  );

export const saveRosterWeek = (
  { monday, teamId }: WeekPlace,
  save: WeekSave,
): Promise<{ readonly added: number; readonly removed: number; readonly warnings: readonly string[] }> =>
  api.post(`${service}/SaveWeek`, { weekStart: monday, teamId, ...save });

export const publishRosterWeek = (
  { monday, teamId }: WeekPlace,
  overrideReason: string | null,
): Promise<{ readonly count: number }> => api.post(`${service}/Publish`, { weekStart: monday, teamId, overrideReason });

export const copyRosterWeek = ({ monday, teamId }: WeekPlace, fromWeek: string): Promise<{ readonly count: number }> =>
  api.post(`${service}/CopyWeek`, { fromWeek, toWeek: monday, teamId });

/** What becomes of the bookings of a shift that is stopped. */
export interface BookingsOfStop {
  readonly bookings: 'move' | 'cancel';
  readonly bookingsTo: number | null;
}

export const stopShift = (id: number, reason: string, more?: BookingsOfStop): Promise<unknown> =>
  api.post(`${service}/Stop`, { id, reason, ...more });

export const swapShifts = (idA: number, idB: number, reason: string): Promise<unknown> =>
  api.post(`${service}/Swap`, { idA, idB, reason });

/** What a person worked in a month. */
export interface RosterFigures {
  readonly personId: number | null;
  readonly userId: number | null;
  readonly userName: string;
  readonly shifts: number;
  readonly nights: number;
  readonly restDays: number;
  readonly hours: number;
}

export const rosterStatistics = (
  month: string,
  teamId: number | null,
  signal: AbortSignal,
): Promise<readonly RosterFigures[]> =>
  api.get(`${service}/GetStatistics`, { month, ...(teamId !== null && { teamId }) }, { signal });
