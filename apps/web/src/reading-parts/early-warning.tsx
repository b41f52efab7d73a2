import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { readerOf } from '../lib/api/query-client.ts';
import { formatMoment } from '../lib/dates.ts';
import { listed } from '../lib/i18n/listed.ts';
import { useRealtime } from '../lib/realtime/realtime.ts';
import { formatQuantity } from '../lib/units.ts';
import { getEarlyWarning, type EarlyWarning, type WarningPart } from '../resource-client/early-warning.ts';
import { ErrorState } from '../ui/states.tsx';
import { StatusTag, type Tone } from '../ui/status-tag.tsx';
import css from './early-warning.module.css';
import { T } from './early-warning-texts.ts';

import type { NewsBand, NewsPart } from '@kangmai/domain';

const tones: Readonly<Record<NewsBand, Tone>> = {
  low: 'neutral',
  lowMedium: 'warning',
  medium: 'error',
  high: 'critical',
};

const units: Partial<Record<NewsPart, string>> = {
  breathing: '次/分',
  spo2: '%',
  systolic: 'mmHg',
  pulse: '次/分',
  temperature: '℃',
};

function valueText({ part, value }: WarningPart): string {
  if (value === null) return T('absent');
  if (part === 'oxygen') return T(value === 1 ? 'onOxygen' : 'onAir');
  return formatQuantity(value, units[part] ?? '', 1);
}

const toneOf = (points: number | null): string | undefined =>
  points === null ? css['missing'] : points === 3 ? css['grave'] : '';

const barSteps = [1, 2, 3] as const;

/** Name, value, points and a bar of up to three points; the worst part is marked by a word too. */
function Part({
  part,
  scale,
  isWorst,
}: {
  readonly part: WarningPart;
  readonly scale: number;
  readonly isWorst: boolean;
}) {
  const { points, at } = part;
  const name = T(part.part === 'spo2' && scale === 2 ? 'spo2Scale2' : part.part);
  return (
    <li className={`${css['part']} ${isWorst ? css['worst'] : ''} ${toneOf(points)}`}>
      <span className={css['name']}>
        {name}
        {points !== null && ` ${T('points', { n: points })}`}
        {isWorst && ` ${T('worst')}`}
      </span>
      <span className={css['bar']} aria-hidden="true">
        {barSteps.map((step) => (
          <span key={step} className={points !== null && points >= step ? css['on'] : ''} />
        ))}
      </span>
      <span className={css['value']}>
        {valueText(part)} {at !== null && <time dateTime={at}>{formatMoment(new Date(at), Date.now())}</time>}
      </span>
    </li>
  );
}

/** The total as it may be claimed: the least, with the missing parts named. */
function totalText({ total, missing }: EarlyWarning): string {
  return missing.length === 0
    ? T('points', { n: total ?? 0 })
    : T('least', { n: total ?? 0, parts: listed(missing.map((part) => T(part))) });
}

function Score({ warning }: { readonly warning: EarlyWarning }) {
  const { total, band, parts, missing, scale, windowHours, unfit } = warning;
  if (unfit) return <p className={css['note']}>{T(unfit)}</p>;
  if (total === null || band === null) return <p className={css['note']}>{T('none', { hours: windowHours })}</p>;
  const most = Math.max(...parts.map(({ points }) => points ?? 0));
  const word = T(`band.${band}`);
  return (
    <>
      <div className={css['head']}>
        <StatusTag tone={tones[band]}>{missing.length === 0 ? word : T('leastBand', { band: word })}</StatusTag>
        <strong>{totalText(warning)}</strong>
      </div>
      <ul className={css['parts']}>
        {parts.map((part) => (
          <Part key={part.part} part={part} scale={scale} isWorst={most > 0 && part.points === most} />
        ))}
      </ul>
      <p className={css['note']}>{T('note', { hours: windowHours })}</p>
    </>
  );
}

const againMs = 60_000;

/** NEWS2 of a person with its parts and missing parts. */
export function EarlyWarningPart({ clientId }: { readonly clientId: number }) {
  const readAgain = useMemo(() => readerOf(['early-warning', clientId]), [clientId]);
  const { data, error, refetch } = useQuery({
    queryKey: ['early-warning', clientId],
    queryFn: ({ signal }) => getEarlyWarning(clientId, signal),
    refetchInterval: againMs,
  });
  useRealtime('newreading', ({ userId }) => {
    if (userId === clientId) void readAgain();
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section aria-label={T('title')} className={css['warning']}>
      <h2>{T('title')}</h2>
      <Score warning={data} />
    </section>
  );
}
