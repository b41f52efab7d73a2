import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { energyItem } from '@kangmai/model/basic-data';
import { bed, building } from '@kangmai/model/facility';
import { permissionsOfCall } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import { countsKey } from '../../lib/api/query-client.ts';
import { rowPathsOf } from '../../lib/list-pages.ts';
import { useCan } from '../../lib/permissions.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { formatNumber } from '../../lib/units.ts';
import { firstPage } from '../../resource-client/address.ts';
import { listRows } from '../../resource-client/calls.ts';
import { monthlyCosts } from '../../resource-client/energy.ts';
import { readFigures } from '../../resource-client/figures.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { today } from '../../resource-screens/traits/figure/figure-address.ts';
import { FigureParts, FigureTiles, type Counted } from '../../resource-screens/traits/figure/figure-tiles.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './basic-data.module.css';
import { CostChart } from './cost-chart.tsx';
import { barsOf } from './cost-parts.ts';
import { T } from './overview-texts.ts';
import { energyKey } from './use-meter-entry.ts';

import type { FigureName } from '@kangmai/model/figures';

const attention: readonly FigureName[] = [
  'contractsEnding',
  'contractsOverdue',
  'papersEnding',
  'papersExpired',
  'roomsAside',
  'bookingsToday',
];
const beds: readonly FigureName[] = ['bedsFree', 'bedsTaken'];
const asked: readonly FigureName[] = ['beds', ...beds, ...attention, 'energyCost'];

function useFigures() {
  return useQuery({
    queryKey: [countsKey, 'figures', today(), ...asked],
    queryFn: ({ signal }) => readFigures(asked, signal),
    refetchInterval: 300_000,
  });
}

function BedCard({ counted }: { readonly counted: Counted }) {
  const { beds: all, bedsTaken: taken } = counted;
  if (!all) return null;
  const share = all.value === 0 ? 0 : ((taken?.value ?? 0) / all.value) * 100;
  return (
    <Card
      title={T('beds')}
      extra={
        <span className={css['hint']}>{T('all', { n: formatNumber(all.value), share: formatNumber(share, 1) })}</span>
      }
    >
      {all.value === 0 ? (
        <EmptyState text={T('noBeds')} />
      ) : (
        <>
          <FigureTiles names={beds} counted={counted} />
          <FigureParts name="beds" resource={bed} counted={all} />
        </>
      )}
    </Card>
  );
}

const mostBuildings = 20;

function BuildingCard() {
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(building), 'overview'],
    queryFn: ({ signal }) => listRows(building, { state: { ...firstPage, size: mostBuildings }, signal }),
  });
  const paths = rowPathsOf('building');
  return (
    <Card title={T('buildings')}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data?.rows.length === 0 && <EmptyState text={T('noBuildings')} />}
      <ul className={css['houses']}>
        {data?.rows.map((row) => {
          const { name, bedCount, occupiedCount } = row.values as Readonly<Record<string, unknown>>;
          const [all, taken] = [Number(bedCount ?? 0), Number(occupiedCount ?? 0)];
          return (
            <li key={row.id}>
              {paths ? <Link to={paths(row)}>{String(name)}</Link> : String(name)}
              <ShareBar
                parts={[
                  { key: 'taken', value: taken, color: 'var(--c-primary)' },
                  { key: 'free', value: all - taken, color: 'var(--c-line)' },
                ]}
              />
              <span className={css['hint']}>{T('taken', { n: taken, all })}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function CostCard({ counted }: { readonly counted: Counted }) {
  const month = today().slice(0, 7);
  const { data, error, refetch } = useQuery({
    queryKey: [...energyKey, 'costs', month, 0],
    queryFn: ({ signal }) => monthlyCosts({ month }, signal),
  });
  return (
    <Card title={T('costs')} extra={<Link to={screenPath('meterReading')}>{T('read')}</Link>}>
      <FigureTiles names={['energyCost']} counted={counted} />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && <CostChart bars={barsOf(data, { month, typed: 0 })} />}
    </Card>
  );
}

function Board({ counted }: { readonly counted: Counted }) {
  const mayHouses = useCan(permissionsOfCall(building, 'list'));
  const mayCosts = useCan(permissionsOfCall(energyItem, 'list'));
  const hasAttention = attention.some((name) => counted[name] !== undefined);
  return (
    <div className={css['board']}>
      <BedCard counted={counted} />
      {mayHouses && <BuildingCard />}
      {hasAttention && (
        <Card title={T('attention')}>
          <FigureTiles names={attention} counted={counted} />
        </Card>
      )}
      {mayCosts && <CostCard counted={counted} />}
    </div>
  );
}

/** What the manager of a house looks for in the morning. */
export function OverviewScreen() {
  const { data, error, refetch } = useFigures();
  const refresh = <IconButton name={T('refresh')} icon={<ReloadOutlined />} onClick={() => void refetch()} />;
  if (data)
    return (
      <Page title={T('title')} actions={refresh}>
        <Board counted={data} />
      </Page>
    );
  return (
    <Page title={T('title')} actions={refresh}>
      <Card>{error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />}</Card>
    </Page>
  );
}
