import { Tooltip } from 'antd';
import dayjs from 'dayjs';

import { formatDay } from '../../lib/dates.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './staff-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const soonDays = 60;

export function LicenceCell({ value }: CellProps) {
  const shown = formatDay(value as string | null);
  if (typeof value !== 'string' || value === '') return shown;
  const days = dayjs(value.slice(0, 10)).diff(dayjs().startOf('day'), 'day');
  if (days > soonDays) return shown;
  const word = days < 0 ? T('ended') : T('endsIn', { days });
  return (
    <Tooltip title={word}>
      <span aria-label={`${shown} ${word}`} role="note">
        <StatusTag tone={days < 0 ? 'error' : 'warning'}>{shown}</StatusTag>
      </span>
    </Tooltip>
  );
}
