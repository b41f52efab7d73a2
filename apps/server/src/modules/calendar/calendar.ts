import type { ServerModule } from '../../engine/public.ts';
import { daysOfSpan } from './day-calls.ts';
import { calendarTexts } from './texts.ts';
import type { WorkYearReader } from './year-reader.ts';
import { calendarYearCode, provisionYears } from './years.ts';

export const calendarModule = (reader: WorkYearReader): ServerModule => ({
  name: 'calendar',
  texts: [calendarTexts],
  implementations: [calendarYearCode],
  calls: [daysOfSpan(reader)],
  provision: provisionYears,
});
