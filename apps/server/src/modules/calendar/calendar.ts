import type { ServerModule } from '../../engine/public.ts';
import { daysOfSpan } from './day-calls.ts';
import { calendarTexts } from './texts.ts';
import type { WorkYearReader } from './year-reader.ts';
import { calendarYearCode, provisionYears } from './years.ts';

/** Workdays, holidays, lunar days and solar terms: one calendar for all tenants. */
export const calendarModule = (reader: WorkYearReader): ServerModule => ({
  name: 'calendar',
  texts: [calendarTexts],
  implementations: [calendarYearCode],
  calls: [daysOfSpan(reader)],
  provision: provisionYears,
});
