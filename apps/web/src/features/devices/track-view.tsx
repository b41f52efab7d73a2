import { useQuery } from '@tanstack/react-query';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState, type ReactNode } from 'react';

import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';

import { formatClock, formatSpan, inZone } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/units.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MapBox } from '../../ui/map/map-box.tsx';
import { EmptyState, ErrorState, LoadingBar, LoadingState } from '../../ui/states.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { readTrack, type DayTrack, type Stay } from './positions.ts';
import { TrackPlayer } from './track-player.tsx';
import { contentOf, spanOf } from './track-shape.ts';

import type { Place } from '../../ui/map/map-content.ts';

const today = (): Dayjs => (inZone(new Date()) ?? dayjs()).startOf('day');
const distanceText = (metres: number): string =>
  metres < 1000 ? `${formatNumber(metres)} m` : `${formatNumber(metres / 1000, 1)} km`;
const stayText = (stay: Stay): string =>
  `${formatClock(stay.begin)}–${formatClock(stay.end)} ${T('stayed', { span: formatSpan(stay.minutes * 60_000) })}`;

const words = { stay: (stay: Stay, number: number): string => `${number} ${stayText(stay)}`, start: '', end: '' };

function DayPick({ day, onChange }: { readonly day: Dayjs; readonly onChange: (day: Dayjs) => void }) {
  return (
    <div className={css['row']}>
      <IconButton
        name={T('dayBefore')}
        tip={false}
        icon={<LeftOutlined />}
        onClick={() => onChange(day.subtract(1, 'day'))}
      />
      <DatePicker
        aria-label={T('day')}
        allowClear={false}
        value={day}
        maxDate={today()}
        onChange={(next) => next && onChange(next.startOf('day'))}
      />
      <IconButton
        name={T('dayAfter')}
        tip={false}
        icon={<RightOutlined />}
        disabled={!day.isBefore(today())}
        onClick={() => onChange(day.add(1, 'day'))}
      />
    </div>
  );
}

function StayList({ stays, onChoose }: { readonly stays: readonly Stay[]; readonly onChoose: (stay: Stay) => void }) {
  return (
    <ol aria-label={T('stays')} className={css['scroll']}>
      {stays.map((stay, index) => (
        <li key={stay.begin}>
          <button type="button" className={css['person']} onClick={() => onChoose(stay)}>
            <span>
              {index + 1}. {formatClock(stay.begin)}–{formatClock(stay.end)}
            </span>
            <span className={css['quiet']}>{T('stayed', { span: formatSpan(stay.minutes * 60_000) })}</span>
            {stay.address !== '' && <span className={css['quiet']}>{stay.address}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

function TrackFigures({ track }: { readonly track: DayTrack }) {
  const parts = [
    T('fixes', { n: track.count }),
    T('travelled', { distance: distanceText(track.distance) }),
    ...(track.dropped > 0 ? [T('dropped', { n: track.dropped })] : []),
  ];
  return (
    <p className={css['quiet']} role="status">
      {parts.join(' · ')}
    </p>
  );
}

function Shown({ track }: { readonly track: DayTrack }) {
  const [focus, setFocus] = useState<Place | null>(null);
  const [cursor, setCursor] = useState<Place | null>(null);
  const content = useMemo(() => contentOf(track, words), [track]);
  const fit = useMemo(() => [...track.segments.flat(), ...track.stays], [track]);
  const span = spanOf(track);
  return (
    <div className={css['mapPage']}>
      <div className={css['side']}>
        <TrackFigures track={track} />
        <StayList stays={track.stays} onChoose={(stay) => setFocus({ ...stay })} />
        <p className={css['quiet']}>{T('legend')}</p>
      </div>
      <div className={css['map']}>
        <MapBox name={T('track')} content={content} fit={fit} focus={focus} cursor={cursor} />
        {span && span.to > span.from && <TrackPlayer track={track} from={span.from} to={span.to} onPlace={setCursor} />}
      </div>
    </div>
  );
}

interface TrackViewProps {
  readonly clientId?: number;
  readonly imei?: string;
  /** Placed before the date picker. */
  readonly beside?: ReactNode;
}

export function TrackView({ clientId, imei, beside }: TrackViewProps) {
  const [day, setDay] = useState(today);
  const from = useMemo(() => (inZone(day.valueOf()) ?? day).startOf('day'), [day]);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['track', clientId, imei, from.valueOf()],
    queryFn: ({ signal }) =>
      readTrack(
        {
          ...(clientId !== undefined && { userId: clientId }),
          ...(imei !== undefined && { imei }),
          from: from.toDate(),
          to: from.add(1, 'day').subtract(1, 'millisecond').toDate(),
        },
        signal,
      ),
  });
  return (
    <>
      <div className={`${css['row']} ${css['bar']}`}>
        {beside}
        <DayPick day={day} onChange={setDay} />
      </div>
      <LoadingBar isActive={isFetching && !isPending} />
      {isPending && <LoadingState />}
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data && (data.count === 0 ? <EmptyState text={T('noTrack')} /> : <Shown key={from.valueOf()} track={data} />)}
    </>
  );
}
