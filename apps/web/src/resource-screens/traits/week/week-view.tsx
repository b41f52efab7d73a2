import dayjs from 'dayjs';

import { fromWallClock, inZone } from '../../../lib/dates.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { WeekGrid, type WeekItem, type WeekPlace } from '../../../ui/week-grid/week-grid.tsx';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import { useOpenRow } from '../../use-open-row.ts';
import { useRights } from '../../use-writes.ts';
import { CalendarHead } from '../in-time/calendar-head.tsx';
import { CalendarNotes, NoRows } from '../in-time/calendar-notes.tsx';
import { T } from '../in-time/calendar-texts.ts';
import { addDays, dayWord, daysBetween, daysFrom, mondayOf, today } from '../../../lib/calendar-days.ts';
import { hourItem } from '../in-time/row-words.tsx';
import { dayOf, useCalendarRows, useReschedule, useRest, useShownDay } from '../in-time/use-calendar.ts';

import type { AnyResource, InTime } from '@kangmai/resource';
import type { ScreenRow } from '../../../resource-client/row.ts';

const ofDay = 60;
const minuteMs = 60_000;
const dayMinutes = 1440;

const minuteOf = (at: Date): number => {
  const local = inZone(at);
  return local ? local.hour() * 60 + local.minute() : 0;
};
const clockWord = (minutes: number): string => dayjs('2000-01-01').add(minutes, 'minute').format('HH:mm');

interface ItemParts {
  readonly rule: InTime;
  readonly monday: string;
  readonly isMovable: (row: ScreenRow) => boolean;
}

/** A row among the hours of its day; one of the day before the week where it lasts into it. */
function itemOf(resource: AnyResource, row: ScreenRow, { rule, monday, isMovable }: ItemParts): readonly WeekItem[] {
  const [begin, end] = [row.values[rule.from], row.values[rule.to ?? rule.from]];
  if (!(begin instanceof Date)) return [];
  const at = daysBetween(monday, dayOf(row, rule));
  const day = Math.max(0, at);
  const start = minuteOf(begin) + (at - day) * dayMinutes;
  const length = end instanceof Date ? Math.round((end.getTime() - begin.getTime()) / minuteMs) : 0;
  if (at < 0 && start + length <= 0) return [];
  const { name, body } = hourItem({ resource, row, rule });
  return [{ key: row.id, name, body, isMovable: isMovable(row), day, start, end: start + length }];
}

const inOrder = (one: WeekItem, other: WeekItem): number => one.day - other.day || one.start - other.start;

export function WeekView({ rule }: { readonly rule: InTime }) {
  const { resource } = useListContext();
  const { options, open } = useScreen();
  const { title = resourceTitle(resource), canCreate = true } = options;
  const { mayCreate } = useRights(resource);
  const openRow = useOpenRow();
  const [day, go] = useShownDay();
  const monday = mondayOf(day);
  const days = daysFrom(monday, 7);
  const sunday = addDays(monday, 6);
  const query = useCalendarRows({ from: addDays(monday, -1), to: sunday, most: ofDay });
  const { shift, shown, isMovable } = useReschedule(resource, rule);
  const rest = useRest(rule);
  const rows = (query.data?.rows ?? []).map(shown);
  const items = rows.flatMap((row) => itemOf(resource, row, { rule, monday, isMovable })).toSorted(inOrder);
  const rowOf = (id: number) => rows.find((row) => row.id === id);
  const instantAt = ({ day: at, start }: WeekPlace): Date | null =>
    fromWallClock(dayjs(`${addDays(monday, at)}T00:00:00`).add(start, 'minute'));
  const move = (id: number, to: WeekPlace): void => {
    const row = rowOf(id);
    const [before, after] = [row?.values[rule.from], instantAt(to)];
    if (!row || !(before instanceof Date) || !after) return;
    const ms = after.getTime() - before.getTime();
    shift(row, { days: 0, ms }, `${dayWord(days[to.day] ?? monday)} ${clockWord(to.start)}`);
  };
  return (
    <>
      <CalendarHead
        day={day}
        title={`${monday} – ${sunday.slice(5)}`}
        earlier={[T('earlierWeek'), addDays(monday, -7)]}
        later={[T('laterWeek'), addDays(monday, 7)]}
        onGo={go}
      >
        <NoRows query={query} />
      </CalendarHead>
      <CalendarNotes query={query} />
      <WeekGrid
        name={T('weekOf', { title, from: monday, to: sunday })}
        days={days.map((each, at) => ({
          day: each,
          label: dayWord(each),
          isToday: each === today(),
          rest: Math.max(0, (query.data?.counts.get(each) ?? 0) - items.filter((item) => item.day === at).length),
        }))}
        items={items}
        isBusy={query.isFetching}
        onMove={move}
        onOpen={(id) => {
          const row = rowOf(id);
          if (row) openRow(row);
        }}
        onRest={rest}
        onCreate={
          mayCreate && canCreate
            ? (at) => open({ kind: 'create', defaults: { [rule.from]: instantAt(at) } })
            : undefined
        }
      />
    </>
  );
}
