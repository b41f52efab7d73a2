import { byParent } from '../../../lib/by-parent.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { MonthGrid } from '../../../ui/month-grid/month-grid.tsx';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { useOpenRow } from '../../use-open-row.ts';
import { CalendarHead } from '../in-time/calendar-head.tsx';
import { CalendarNotes, NoRows } from '../in-time/calendar-notes.tsx';
import { T } from '../in-time/calendar-texts.ts';
import { addMonths, dayWord, monthWord, today, weekdayWord, weeksOfMonth } from '../../../lib/calendar-days.ts';
import { RowLine, wordsOf } from '../in-time/row-words.tsx';
import { dayOf, shiftBetween, useCalendarRows, useReschedule, useRest, useShownDay } from '../in-time/use-calendar.ts';

import type { InTime } from '@kangmai/resource';

const ofDay = 4;

export function MonthView({ rule }: { readonly rule: InTime }) {
  const { resource } = useListContext();
  const { title = resourceTitle(resource) } = useScreen().options;
  const openRow = useOpenRow();
  const [day, go] = useShownDay();
  const days = weeksOfMonth(day);
  const span = { from: days[0] ?? day, to: days.at(-1) ?? day, most: ofDay };
  const query = useCalendarRows(span);
  const { shift, shown, isMovable } = useReschedule(resource, rule);
  const rest = useRest(rule);
  const rows = (query.data?.rows ?? []).map(shown);
  const onDays = byParent(rows, (row) => dayOf(row, rule));
  const rowOf = (id: number) => rows.find((row) => row.id === id);
  const month = monthWord(day);
  return (
    <>
      <CalendarHead
        day={day}
        title={month}
        earlier={[T('earlierMonth'), addMonths(day, -1)]}
        later={[T('laterMonth'), addMonths(day, 1)]}
        onGo={go}
      >
        <NoRows query={query} />
      </CalendarHead>
      <CalendarNotes query={query} />
      <MonthGrid
        name={T('monthOf', { title, month })}
        weekdays={days.slice(0, 7).map(weekdayWord)}
        days={days.map((each) => {
          const items = onDays.get(each) ?? [];
          return {
            day: each,
            count: Math.max(items.length, query.data?.counts.get(each) ?? 0),
            isInMonth: each.slice(0, 7) === day.slice(0, 7),
            isToday: each === today(),
            items: items.map((row) => ({
              key: row.id,
              name: wordsOf(resource, row, rule),
              title: wordsOf(resource, row, rule),
              body: <RowLine resource={resource} row={row} rule={rule} />,
            })),
          };
        })}
        isMovable={isMovable}
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
