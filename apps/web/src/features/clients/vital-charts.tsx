import { readingOfKind } from '@kangmai/model';

import { seriesOf, type Bands } from '../../lib/api/resource-readings.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { fieldLabel, resourceTitle } from '../../lib/labels.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';

import type { Vitals } from './use-vitals.ts';

function Chart({ vitals, bands }: { readonly vitals: Vitals; readonly bands: Bands }) {
  const { kind, figures, points, isLoading, error, retry } = vitals;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (isLoading) return <LoadingState />;
  return <VitalChart title={resourceTitle(readingOfKind[kind])} series={seriesOf(kind, points, { figures, labelOf: fieldLabel, bands })} height={200} />;
}

const isEmpty = ({ points, isLoading, error }: Vitals): boolean => points.length === 0 && !isLoading && error === null;

/** A chart a kind of measurement that the user may see; kinds without a value in the time share one line. */
export function VitalCharts({ vitals, bands }: { readonly vitals: readonly Vitals[]; readonly bands: Bands }) {
  const empty = vitals.filter(isEmpty).map(({ kind }) => resourceTitle(readingOfKind[kind]));
  if (vitals.length === 0) return <EmptyState text={T('noRight')} />;
  if (empty.length === vitals.length) return <EmptyState text={T('none')} />;
  return (
    <div className={css['charts']}>
      {vitals.filter((one) => !isEmpty(one)).map((one) => (
        <div key={one.kind} className={css['chart']}>
          <Chart vitals={one} bands={bands} />
        </div>
      ))}
      {empty.length > 0 && <p className={css['quiet']}>{T('noneOf', { kinds: listed(empty) })}</p>}
    </div>
  );
}
