import type { WorkDay } from '../../resource-client/work-days.ts';

export const byDay = (days: readonly WorkDay[]): ReadonlyMap<string, WorkDay> =>
  new Map(days.map((day) => [day.day, day]));
