import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { noonOf } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { LoadingState } from '../../ui/states.tsx';

import { QueryCard } from './figure-card.tsx';
import { boardQuery, type BoardDay } from './home-data.ts';
import { refreshMs } from './refresh.ts';

import type { VitalSeries } from '../../ui/chart/vital-series.ts';

/** Grows with the height of the screen. */
const trendHeight = 'clamp(200px, 28vh, 320px)';

type Measure = Exclude<keyof BoardDay, 'date'>;
type Board = ReturnType<typeof useBoard>['data'];

const useBoard = () => useQuery({ ...boardQuery, refetchInterval: refreshMs });

const seriesOf = (
  days: readonly BoardDay[],
  { name, label, unit }: { readonly name: Measure; readonly label: string; readonly unit: string },
): VitalSeries => ({
  label,
  unit,
  points: days.map((day) => ({ at: noonOf(day.date), value: day[name] })),
});

function TrendCard({
  title,
  query,
  series,
}: {
  title: string;
  query: UseQueryResult<Board>;
  series: (days: readonly BoardDay[]) => readonly VitalSeries[];
}) {
  return (
    <QueryCard title={title} query={query}>
      {(board) =>
        board ? (
          <VitalChart title={L('home.lastDays')} series={series(board.trend)} height={trendHeight} isDaily />
        ) : (
          <LoadingState />
        )
      }
    </QueryCard>
  );
}

export function TrendCards() {
  const query = useBoard() as UseQueryResult<Board>;
  return (
    <>
      <TrendCard
        title={L('home.measureTrend')}
        query={query}
        series={(days) => [seriesOf(days, { name: 'readings', label: L('home.readings'), unit: L('home.times') })]}
      />
      <TrendCard
        title={L('home.abnormalTrend')}
        query={query}
        series={(days) => [
          seriesOf(days, { name: 'abnormalReadings', label: L('home.abnormalReadingsOf'), unit: L('home.times') }),
          seriesOf(days, { name: 'abnormalCases', label: L('home.casesBegun'), unit: L('home.times') }),
        ]}
      />
    </>
  );
}
