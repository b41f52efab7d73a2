import { Suspense } from 'react';

import { useReloginGate } from '../../lib/api/relogin-gate.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { ErrorBoundary } from '../../ui/tab-host/error-boundary.tsx';

import { loadRelogin } from './load-ahead.ts';

const ReloginForm = lazyPart(loadRelogin);

const always = (): boolean => true;

/** Asks to sign in again once the session has run out. Its form was loaded ahead; where it cannot be had any more, the page is loaded anew and leads to the sign-in. */
export function ReloginDialog() {
  const isOpen = useReloginGate((gate) => gate.isOpen);
  if (!isOpen) return null;
  return (
    <ErrorBoundary mayReload={always}>
      <Suspense>
        <ReloginForm />
      </Suspense>
    </ErrorBoundary>
  );
}
