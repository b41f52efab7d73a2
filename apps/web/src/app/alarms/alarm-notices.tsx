import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { countAnew } from '../../lib/api/query-client.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';

import { addToBurst, loudFrom, type Burst, type Notice } from './alarm-burst.ts';
import { alarmOfEvent, countOneMore, isOpenState, type Alarm } from './alarm-data.ts';
import { LevelTag, lineOf } from './alarm-parts.tsx';
import { playAlarm, unlockSound } from './alarm-sound.ts';
import { AlarmActions } from './notice-actions.tsx';
import { alarmsShown } from './shown-alarms.ts';
import { useAlarmTarget } from './use-alarm-target.ts';

const foldedKey = 'alarms';
const loudFoldedKey = 'alarms.loud';
const foldedNoticeKey = (id: number): string => `${foldedKey}.${id}`;
const signOf = (level: number): 'error' | 'warning' | 'info' =>
  level > loudFrom ? 'error' : level === loudFrom ? 'warning' : 'info';

interface Head {
  readonly key: string;
  readonly text: string;
  readonly sign: ReturnType<typeof signOf>;
}

/** What a notice says: the alarm itself, or how many it stands for. */
function headOf(alarm: Alarm, { notices, isFolded, level }: Burst, loudFolded: number): Head {
  if (!isFolded) return { key: foldedNoticeKey(alarm.id), text: lineOf(alarm), sign: signOf(alarm.level) };
  const [key, n] = alarm.level < loudFrom ? [foldedKey, notices.length] : [loudFoldedKey, loudFolded];
  return { key, text: L('alarm.many', { n }), sign: signOf(key === loudFoldedKey ? alarm.level : level) };
}

export function AlarmNotices() {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const target = useAlarmTarget();
  const [spoken, setSpoken] = useState('');
  const recent = useRef<readonly Notice[]>([]);
  const quiet = useRef<string[]>([]);
  /** How many the folded notice of level 3 stands for. */
  const loudFolded = useRef(0);
  useEffect(unlockSound, []);

  /** Shows an alarm; whether it stands by itself, so that the screen has shown it. */
  const showNotice = (alarm: Alarm): boolean => {
    const burst = addToBurst(recent.current, { at: Date.now(), level: alarm.level });
    recent.current = burst.notices;
    const { isFolded } = burst;
    const isLoud = alarm.level >= loudFrom;
    const { key, text, sign } = headOf(alarm, burst, loudFolded.current + 1);
    if (key === loudFoldedKey) loudFolded.current += 1;
    setSpoken(text);
    // A case that became loud is no longer counted among the quiet ones.
    quiet.current = quiet.current.filter((shown) => shown !== key);
    if (key === foldedKey) for (const shown of quiet.current.splice(0)) notification.destroy(shown);
    else if (!isLoud) quiet.current.push(key);
    const onClose = (): void => {
      if (key === loudFoldedKey) loudFolded.current = 0;
    };
    const close = (): void => {
      notification.destroy(key);
      onClose();
    };
    const openCase = (): void => {
      close();
      if (target) void navigate(isFolded ? target : `${target}?id=${alarm.id}`);
    };
    notification[sign]({
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
      onClose,
      actions: <AlarmActions id={alarm.id} isFolded={isFolded} onClose={close} onOpen={openCase} />,
      ...(target && { onClick: openCase, style: { cursor: 'pointer' } }),
    });
    return !isFolded;
  };

  useRealtime('newabnormal', (event) => {
    const alarm = alarmOfEvent(event);
    const isShown = showNotice(alarm);
    countOneMore();
    if (alarm.level < loudFrom) return;
    playAlarm(alarm.level);
    if (isShown) alarmsShown([alarm.id]);
  });

  // Every change of a case refetches the counts of bell and desk; closing a case removes its notice.
  useRealtime('abnormalchange', ({ id, state }) => {
    if (!isOpenState(state)) notification.destroy(foldedNoticeKey(id));
    void countAnew();
  });

  return (
    <div aria-live="assertive" className="visually-hidden" data-testid="alarm-live">
      {spoken}
    </div>
  );
}
