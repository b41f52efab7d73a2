import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { countAnew } from '../../lib/api/query-client.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';

import { addToBurst, loudFrom, type Notice } from './alarm-burst.ts';
import { alarmOfEvent, countOneMore, isOpenState, type Alarm } from './alarm-data.ts';
import { LevelTag, lineOf } from './alarm-parts.tsx';
import { playAlarm, unlockSound } from './alarm-sound.ts';
import { AlarmActions } from './notice-actions.tsx';
import { alarmsShown } from './shown-alarms.ts';
import { useAlarmTarget } from './use-alarm-target.ts';

const foldedKey = 'alarms';
const keyOf = (id: number): string => `${foldedKey}.${id}`;
const signOf = (level: number): 'error' | 'warning' | 'info' =>
  level > loudFrom ? 'error' : level === loudFrom ? 'warning' : 'info';

export function AlarmNotices() {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const target = useAlarmTarget();
  const [spoken, setSpoken] = useState('');
  const recent = useRef<readonly Notice[]>([]);
  const quiet = useRef<string[]>([]);
  useEffect(unlockSound, []);

  const showNotice = (alarm: Alarm): void => {
    const { notices, isFolded, level } = addToBurst(recent.current, { at: Date.now(), level: alarm.level });
    recent.current = notices;
    const isLoud = alarm.level >= loudFrom;
    const text = isFolded ? L('alarm.many', { n: notices.length }) : lineOf(alarm);
    setSpoken(text);
    const key = isFolded ? foldedKey : keyOf(alarm.id);
    // A case that became loud is no longer counted among the quiet ones.
    quiet.current = quiet.current.filter((shown) => shown !== key);
    if (isFolded) for (const shown of quiet.current.splice(0)) notification.destroy(shown);
    else if (!isLoud) quiet.current.push(key);
    const close = (): void => notification.destroy(key);
    const openCase = (): void => {
      close();
      if (target) void navigate(isFolded ? target : `${target}?id=${alarm.id}`);
    };
    notification[signOf(isFolded ? level : alarm.level)]({
      key,
      role: 'status',
      title: L('alarm.title'),
      description: isFolded ? (
        text
      ) : (
        <>
          <LevelTag level={alarm.level} /> {text}
        </>
      ),
      duration: isLoud ? 0 : 8,
      actions: <AlarmActions id={alarm.id} isFolded={isFolded} onClose={close} onOpen={openCase} />,
      ...(target && { onClick: openCase, style: { cursor: 'pointer' } }),
    });
  };

  useRealtime('newabnormal', (event) => {
    const alarm = alarmOfEvent(event);
    showNotice(alarm);
    countOneMore();
    if (alarm.level < loudFrom) return;
    playAlarm(alarm.level);
    alarmsShown([alarm.id]);
  });

  // Every change of a case refetches the counts of bell and desk; closing a case removes its notice.
  useRealtime('abnormalchange', ({ id, state }) => {
    if (!isOpenState(state)) notification.destroy(keyOf(id));
    void countAnew();
  });

  return (
    <div aria-live="assertive" className="visually-hidden" data-testid="alarm-live">
      {spoken}
    </div>
  );
}
