import { alarmPaths, shellPermissions, silentKinds } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { Page } from '../../ui/page.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { AlarmRows } from '../alarms/alarm-bell.tsx';
import { latestAlarmsQuery, openAlarmCountQuery, silentOf, type AlarmCount } from '../alarms/alarm-data.ts';
import { useAlarmTarget } from '../alarms/use-alarm-target.ts';

import { CountCard } from './count-card.tsx';
import { Figures, QueryCard, type Figure } from './figure-card.tsx';
import css from './home.module.css';
import { PagesCard } from './pages-card.tsx';
import { refreshMs } from './refresh.ts';
import { TodayCard } from './today-card.tsx';

const TrendCards = lazyPart(async () => (await import('./trend-cards.tsx')).TrendCards);

const alarmLists = (filter: string): string[] => alarmPaths.map((path) => `${path}?${filter}`);

const deviceColors = { devicesOnline: 'var(--c-success)', devicesOffline: 'var(--c-control)' } as const;

const levelsOf = (count: AlarmCount | undefined): readonly Figure[] => [
  {
    label: L('home.critical'),
    value: count?.level4,
    tone: 'error',
    lists: alarmLists('state=open&level=4'),
    color: 'var(--c-error)',
  },
  {
    label: L('home.warning'),
    value: count?.level3,
    tone: 'warning',
    lists: alarmLists('state=open&level=3'),
    color: 'var(--c-warning)',
  },
  {
    label: L('home.attention'),
    value: count?.level2,
    lists: alarmLists('state=open&level=2'),
    color: 'var(--c-control)',
  },
  { label: L('home.notice'), value: count?.level1, lists: alarmLists('state=open&level=1'), color: 'var(--c-line)' },
];

function AlarmCard() {
  const query = useQuery({ ...openAlarmCountQuery, refetchInterval: refreshMs });
  return (
    <QueryCard title={L('home.alarms')} query={query}>
      {(count) => {
        const levels = levelsOf(count);
        const silent = {
          label: L('home.silent'),
          value: count && silentOf(count),
          lists: alarmLists(`state=open&type=${silentKinds.join(',')}`),
        };
        return (
          <>
            <Figures
              figures={[
                { label: L('home.unhandled'), value: count?.unhandled, lists: alarmLists('state=open') },
                ...levels,
                silent,
              ]}
            />
            <ShareBar parts={levels.map(({ label, value = 0, color = '' }) => ({ key: label, value, color }))} />
          </>
        );
      }}
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

export function HomePage() {
  const hasAlarms = useCan(shellPermissions.alarms);
  const hasClients = useCan(shellPermissions.clients);
  const isHost = useSession((session) => session.tenant === null);
  return (
    <Page title={L('home.title')}>
      <div className={css['board']}>
        {hasAlarms && (
          <div className={css['most']}>
            <AlarmCard />
          </div>
        )}
        <CountCard title={L('home.care')} names={['sosOpen', 'abnormalToday']} />
        {hasClients && <TodayCard />}
        <CountCard
          title={L('home.clients')}
          names={['clientTotal', 'clientVip', 'clientElderly']}
          whole="clientTotal"
        />
        {isHost ? (
          <CountCard title={L('home.tenants')} names={['tenantTotal', 'tenantActive']} whole="tenantTotal" />
        ) : (
          <CountCard
            title={L('home.devices')}
            names={['devicesBound', 'devicesOnline', 'devicesOffline']}
            bar={deviceColors}
          />
        )}
        {hasClients && (
          <div className={css['trends']}>
            <Suspense fallback={<LoadingState />}>
              <TrendCards />
            </Suspense>
          </div>
        )}
        {hasAlarms && (
          <div className={css['latest']}>
            <LatestCard />
          </div>
        )}
        {!hasAlarms && !hasClients && (
          <div className={css['most']}>
            <PagesCard />
          </div>
        )}
      </div>
    </Page>
  );
}
