import { client } from '@kangmai/model/clients';
import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { useQuery } from '@tanstack/react-query';

import { isRange } from '../../resource-client/query.ts';
import { listPoints, seriesOf, type Span } from '../../resource-client/readings.ts';
import { inZone } from '../../lib/dates.ts';
import { fieldLabel, resourceTitle } from '../../lib/labels.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { figuresOf } from './mean.ts';
import { lastDays } from './span-picker.tsx';
import { useBands } from './use-vitals.ts';

import type { FilterValue } from '../../resource-client/query.ts';

/** The days of the list's filter, else the last thirty. */
function spanOf(filter: FilterValue | undefined): Span {
  const usual = lastDays('days30');
  if (filter === undefined || !isRange(filter)) return usual;
  const from = inZone(filter.from)?.startOf('day').toDate();
  const to = inZone(filter.to)?.endOf('day').toDate();
  return { from: from ?? usual.from, to: to ?? usual.to };
}

function Trend({
  kind,
  clientId,
  span,
}: {
  readonly kind: ReadingKind;
  readonly clientId: number;
  readonly span: Span;
}) {
  const resource = readingOfKind[kind];
  const person = useRow(client, clientId).data ?? null;
  const bands = useBands(clientId);
  const {
    data: points,
    error,
    refetch,
  } = useQuery({
    queryKey: ['vitals', clientId, kind, span.from.getTime(), span.to.getTime()],
    queryFn: ({ signal }) => listPoints(kind, { ...span, clientId, signal }),
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!points || !person) return <LoadingState />;
  // Values of another unit, such as a pulse beside pressures, would need a second axis.
  const figures = figuresOf(
    resource,
    points.map(({ values }) => values),
  );
  const alike = figures
    .filter(([, field]) => field.options.unit === figures[0]?.[1].options.unit)
    .map(([name]) => name);
  return (
    <VitalChart
      title={T('trendOf', { name: person.values.name, kind: resourceTitle(resource) })}
      series={seriesOf(kind, points, { figures: alike, labelOf: fieldLabel, bands })}
      height={200}
    />
  );
}

function useAskedPerson(): number | null {
  const clientId = Number(useListContext().state.filters['client'] ?? 0);
  return Number.isSafeInteger(clientId) && clientId > 0 ? clientId : null;
}

/** Hint how to get a chart, placed beside the list's buttons to save a row. */
export const TrendHint = () => useAskedPerson() === null && <span className={css['toolHint']}>{T('trendHint')}</span>;

export function PersonTrend({ kind }: { readonly kind: ReadingKind }) {
  const { filters } = useListContext().state;
  const clientId = useAskedPerson();
  if (clientId === null) return null;
  return (
    <div className={css['chart']}>
      <Trend kind={kind} clientId={clientId} span={spanOf(filters['measuredAt'])} />
    </div>
  );
}
