import { alarmPaths, shellPermissions } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';

import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { AlarmRows } from '../alarms/alarm-bell.tsx';
import { latestAlarmsQuery, openAlarmCountQuery } from '../alarms/alarm-data.ts';
import { useAlarmTarget } from '../alarms/use-alarm-target.ts';

import { Figures, QueryCard, type Figure } from './figure-card.tsx';
import css from './home.module.css';
import { overviewQuery, type ClientOverview } from './overview.ts';

const refreshMs = 60_000;

const alarmLists = (filter: string): string[] => alarmPaths.map((path) => `${path}?${filter}`);

function AlarmCard() {
  const query = useQuery({ ...openAlarmCountQuery, refetchInterval: refreshMs });
  return (
    <QueryCard title={L('home.alarms')} query={query}>
      {(count) => (
        <Figures
          figures={[
            { label: L('home.unhandled'), value: count?.unhandled, lists: alarmLists('state=0') },
            { label: L('home.critical'), value: count?.level4, lists: alarmLists('state=0&level=4') },
            { label: L('home.warning'), value: count?.level3, lists: alarmLists('state=0&level=3') },
            { label: L('home.attention'), value: count?.level2, lists: alarmLists('state=0&level=2') },
            { label: L('home.notice'), value: count?.level1, lists: alarmLists('state=0&level=1') },
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

const clientFigures = (overview: ClientOverview | undefined): Figure[] => [
  { label: L('home.clientTotal'), value: overview?.clientTotal, lists: ['/userManage/UserList'] },
  { label: L('home.clientVip'), value: overview?.vipTotal, lists: ['/userManage/UserList?isVip=true'] },
  { label: L('home.clientElderly'), value: overview?.elderly65, lists: ['/userManage/UserList?age=65..'] },
];

const todayFigures = (overview: ClientOverview | undefined): Figure[] => [
  { label: L('home.measurements'), value: overview?.measurementsToday, lists: ['/device/alldata'] },
  { label: L('home.measuredPersons'), value: overview?.measuredPersons },
  { label: L('home.abnormalToday'), value: overview?.abnormalToday, lists: [...alarmPaths] },
  { label: L('home.sosOpen'), value: overview?.sosOpen, lists: ['/ycjh/SOSInfo?state=0', '/device/SOSInfo?state=0'] },
];

const deviceFigures = (overview: ClientOverview | undefined): Figure[] => [
  { label: L('home.devicesBound'), value: overview?.deviceBound, lists: ['/public/UserDevice'] },
  { label: L('home.devicesOnline'), value: overview?.deviceOnline, lists: ['/ycjh/yjgl?online=online'] },
];

function OverviewCards() {
  const query = useQuery({ ...overviewQuery, refetchInterval: refreshMs });
  return (
    <>
      <QueryCard title={L('home.today')} query={query}>
        {(overview) => <Figures figures={todayFigures(overview)} />}
      </QueryCard>
      <div className={css['pair']}>
        <QueryCard title={L('home.clients')} query={query}>
          {(overview) => <Figures figures={clientFigures(overview)} />}
        </QueryCard>
        <QueryCard title={L('home.devices')} query={query}>
          {(overview) => <Figures figures={deviceFigures(overview)} />}
        </QueryCard>
      </div>
    </>
  );
}

export function HomePage() {
  const hasAlarms = useCan(shellPermissions.alarms);
  const hasClients = useCan(shellPermissions.clients);
  return (
    <Page title={L('home.title')}>
      {hasAlarms && <AlarmCard />}
      {hasClients && <OverviewCards />}
      {hasAlarms && <LatestCard />}
    </Page>
  );
}
