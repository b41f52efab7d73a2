import { Tooltip } from 'antd';

import { formatMinute, formatSecond, fromWallClock, toWallClock, type Instant } from '../../lib/dates.ts';
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

function DateTimeInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <DayPicker
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={toWallClock(value as Instant)}
      disabled={disabled ?? false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      onChange={(picked) => onChange?.(fromWallClock(picked))}
    />
  );
}

export const dateTimeFace: Face = { Cell: DateTimeCell, Input: DateTimeInput, Filter: DayRangeFilter, width: 144 };
