import { rawReading, readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { useQuery } from '@tanstack/react-query';

import { newestOfDevice, type NewestFigures } from '../../resource-client/raw-data.ts';
import { formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { formatQuantity } from '../../lib/units.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import css from './readings.module.css';
import { T } from './reading-texts.ts';
import { figuresText } from '../../lib/reading-words.ts';

const figuresOnCard = 3;

const levelWord = (level: number): string => L(`alarm.level${level as 1 | 2 | 3 | 4}`);

function NewestCard({ kind, at, level, figures }: NewestFigures) {
  return (
    <div className={css['card']}>
      <dt>
        {resourceTitle(readingOfKind[kind as ReadingKind])}{' '}
        {level > 0 && <StatusTag tone={levelTone(level)}>{levelWord(level)}</StatusTag>}
      </dt>
      <dd>
        {figuresText(kind, figures, figuresOnCard)}
        <span className={css['time']}>{formatMinute(at)}</span>
      </dd>
    </div>
  );
}

function Newest({ imei }: { readonly imei: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['newest', imei],
    queryFn: ({ signal }) => newestOfDevice(imei, signal),
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <section className={css['newest']} aria-label={T('newestOf', { imei })}>
      <h2>
        {T('newestOf', { imei })}
        <span>
          {T('wearer')}
          {L('word.colon')}
          {data.userName || T('nobody')}
        </span>
        <span>
          {T('battery')}
          {L('word.colon')}
          {formatQuantity(data.battery, '%')}
        </span>
        {data.isOnline !== null && <span>{T(data.isOnline ? 'online' : 'offline')}</span>}
      </h2>
      {data.kinds.length === 0 ? (
        <EmptyState text={T('none')} />
      ) : (
        <dl className={css['cards']}>
          {data.kinds.map((one) => (
            <NewestCard key={one.kind} {...one} />
          ))}
        </dl>
      )}
    </section>
  );
}

export function NewestValues() {
  const { device } = useListContext(rawReading).state.filters;
  return typeof device === 'string' && device !== '' ? <Newest imei={device} /> : null;
}
