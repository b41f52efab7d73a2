import { calendarYear } from './calendar-year.ts';

/** The area's resources; what a row points to stands before it. */
export const calendar = [calendarYear] as const;

export * from './calendar-year.ts';
