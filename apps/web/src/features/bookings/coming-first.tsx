import { Segmented } from 'antd';

import { addDays, today } from '../../lib/calendar-days.ts';
import { isCalendar } from '../../resource-client/layouts.ts';
import { isRange, type FilterValue, type ListState } from '../../resource-client/query.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { T } from './period-texts.ts';

const periods = ['coming', 'past', 'all'] as const;
type Period = (typeof periods)[number];

interface Order {
  /** The day or time of a booking. */
  readonly day: string;
  readonly sort: string;
}

const comingDays = () => ({ from: today(), to: '' });
const pastDays = () => ({ from: '', to: addDays(today(), -1) });

/** The beginning of a list of bookings: from today on, the earliest first. */
export const comingFirst = ({ day, sort }: Order): { readonly usual: Partial<ListState> } => ({
  usual: { filters: { [day]: comingDays() }, sort },
});

function periodOf(value: FilterValue | undefined): Period | '' {
  if (value === undefined) return 'all';
  const isSame = (days: { readonly from: string; readonly to: string }): boolean =>
    isRange(value) && value.from === days.from && value.to === days.to;
  if (isSame(comingDays())) return 'coming';
  return isSame(pastDays()) ? 'past' : '';
}

/** Bookings from today on, earlier ones, or all; earlier ones begin with the latest. */
export function PeriodSwitch({ day, sort }: Order) {
  const { state, layout, change } = useListContext();
  if (isCalendar(layout)) return null;
  const choose = (period: Period | ''): void => {
    const { [day]: _days, ...others } = state.filters;
    if (period === 'coming') change({ filters: { ...others, [day]: comingDays() }, sort });
    else if (period === 'past') change({ filters: { ...others, [day]: pastDays() }, sort: '' });
    else change({ filters: others, sort: '' });
  };
  return (
    <Segmented<Period | ''>
      aria-label={T('period')}
      value={periodOf(state.filters[day])}
      options={periods.map((value) => ({ value, label: T(value) }))}
      onChange={choose}
    />
  );
}
