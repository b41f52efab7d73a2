import { Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';

import { currentZone, formatMinute, formatSecond, inZone, type Instant } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { DayPicker } from '../../ui/date-picker.tsx';
import { DayRangeFilter } from './date.tsx';
import css from './kinds.module.css';

import type { CellProps, Face, InputProps } from './face.ts';

function DateTimeCell({ value, isFull }: CellProps) {
  const at = value as Instant;
  if (isFull || !at) return at ? formatSecond(at) : L('word.empty');
  return (
    <Tooltip title={formatSecond(at)}>
      <span>{formatMinute(at)}</span>
    </Tooltip>
  );
}

const wallClock = 'YYYY-MM-DDTHH:mm:ss';

// The picker knows no zones: it is given the wall clock of the user's zone and its answer is read as such.
const toPicker = (value: unknown): Dayjs | null => {
  const at = inZone(value as Instant);
  return at && dayjs(at.format(wallClock));
};
const fromPicker = (picked: Dayjs | null): Date | null => (picked ? dayjs.tz(picked.format(wallClock), currentZone()).toDate() : null);

function DateTimeInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <DayPicker
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={toPicker(value)}
      disabled={disabled ?? false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      onChange={(picked) => onChange?.(fromPicker(picked))}
    />
  );
}

export const dateTimeFace: Face = { Cell: DateTimeCell, Input: DateTimeInput, Filter: DayRangeFilter, width: 144 };
