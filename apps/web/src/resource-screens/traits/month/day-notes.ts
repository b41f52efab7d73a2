import { useMemo } from 'react';

import { culture } from '../../../lib/i18n/i18n.ts';
import { useWorkDays, type WorkDay } from '../../../resource-client/work-days.ts';

import type { DayNote } from '../../../ui/month-grid/month-grid.tsx';

const marks: Readonly<Record<WorkDay['kind'], DayNote['mark']>> = {
  workday: null,
  rest: null,
  holiday: 'off',
  makeUp: 'worked',
};

/** 正月 for the first day of a month, else the day alone. */
const shortLunar = (lunar: string): string => {
  const [month = '', day = ''] = lunar.split(/(?<=月)/);
  return day === '初一' ? month : day;
};

function noteOf({ kind, name, lunar, term }: WorkDay): DayNote {
  const word = name ?? term ?? (culture() === 'en' ? '' : shortLunar(lunar));
  return { mark: marks[kind], word, title: [name, term, lunar].filter((part) => part !== null).join(' · ') };
}

interface DayNotes {
  readonly notes: ReadonlyMap<string, DayNote>;
  /** A year of the span whose notice is not out. */
  readonly unpublished: number | undefined;
}

/** Holidays, solar terms and lunar days of a span; none until they are read. */
export function useDayNotes(from: string, to: string): DayNotes {
  const { data } = useWorkDays(from, to);
  return useMemo(
    () => ({
      notes: new Map(data?.items.map((day) => [day.day, noteOf(day)])),
      unpublished: data?.years.find(({ notice }) => notice === null)?.year,
    }),
    [data],
  );
}
