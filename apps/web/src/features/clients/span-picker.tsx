import { DatePicker, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';

import { inZone } from '../../lib/dates.ts';
import css from './clients.module.css';
import { T } from './client-texts.ts';

import type { Span } from '../../resource-client/readings.ts';

export const spanChoices = { days7: 7, days30: 30, days90: 90, year: 365 } as const;
export type SpanChoice = keyof typeof spanChoices | 'custom';

export interface ChosenSpan extends Span {
  readonly choice: SpanChoice;
}

/** The days up to the end of today in the user's zone; stable within a day, so that it works as a cache key. */
export function lastDays(choice: keyof typeof spanChoices): ChosenSpan {
  const to = (inZone(new Date()) ?? dayjs()).endOf('day');
  return { choice, from: to.subtract(spanChoices[choice], 'day').toDate(), to: to.toDate() };
}

export function SpanPicker({
  span,
  onChange,
}: {
  readonly span: ChosenSpan;
  readonly onChange: (span: ChosenSpan) => void;
}) {
  const [isCustom, setCustom] = useState(span.choice === 'custom');
  const names = [...(Object.keys(spanChoices) as (keyof typeof spanChoices)[]), 'custom' as const];
  const pickSpan = (choice: SpanChoice): void => {
    setCustom(choice === 'custom');
    if (choice !== 'custom') onChange(lastDays(choice));
  };
  const pickDays = (days: readonly (Dayjs | null)[] | null): void => {
    const [from, to] = days ?? [];
    if (from && to) onChange({ choice: 'custom', from: from.startOf('day').toDate(), to: to.endOf('day').toDate() });
  };
  return (
    <div className={css['span']}>
      <Segmented<SpanChoice>
        aria-label={T('range')}
        options={names.map((value) => ({ value, label: T(value) }))}
        value={isCustom ? 'custom' : span.choice}
        onChange={pickSpan}
      />
      {isCustom && (
        <DatePicker.RangePicker
          aria-label={T('range')}
          defaultValue={[dayjs(span.from), dayjs(span.to)]}
          maxDate={dayjs()}
          onChange={pickDays}
        />
      )}
    </div>
  );
}
