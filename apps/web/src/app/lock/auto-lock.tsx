import { App, Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import { useLockGate } from '../../lib/api/lock-gate.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { lockScreen } from '../../lib/session/lock.ts';

import { lastActiveAt, noteActivity, watchActivity } from './idle.ts';
import { T } from './lock-texts.ts';

const noticeMs = 60_000;
const noticeKey = 'autoLock';

/** Locks the screen after the configured idle minutes in all tabs; counts down the last 60 s. */
export function AutoLock() {
  const { autoLockMinutes } = usePreferences();
  const isOpen = useLockGate(({ phase }) => phase === 'open');
  return autoLockMinutes > 0 && isOpen ? <Watch idleMs={autoLockMinutes * 60_000} /> : null;
}

function Watch({ idleMs }: { idleMs: number }) {
  const { notification } = App.useApp();
  const { pathname } = useLocation();
  const isCounting = useRef(false);

  const goOn = (): void => {
    noteActivity(isCounting.current);
    if (isCounting.current) notification.destroy(noticeKey);
    isCounting.current = false;
  };
  const look = useEffectEvent((): void => {
    const leftMs = lastActiveAt() + idleMs - Date.now();
    if (leftMs <= 0) return lockScreen(pathname);
    if (leftMs > noticeMs) {
      if (isCounting.current) goOn();
      return;
    }
    isCounting.current = true;
    const actions = <Button onClick={goOn}>{T('goOn')}</Button>;
    notification.warning({
      key: noticeKey,
      role: 'status',
      title: T('soon'),
      description: T('countdown', { n: Math.ceil(leftMs / 1000) }),
      duration: 0,
      actions,
    });
  });
  const stop = useEffectEvent(() => notification.destroy(noticeKey));

  useEffect(() => {
    noteActivity(true);
    const timer = setInterval(() => look(), 1000);
    const ignore = watchActivity(() => goOnNow());
    return () => {
      clearInterval(timer);
      ignore();
      stop();
    };
  }, []);
  const goOnNow = useEffectEvent(goOn);
  return null;
}
