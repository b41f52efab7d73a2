import { Suspense } from 'react';

import { useReloginGate } from '../../lib/api/relogin-gate.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { ErrorBoundary } from '../../ui/tab-host/error-boundary.tsx';

import { loadRelogin } from './load-ahead.ts';

const ReloginForm = lazyPart(loadRelogin);

const always = (): boolean => true;

/** Asks for the password when the session has expired; reloads the page when the form cannot be loaded. */
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
