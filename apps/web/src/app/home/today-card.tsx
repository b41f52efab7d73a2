import { useQuery } from '@tanstack/react-query';

import { L } from '../../lib/i18n/texts.ts';

import { Figures, QueryCard } from './figure-card.tsx';
import { boardQuery } from './home-data.ts';
import { refreshMs } from './refresh.ts';

/** What was measured today. */
export function TodayCard() {
  const query = useQuery({ ...boardQuery, refetchInterval: refreshMs });
  return (
    <QueryCard title={L('home.today')} query={query}>
      {(board) => (
        <Figures
          figures={[
            { label: L('home.measurements'), value: board?.today.readings },
            { label: L('home.measuredPersons'), value: board?.today.measuredClients },
            { label: L('home.abnormalReadings'), value: board?.today.abnormalReadings },
          ]}
        />
      )}
    </QueryCard>
  );
}
