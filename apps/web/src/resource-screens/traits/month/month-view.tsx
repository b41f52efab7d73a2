import { useMemo } from 'react';

import { byParent } from '../../../lib/by-parent.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { MonthGrid, type MonthDay } from '../../../ui/month-grid/month-grid.tsx';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { useOpenRow } from '../../use-open-row.ts';
import { CalendarHead } from '../in-time/calendar-head.tsx';
import { CalendarNotes, NoRows } from '../in-time/calendar-notes.tsx';
import { T } from '../in-time/calendar-texts.ts';
import { addMonths, dayWord, monthWord, today, weekdayWord, weeksOfMonth } from '../../../lib/calendar-days.ts';
import { dayItem } from '../in-time/row-words.tsx';
import { useDayNotes } from './day-notes.ts';
import { dayOf, shiftBetween, useCalendarRows, useReschedule, useRest, useShownDay } from '../in-time/use-calendar.ts';

import type { AnyResource, InTime } from '@kangmai/resource';
import type { CalendarPage } from '../../../resource-client/layouts.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

const ofDay = 4;

interface MonthParts {
  readonly now: string;
  readonly resource: AnyResource;
  readonly rule: InTime;
  readonly days: readonly string[];
  readonly month: string;
  readonly rows: readonly ScreenRow[];
  readonly counts: CalendarPage['counts'] | undefined;
  readonly isMovable: (row: ScreenRow) => boolean;
}

function monthDays({ now, resource, rule, days, month, rows, counts, isMovable }: MonthParts): readonly MonthDay[] {
  const onDays = byParent(rows, (row) => dayOf(row, rule));
  return days.map((day) => {
    const items = onDays.get(day) ?? [];
    return {
      day,
      count: Math.max(items.length, counts?.get(day) ?? 0),
      isInMonth: day.slice(0, 7) === month,
      isToday: day === now,
      isPast: day < now,
      items: items.map((row) => ({
        key: row.id,
        ...dayItem({ resource, row, rule }),
        isMovable: isMovable(row),
      })),
    };
  });
}

export function MonthView({ rule }: { readonly rule: InTime }) {
  const { resource } = useListContext();
  const { title = resourceTitle(resource) } = useScreen().options;
  const openRow = useOpenRow();
  const [day, go] = useShownDay();
  const month = day.slice(0, 7);
  const days = useMemo(() => weeksOfMonth(`${month}-01`), [month]);
  const query = useCalendarRows({ from: days[0] ?? day, to: days.at(-1) ?? day, most: ofDay });
  const { shift, shown, isMovable } = useReschedule(resource, rule);
  const rest = useRest(rule);
  const { rows: found, counts } = query.data ?? {};
  const rows = useMemo(() => (found ?? []).map(shown), [found, shown]);
  const now = today();
  const { notes, unpublished } = useDayNotes(days[0] ?? day, days.at(-1) ?? day);
  const shownDays = useMemo(
    () => monthDays({ now, resource, rule, days, month, rows, counts, isMovable }),
    [now, resource, rule, days, month, rows, counts, isMovable],
  );
  const weekdays = useMemo(() => days.slice(0, 7).map(weekdayWord), [days]);
  const rowOf = (id: number) => rows.find((row) => row.id === id);
  const word = monthWord(day);
  return (
    <>
      <CalendarHead
        day={day}
        title={word}
        earlier={[T('earlierMonth'), addMonths(day, -1)]}
        later={[T('laterMonth'), addMonths(day, 1)]}
        onGo={go}
      >
        <NoRows query={query} />
        {unpublished !== undefined && <span>{T('unpublished', { year: unpublished })}</span>}
      </CalendarHead>
      <CalendarNotes query={query} />
      <MonthGrid
        name={T('monthOf', { title, month: word })}
        weekdays={weekdays}
        days={shownDays}
        notes={notes}
        isBusy={query.isFetching}
        onMove={(id, to) => {
          const row = rowOf(id);
          if (row) shift(row, shiftBetween(row.values[rule.from], dayOf(row, rule), to), dayWord(to));
        }}
        onOpen={(id) => {
          const row = rowOf(id);
          if (row) openRow(row);
        }}
        onRest={rest}
      />
    </>
  );
}
