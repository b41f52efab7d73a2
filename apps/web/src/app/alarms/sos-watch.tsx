import { shellPermissions } from '@kangmai/model/menu';
import { Suspense, useEffect } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime, useRealtimeStatus } from '../../lib/realtime/realtime.ts';
import { ErrorBoundary } from '../../ui/tab-host/error-boundary.tsx';

import { playAlarm } from './alarm-sound.ts';
import { askWaiting, forgetCalls, hearCall, hearCase, hearChange, recallFolded, useUrgentCalls } from './sos-calls.ts';
import { endGrace } from './urgent-grace.ts';

const SosPopup = lazyPart(async () => (await import('./sos-popup.tsx')).SosPopup);
const loudest = 4;
const soundEveryMs = 4000;

function Watching() {
  const isWaiting = useUrgentCalls(({ calls }) => calls.length > 0);
  const status = useRealtimeStatus((state) => state.status);
  useRealtime('newsos', hearCall);
  useRealtime('newabnormal', hearCase);
  useRealtime('soschange', (change) => hearChange('sos', change));
  useRealtime('abnormalchange', (change) => hearChange('case', change));
  useEffect(() => void (status === 'lost' || askWaiting()), [status]);
  useEffect(() => {
    recallFolded();
    return () => {
      forgetCalls();
      endGrace();
    };
  }, []);
  useEffect(() => {
    if (!isWaiting) return undefined;
    playAlarm(loudest);
    const timer = setInterval(() => playAlarm(loudest), soundEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return isWaiting ? (
    <ErrorBoundary>
      <Suspense>
        <SosPopup />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}

const watched = [shellPermissions.sos, ...shellPermissions.alarms];

export function SosWatch() {
  return useCan(watched) ? <Watching /> : null;
}
