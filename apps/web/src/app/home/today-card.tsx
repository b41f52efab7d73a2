import { useQuery } from '@tanstack/react-query';

import { L } from '../../lib/i18n/texts.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

import { Figures, QueryCard } from './figure-card.tsx';
import { boardQuery, type Board, type BoardDay } from './home-data.ts';
import { refreshMs } from './refresh.ts';

const lastDays = (board: Board | undefined, name: Exclude<keyof BoardDay, 'date'>) =>
  board && <Sparkline values={board.trend.slice(0, -1).map((day) => day[name])} />;

export function TodayCard() {
  const query = useQuery({ ...boardQuery, refetchInterval: refreshMs });
  return (
    <QueryCard title={L('home.today')} query={query}>
      {(board) => (
        <Figures
          figures={[
            { label: L('home.measurements'), value: board?.today.readings, picture: lastDays(board, 'readings') },
            {
              label: L('home.measuredPersons'),
              value: board?.today.measuredClients,
              picture: lastDays(board, 'measuredClients'),
            },
            {
              label: L('home.abnormalReadings'),
              value: board?.today.abnormalReadings,
              picture: lastDays(board, 'abnormalReadings'),
            },
          ]}
        />
      )}
    </QueryCard>
  );
}
