import { weekdayWord } from '../../lib/calendar-days.ts';
import { T } from './calendar-texts.ts';

import type { WorkDay } from '../../resource-client/work-days.ts';

// The fifth of January 2026 is a Monday.
export const weekdayName = (weekday: number): string => weekdayWord(`2026-01-${String(4 + weekday).padStart(2, '0')}`);

export const weekdayNames = (): readonly string[] => [1, 2, 3, 4, 5, 6, 7].map(weekdayName);

/** All that is known of a day, in one line. */
export function dayWords({ day, kind, name, weekday, lunar, term }: WorkDay): string {
  const kindWord = name === null ? T(kind) : T('named', { kind: T(kind), name });
  const parts = [
    `${day} ${weekdayWord(day)}`,
    kindWord,
    kind === 'makeUp' ? T('worksAs', { weekday: weekdayName(weekday) }) : null,
    lunar,
    term,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
