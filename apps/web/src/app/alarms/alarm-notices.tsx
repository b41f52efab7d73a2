import { App } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { countAnew } from '../../lib/api/query-client.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';

import {
  addStanding,
  addToBurst,
  foldLoudFrom,
  loudFrom,
  type Burst,
  type Notice,
  type Standing,
} from './alarm-burst.ts';
import { alarmOfEvent, countMore, isOpenState, type Alarm } from './alarm-data.ts';
import { LevelTag, lineOf } from './alarm-parts.tsx';
import { playAlarm, unlockSound } from './alarm-sound.ts';
import { AlarmActions } from './notice-actions.tsx';
import { gather, type Gathered } from './gather.ts';
import { alarmsShown, forgetShown } from './shown-alarms.ts';
import { useAlarmTarget } from './use-alarm-target.ts';

/** Alarms below level 4 that come faster are drawn together; after ten at once one notice stands for all of them. */
const restMs = (taken: number): number => (taken < foldLoudFrom ? 200 : 1000);
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

interface Shown extends Head {
  readonly alarm: Alarm;
  readonly isFolded: boolean;
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
  const standing = useRef<readonly Standing[]>([]);
  const loudFolded = useRef(0);
  useEffect(unlockSound, []);
  useEffect(() => forgetShown, []);

  /** Counts an alarm to the burst; what its notice says. */
  const noticeOf = (alarm: Alarm): Shown => {
    const burst = addToBurst(recent.current, { at: Date.now(), level: alarm.level });
    recent.current = burst.notices;
    const head = headOf(alarm, burst, loudFolded.current + 1);
    if (head.key === loudFoldedKey) loudFolded.current += 1;
    return { ...head, alarm, isFolded: burst.isFolded };
  };

  const draw = ({ key, text, sign, alarm, isFolded }: Shown): void => {
    const isLoud = alarm.level >= loudFrom;
    setSpoken(text);
    // A case that became loud is no longer counted among the quiet ones.
    quiet.current = quiet.current.filter((shown) => shown !== key);
    if (key === foldedKey) for (const shown of quiet.current.splice(0)) notification.destroy(shown);
    else if (!isLoud) quiet.current.push(key);
    const onClose = (): void => {
      standing.current = standing.current.filter((each) => each.key !== key);
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
  };

  /** Folds the alarm whose notice gives way to this one; its key. */
  const makeRoom = ({ key, sign, alarm, isFolded }: Shown): string | undefined => {
    if (isFolded || alarm.level < loudFrom) return undefined;
    const { stay, gone } = addStanding(standing.current, { key, level: alarm.level });
    standing.current = stay;
    if (!gone) return undefined;
    notification.destroy(gone.key);
    loudFolded.current += 1;
    draw({ key: loudFoldedKey, text: L('alarm.many', { n: loudFolded.current }), sign, alarm, isFolded: true });
    return gone.key;
  };

  const tell = useEffectEvent((alarms: readonly Alarm[]): void => {
    const shown = new Map(alarms.map(noticeOf).map((each) => [each.key, each]));
    const gone = [...shown.values()].map((each) => {
      draw(each);
      return makeRoom(each);
    });
    countMore(alarms.length);
    const loudest = Math.max(...alarms.map(({ level }) => level));
    if (loudest < loudFrom) return;
    playAlarm(loudest);
    const single = [...shown.values()].filter((each) => !each.isFolded && each.alarm.level >= loudFrom);
    alarmsShown(single.filter(({ key }) => !gone.includes(key)).map(({ alarm }) => alarm.id));
  });
  const alarms = useRef<Gathered<Alarm>>(null);
  useEffect(() => {
    alarms.current = gather(restMs, (items) => tell(items));
  }, []);

  useRealtime('newabnormal', (event) => {
    const alarm = alarmOfEvent(event);
    alarms.current?.add(alarm);
    if (alarm.level > loudFrom) alarms.current?.flush();
  });

  // Every change of a case refetches the counts of bell and desk; closing a case removes its notice.
  useRealtime('abnormalchange', ({ id, state }) => {
    const key = foldedNoticeKey(id);
    if (!isOpenState(state)) {
      standing.current = standing.current.filter((each) => each.key !== key);
      notification.destroy(key);
    }
    void countAnew();
  });

  return (
    <div aria-live="assertive" className="visually-hidden" data-testid="alarm-live">
      {spoken}
    </div>
  );
}
