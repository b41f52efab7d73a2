import { Button, Segmented, Slider } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';

import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined';

import { formatClock } from '../../lib/dates.ts';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { placeAt } from './track-shape.ts';

import type { Place } from '../../ui/map/map-content.ts';
import type { DayTrack } from './positions.ts';

const speeds = [1, 4, 16] as const;
type Speed = (typeof speeds)[number];
const tickMs = 100;
/** At single speed one second plays one minute. */
const shownMs = 60 * tickMs;

interface PlayerProps {
  readonly track: DayTrack;
  readonly from: number;
  readonly to: number;
  readonly onPlace: (place: Place | null) => void;
}

export function TrackPlayer({ track, from, to, onPlace }: PlayerProps) {
  const [at, setAt] = useState(from);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(4);
  const moveTo = (next: number): void => {
    const held = Math.min(to, next);
    setAt(held);
    onPlace(placeAt(track, held));
    if (held >= to) setPlaying(false);
  };
  const tick = useEffectEvent(() => moveTo(at + speed * shownMs));
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const togglePlaying = (): void => {
    if (!isPlaying && at >= to) moveTo(from);
    setPlaying(!isPlaying);
  };
  return (
    <div className={css['player']} role="group" aria-label={T('trackTitle')}>
      <Button icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />} onClick={togglePlaying}>
        {T(isPlaying ? 'pause' : 'play')}
      </Button>
      <Slider
        ariaLabelForHandle={T('at')}
        ariaValueTextFormatterForHandle={(value) => formatClock(value)}
        min={from}
        max={to}
        step={60_000}
        value={at}
        onChange={moveTo}
        tooltip={{ formatter: (value) => formatClock(value) }}
      />
      <span className={css['clock']}>{formatClock(at)}</span>
      <Segmented<Speed>
        aria-label={T('speed')}
        value={speed}
        onChange={setSpeed}
        options={speeds.map((value) => ({ value, label: T('times', { n: value }) }))}
      />
    </div>
  );
}
