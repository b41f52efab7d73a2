export { lunarWord, solarTerms } from './lunar-words.ts';
export type { LunarDay } from './lunar-words.ts';
export { serviceMinutes, windowsOf } from './service-minutes.ts';
export type { ServiceHours, ServiceMinutes, ServiceSpan, ServiceWindow } from './service-minutes.ts';
export { calendarDay, isWorked, nextWorkday, specialDayProblem, weekdayOf } from './work-calendar.ts';
export type {
  CalendarDay,
  DayKind,
  FoundDay,
  SpecialDay,
  SpecialDayProblem,
  Weekday,
  WorkYears,
} from './work-calendar.ts';
