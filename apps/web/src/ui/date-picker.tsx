import { lazy, Suspense, type ComponentType } from 'react';

import type { Dayjs } from 'dayjs';

interface DayPickerProps {
  id?: string;
  className?: string;
  value: Dayjs | null;
  disabled?: boolean;
  format: string;
  maxDate?: Dayjs;
  /** Asks for the time of day too. */
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
}

const load = async () => (await import('antd/es/date-picker/index.js')).default;

const Single = lazy(async () => ({ default: (await load()) as ComponentType<DayPickerProps> }));
const Range = lazy(async () => ({ default: (await load()).RangePicker as ComponentType<DayRangePickerProps> }));

// As high as the field that takes its place.
const waiting = <div style={{ height: 32 }} aria-busy="true" />;

/** The component library's date picker, loaded when one is first shown: most lists show none. */
export const DayPicker = (props: DayPickerProps) => (
  <Suspense fallback={waiting}>
    <Single {...props} />
  </Suspense>
);

/** The picker of two days, loaded likewise. */
export const DayRangePicker = (props: DayRangePickerProps) => (
  <Suspense fallback={waiting}>
    <Range {...props} />
  </Suspense>
);
