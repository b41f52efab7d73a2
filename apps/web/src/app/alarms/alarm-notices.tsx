import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';

import { addToBurst } from './alarm-burst.ts';
import { alarmOfEvent, countOneMore, type Alarm } from './alarm-data.ts';
import { LevelTag, lineOf } from './alarm-parts.tsx';
import { playAlarm, unlockSound } from './alarm-sound.ts';
import { useAlarmTarget } from './use-alarm-target.ts';

const loudFrom = 3;
const foldedKey = 'alarms';
/** The sign of a notice, as that of the level in it. */
const signOf = (level: number): 'error' | 'warning' | 'info' => (level > loudFrom ? 'error' : level === loudFrom ? 'warning' : 'info');

/** Tells of new abnormal data: notice, sound from level 3 on, bell, and a spoken line. */
export function AlarmNotices() {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const target = useAlarmTarget();
  const [spoken, setSpoken] = useState('');
  const times = useRef<readonly number[]>([]);
  const single = useRef<string[]>([]);
  useEffect(unlockSound, []);

  const show = (alarm: Alarm): void => {
    const burst = addToBurst(times.current, Date.now());
    times.current = burst.times;
    const count = burst.times.length;
    const text = burst.isFolded ? L('alarm.many', { n: count }) : lineOf(alarm);
    setSpoken(text);
    const key = burst.isFolded ? foldedKey : `${foldedKey}.${alarm.id}`;
    if (burst.isFolded) for (const shown of single.current.splice(0)) notification.destroy(shown);
    else single.current.push(key);
    const open = (): void => {
      notification.destroy(key);
      if (target) void navigate(burst.isFolded ? target : `${target}?id=${alarm.id}`);
    };
    notification[signOf(alarm.level)]({
      key,
      role: 'status',
      title: L('alarm.title'),
      description: burst.isFolded ? text : <><LevelTag level={alarm.level} /> {text}</>,
      duration: alarm.level >= loudFrom ? 0 : 8,
      ...(target && { onClick: open, style: { cursor: 'pointer' } }),
    });
  };

  useRealtime('newabnormal', (event) => {
    const alarm = alarmOfEvent(event);
    show(alarm);
    countOneMore();
    if (alarm.level >= loudFrom) playAlarm(alarm.level);
  });

  return (
    <div aria-live="assertive" className="visually-hidden" data-testid="alarm-live">
      {spoken}
    </div>
  );
}
