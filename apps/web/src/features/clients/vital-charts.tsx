import { readingOfKind } from '@kangmai/model/measurements';

import { seriesOf, type Bands, type Control } from '../../resource-client/readings.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { fieldLabel, resourceTitle } from '../../lib/labels.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { NightMeans } from './night-means.tsx';

import type { VitalKind, Vitals } from './use-vitals.ts';

const controlWords = (control: Control | undefined): string =>
  control && control.judged > 0
    ? T('control', {
        inside: control.inside,
        judged: control.judged,
        rate: Math.round((control.inside / control.judged) * 100),
      })
    : '';

function Chart({
  vitals,
  bands,
  control,
}: {
  readonly vitals: Vitals;
  readonly bands: Bands;
  readonly control: Control | undefined;
}) {
  const { kind, figures, points, isLoading, error, retry } = vitals;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (isLoading) return <LoadingState />;
  return (
    <VitalChart
      title={resourceTitle(readingOfKind[kind])}
      series={seriesOf(kind, points, { figures, labelOf: fieldLabel, bands })}
      note={controlWords(control)}
      height={200}
    />
  );
}

const isEmpty = ({ points, isLoading, error }: Vitals): boolean => points.length === 0 && !isLoading && error === null;

/** A chart per kind that the user may see; kinds without values share one line. */
export function VitalCharts({
  clientId,
  vitals,
  bands,
  control,
}: {
  readonly clientId: number;
  readonly vitals: readonly Vitals[];
  readonly bands: Bands;
  readonly control: ReadonlyMap<VitalKind, Control>;
}) {
  const empty = vitals.filter(isEmpty).map(({ kind }) => resourceTitle(readingOfKind[kind]));
  if (vitals.length === 0) return <EmptyState text={T('noRight')} />;
  if (empty.length === vitals.length) return <EmptyState text={T('none')} />;
  return (
    <div className={css['charts']}>
      {vitals
        .filter((one) => !isEmpty(one))
        .map((one) => (
          <div key={one.kind} className={css['chart']}>
            <Chart vitals={one} bands={bands} control={control.get(one.kind)} />
            {one.kind === 'bp' && <NightMeans clientId={clientId} />}
          </div>
        ))}
      {empty.length > 0 && <p className={css['quiet']}>{T('noneOf', { kinds: listed(empty) })}</p>}
    </div>
  );
}
