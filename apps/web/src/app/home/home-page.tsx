import { alarmPaths, shellPermissions } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { AlarmRows } from '../alarms/alarm-bell.tsx';
import { latestAlarmsQuery, openAlarmCountQuery } from '../alarms/alarm-data.ts';
import { useAlarmTarget } from '../alarms/use-alarm-target.ts';

import { CountCard } from './count-card.tsx';
import { Figures, QueryCard } from './figure-card.tsx';
import css from './home.module.css';
import { refreshMs } from './refresh.ts';
import { TodayCard } from './today-card.tsx';

const TrendCards = lazyPart(async () => (await import('./trend-cards.tsx')).TrendCards);

const alarmLists = (filter: string): string[] => alarmPaths.map((path) => `${path}?${filter}`);

function AlarmCard() {
  const query = useQuery({ ...openAlarmCountQuery, refetchInterval: refreshMs });
  return (
    <QueryCard title={L('home.alarms')} query={query}>
      {(count) => (
        <Figures
          figures={[
            { label: L('home.unhandled'), value: count?.unhandled, lists: alarmLists('state=open') },
            { label: L('home.critical'), value: count?.level4, tone: 'error', lists: alarmLists('state=open&level=4') },
            { label: L('home.warning'), value: count?.level3, tone: 'error', lists: alarmLists('state=open&level=3') },
            { label: L('home.attention'), value: count?.level2, tone: 'warning', lists: alarmLists('state=open&level=2') },
            { label: L('home.notice'), value: count?.level1, lists: alarmLists('state=open&level=1') },
          ]}
        />
      )}
    </QueryCard>
  );
}

function LatestCard() {
  const query = useQuery({ ...latestAlarmsQuery, refetchInterval: refreshMs });
  const target = useAlarmTarget();
  return (
    <QueryCard title={L('home.recent')} query={query}>
      {(alarms) => (alarms ? <AlarmRows alarms={alarms} target={target} /> : <LoadingState />)}
    </QueryCard>
  );
}

/** What the user may see of the day: figures with the lists behind them, the last days, the newest alarms. */
export function HomePage() {
  const hasAlarms = useCan(shellPermissions.alarms);
  const hasClients = useCan(shellPermissions.clients);
  return (
    <Page title={L('home.title')}>
      {hasAlarms && <AlarmCard />}
      <div className={css['row']}>
        {hasClients && <TodayCard />}
        <CountCard title={L('home.care')} names={['sosOpen', 'abnormalToday']} />
        <CountCard title={L('home.clients')} names={['clientTotal', 'clientVip', 'clientElderly']} />
        <CountCard title={L('home.devices')} names={['devicesBound', 'devicesOnline', 'devicesOffline']} />
      </div>
      {hasClients && <div className={css['pair']}><Suspense fallback={<LoadingState />}><TrendCards /></Suspense></div>}
      {hasAlarms && <LatestCard />}
      {!hasAlarms && !hasClients && <EmptyState text={L('home.nothing')} />}
    </Page>
  );
}
