import {
  addDays,
  addMonths,
  daysBetween,
  endsNextDay,
  localDay,
  shiftPeriod,
  weekStartOf,
  workHours,
} from '@kangmai/domain';

const zone = 'Asia/Shanghai';

export interface DemoDutyType {
  readonly kind: 'outpatient' | 'duty' | 'rest';
  readonly name: string;
  readonly shortName: string;
  readonly begins: string;
  readonly ends: string;
  readonly restMinutes: number;
  readonly colour: string;
  readonly allowance: number;
}

export const demoDutyTypes: readonly DemoDutyType[] = [
  {
    kind: 'duty',
    name: '护理白班',
    shortName: '白',
    begins: '08:00',
    ends: '16:00',
    restMinutes: 30,
    colour: '#2D8CF0',
    allowance: 0,
  },
  {
    kind: 'duty',
    name: '护理中班',
    shortName: '中',
    begins: '16:00',
    ends: '00:00',
    restMinutes: 30,
    colour: '#D46B08',
    allowance: 30,
  },
  {
    kind: 'duty',
    name: '护理夜班',
    shortName: '夜',
    begins: '00:00',
    ends: '08:00',
    restMinutes: 0,
    colour: '#531DAB',
    allowance: 80,
  },
  {
    kind: 'duty',
    name: '行政总值班',
    shortName: '总',
    begins: '08:00',
    ends: '08:00',
    restMinutes: 0,
    colour: '#CF1322',
    allowance: 100,
  },
  {
    kind: 'outpatient',
    name: '医生门诊班',
    shortName: '诊',
    begins: '08:30',
    ends: '17:30',
    restMinutes: 90,
    colour: '#389E0D',
    allowance: 0,
  },
  {
    kind: 'rest',
    name: '轮休',
    shortName: '休',
    begins: '00:00',
    ends: '00:00',
    restMinutes: 0,
    colour: '#8C8C8C',
    allowance: 0,
  },
];

export const hoursOf = (type: DemoDutyType): number => (type.kind === 'rest' ? 0 : workHours(type, type.restMinutes));
export const isOvernight = (type: DemoDutyType): boolean => type.kind !== 'rest' && endsNextDay(type);

/** Somebody on duty; `group` and `member` are places in the lists of the staff. */
export interface DemoShift {
  readonly day: string;
  readonly type: number;
  readonly group: 'nurses' | 'doctors' | 'heads';
  readonly member: number;
  readonly isLeader: boolean;
  /** Which of the rooms of a day's clinics. */
  readonly room: number;
  readonly from: Date;
  readonly to: Date;
}

/** What each of four nurses does on four days that follow each other. */
const round = [0, 1, 5, 2];

const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

const clinicsADay = 2;

/** Every day from four weeks before this week to three weeks after it, and all days of this month. */
function daysOfRoster(today: string): readonly string[] {
  const month = `${today.slice(0, 7)}-01`;
  const week = weekStartOf(today);
  const [first = month] = [month, addDays(week, -28)].toSorted();
  const [, end = week] = [addMonths(month, 1), addDays(week, 28)].toSorted();
  return Array.from({ length: daysBetween(first, end) }, (_, at) => addDays(first, at));
}

/** The roster of eight weeks; the last two nights of the month have nobody yet. */
export function dutyOf(now: Date, counts: { readonly [group in DemoShift['group']]: number }): readonly DemoShift[] {
  const today = localDay(now.getTime(), zone);
  const next = addMonths(`${today.slice(0, 7)}-01`, 1);
  const isOpen = (day: string): boolean => day >= addDays(next, -2) && day < next;
  const doctorOn = (at: number, room: number): number =>
    (at + room * Math.ceil(counts.doctors / clinicsADay)) % counts.doctors;
  const clinicsOn = (day: string, at: number) =>
    Array.from({ length: isWorkday(day) ? Math.min(clinicsADay, counts.doctors) : 0 }, (_, room) => ({
      day,
      type: 4,
      group: 'doctors' as const,
      member: doctorOn(at, room),
      room,
    }));
  const planned = daysOfRoster(today).flatMap((day, at) => [
    ...round.map((_, nurse) => ({
      day,
      type: round[(at + nurse) % 4] ?? 0,
      group: 'nurses' as const,
      member: nurse,
      room: 0,
    })),
    { day, type: 3, group: 'heads' as const, member: at % Math.max(1, counts.heads), room: 0 },
    ...clinicsOn(day, at),
  ]);
  return planned
    .filter(({ day, type, group, member }) => member < counts[group] && !(type === 2 && isOpen(day)))
    .flatMap((one) => {
      const type = demoDutyTypes[one.type];
      if (!type) return [];
      const { from, to } = shiftPeriod(one.day, type, zone);
      return [{ ...one, isLeader: one.group === 'heads', from: new Date(from), to: new Date(to) }];
    });
}
