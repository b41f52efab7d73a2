import { fieldOf, fitsRow, shownText, type AnyResource, type InTime } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { use, useCallback, useState } from 'react';

import { formatDate, inZone } from '../../../lib/dates.ts';
import { axisOf, readCalendar } from '../../../resource-client/layouts.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { DayContext, useListContext } from '../../list-context.ts';
import { useRights } from '../../use-writes.ts';
import { useSaveMove } from '../layouts/use-save-move.ts';
import { T } from './calendar-texts.ts';
import { addDays, daysBetween, today } from '../../../lib/calendar-days.ts';

import type { Values } from '../../../resource-client/body.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

/** The rows that begin on some days, by the filters of the list but the one on their own day. */
export function useCalendarRows(span: { readonly from: string; readonly to: string; readonly most: number }) {
  const { resource, asked } = useListContext();
  const { text, any = false, fixed = [] } = asked;
  const { [axisOf(resource)]: _days, ...filters } = asked.filters;
  const ask = { text, filters, any, fixed };
  return useQuery({
    queryKey: [...rowKeys.lists(resource), 'calendar', ask, span],
    queryFn: ({ signal }) => readCalendar(resource, { asked: ask, ...span, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The day on which a row begins, in the user's zone. */
export function dayOf(row: ScreenRow, { from }: InTime): string {
  const value = row.values[from];
  return value instanceof Date ? formatDate(value) : shownText(value).slice(0, 10);
}

export function useRest({ from }: InTime): (day: string) => void {
  const { state, change } = useListContext();
  return (day) => change({ layout: 'table', filters: { ...state.filters, [from]: { from: day, to: day } } });
}

/** The shown day, which the address keeps, and how to go to another. */
export function useShownDay(): readonly [day: string, go: (day: string) => void] {
  const { change } = useListContext();
  return [use(DayContext) ?? today(), (day) => change({ at: day })];
}

const shifted = (value: unknown, { days, ms }: Shift): unknown => {
  if (value instanceof Date) return new Date(value.getTime() + ms);
  return typeof value === 'string' ? addDays(value, days) : value;
};

interface Shift {
  readonly days: number;
  readonly ms: number;
}

const isWritable = (resource: AnyResource, name: string): boolean => {
  const { readonly, fixed } = fieldOf(resource, name).options;
  return readonly !== true && fixed !== true;
};

/** Moves a row in time: both its ends, by the version that is shown. Until the answer it stands at its new place. */
export function useReschedule(resource: AnyResource, { from, to, movedIn }: InTime) {
  const { message } = App.useApp();
  const save = useSaveMove(resource);
  const [under, setUnder] = useState<{ readonly id: number; readonly values: Values } | null>(null);
  const { mayEdit } = useRights(resource);
  const ends = to === undefined ? [from] : [from, to];
  const shift = (row: ScreenRow, by: Shift, place: string): void => {
    const values = Object.fromEntries(ends.map((name) => [name, shifted(row.values[name], by)]));
    setUnder({ id: row.id, values });
    save(row, values, {
      onDone: () => void message.success(T('moved', { name: rowName(resource, row), place })),
      onEnd: () => setUnder(null),
    });
  };
  const shown = useCallback(
    (row: ScreenRow): ScreenRow =>
      under?.id === row.id ? { ...row, values: { ...row.values, ...under.values } } : row,
    [under],
  );
  const mayMove = mayEdit && ends.every((name) => isWritable(resource, name));
  const isMovable = useCallback(
    ({ values }: ScreenRow): boolean =>
      mayMove &&
      fitsRow(resource, 'edit', values) &&
      (movedIn?.includes(shownText(values[resource.moves?.on ?? ''])) ?? true),
    [mayMove, resource, movedIn],
  );
  return { shift, shown, isMovable };
}

/** How far it is from one day to another, in days and in the milliseconds of the user's zone. */
export function shiftBetween(value: unknown, from: string, to: string): Shift {
  const days = daysBetween(from, to);
  const at = value instanceof Date ? inZone(value) : null;
  return { days, ms: at ? at.add(days, 'day').valueOf() - at.valueOf() : 0 };
}
