import { useEffect, useState, useSyncExternalStore } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useRealtimeStatus } from '../../lib/realtime/realtime.ts';

import css from './frame.module.css';

const patienceMs = 5000;

/** Shown when the live connection has been down for more than five seconds. */
export function ConnectionDot() {
  const isLost = useRealtimeStatus(({ status }) => status === 'lost');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <span role="status" className={isShown ? css['lost'] : undefined}>
      {isShown && L('frame.realtimeLost')}
    </span>
  );
}

function onConnectionChange(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export function OfflineBar() {
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  return (
    <div role="status" className={isOnline ? undefined : css['bar']}>
      {!isOnline && L('error.offline')}
    </div>
  );
}
