import { lazy, Suspense, type ComponentType } from 'react';

import type { Dayjs } from 'dayjs';

interface DayPickerProps {
  id?: string;
  className?: string;
  value: Dayjs | null;
  disabled?: boolean;
  format: string;
  maxDate?: Dayjs;
  showTime?: { format: string };
  onChange: (day: Dayjs | null) => void;
}

interface DayRangePickerProps {
  id: { start: string; end: string };
  className?: string;
  value: [Dayjs | null, Dayjs | null];
  format: string;
  allowEmpty: [boolean, boolean];
  placeholder: [string, string];
  'aria-label': string;
  onChange: (days: readonly (Dayjs | null)[] | null) => void;
  /** Called for each end as soon as it is typed or picked. */
  onCalendarChange: (days: readonly (Dayjs | null)[] | null) => void;
}

const load = async () => (await import('antd/es/date-picker/index.js')).default;

const Single = lazy(async () => ({ default: (await load()) as ComponentType<DayPickerProps> }));
const Range = lazy(async () => ({ default: (await load()).RangePicker as ComponentType<DayRangePickerProps> }));

// Same height as the field that replaces it.
const waiting = <div style={{ height: 32 }} aria-busy="true" />;

/** The date picker of antd, loaded on first use, because most lists have none. */
export const DayPicker = (props: DayPickerProps) => (
  <Suspense fallback={waiting}>
    <Single {...props} />
  </Suspense>
);

export const DayRangePicker = (props: DayRangePickerProps) => (
  <Suspense fallback={waiting}>
    <Range {...props} />
  </Suspense>
);
