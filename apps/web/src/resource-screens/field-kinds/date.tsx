import { optionsOf, type TimeOptions } from '@kangmai/resource';
import dayjs, { type Dayjs } from 'dayjs';

import { isRange } from '../../resource-client/query.ts';
import { formatDay } from '../../lib/dates.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { DayPicker, DayRangePicker } from '../../ui/date-picker.tsx';
import { T } from '../screen-texts.ts';
import css from './kinds.module.css';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

type Days = readonly (Dayjs | null)[];

const dayPattern = 'YYYY-MM-DD';
const readDay = (value: unknown): Dayjs | null =>
  typeof value === 'string' && value !== '' ? dayjs(value.slice(0, 10)) : null;
const writeDay = (day: Dayjs | null | undefined): string => day?.format(dayPattern) ?? '';

const DateCell = ({ value }: CellProps) => formatDay(value as string | null);

function DateInput({ id, value, onChange, disabled, field }: InputProps) {
  const isPast = optionsOf<TimeOptions>(field).limit === 'past';
  return (
    <DayPicker
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={readDay(value)}
      disabled={disabled ?? false}
      format={dayPattern}
      onChange={(day) => onChange?.(writeDay(day) || null)}
      {...(isPast && { maxDate: dayjs() })}
    />
  );
}

export function DayRangeFilter({ id, name, field, value, onChange }: FilterProps) {
  const range = value !== undefined && isRange(value) ? value : { from: '', to: '' };
  const label = fieldLabel(name, field);
  const take = (days: Days | null): void => onChange({ from: writeDay(days?.[0]), to: writeDay(days?.[1]) });
  return (
    <DayRangePicker
      id={{ start: id, end: `${id}-to` }}
      className={css['full'] ?? ''}
      format={dayPattern}
      allowEmpty={[true, true]}
      value={[readDay(range.from), readDay(range.to)]}
      aria-label={label}
      placeholder={[T('from', { label: '' }).trim(), T('to', { label: '' }).trim()]}
      onCalendarChange={take}
      onChange={take}
    />
  );
}

export const dateFace: Face = { Cell: DateCell, Input: DateInput, Filter: DayRangeFilter, width: 112 };
