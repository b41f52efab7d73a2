import { useQuery } from '@tanstack/react-query';

import { formatMinute } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/units.ts';
import { getNightMeans, type Recording, type ShownMean } from '../../resource-client/night-means.ts';
import { ErrorState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './clients.module.css';
import { T } from './night-texts.ts';

const valueOf = ({ high, low }: ShownMean): string =>
  high === null || low === null ? T('few') : `${formatNumber(high, 1)}/${formatNumber(low, 1)} mmHg`;

const parts = [
  ['day', '135/85'],
  ['sleep', '120/70'],
  ['whole', '130/80'],
] as const;

/** A mean with its count; a part with too few readings says how many it needs. */
function Mean({ name, mean, limit }: { readonly name: string; readonly mean: ShownMean; readonly limit: string }) {
  const { count, least, isHigh } = mean;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {valueOf(mean)} {isHigh === true && <StatusTag tone="warning">{T('high', { limit })}</StatusTag>}
        <span className={css['quiet']}> {isHigh === null ? T('need', { count, least }) : T('count', { count })}</span>
      </dd>
    </div>
  );
}

function Fall({ fallPercent, dipping }: Recording) {
  return (
    <div>
      <dt>{T('fall')}</dt>
      <dd>{fallPercent === null || dipping === null ? T('few') : `${formatNumber(fallPercent, 1)}% ${T(dipping)}`}</dd>
    </div>
  );
}

/** Means by day, at night and over 24 hours of the newest recorded night; nothing without one. */
export function NightMeans({ clientId }: { readonly clientId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['vitals', clientId, 'bp', 'nights'],
    queryFn: ({ signal }) => getNightMeans(clientId, signal),
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section aria-label={T('title')} className={css['night']}>
      <h3>{T('title')}</h3>
      <p className={css['quiet']}>
        {T('slept', { from: formatMinute(new Date(data.asleepAt)), to: formatMinute(new Date(data.awakeAt)) })}
      </p>
      <dl>
        {parts.map(([key, limit]) => (
          <Mean key={key} name={T(key)} mean={data[key]} limit={limit} />
        ))}
        <Fall {...data} />
      </dl>
      <p className={css['quiet']}>{T('note')}</p>
    </section>
  );
}
