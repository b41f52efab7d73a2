import { useRef, useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { signIn, type Credentials, type SignInOutcome } from '../../lib/session/sign-in.ts';

import { openHome } from './open-home.ts';

export interface Refusal {
  title: string;
  details: string | null;
  /** After too many attempts: seconds until the next one is allowed. */
  retryAfterSeconds: number | null;
}

interface SignInAttempt {
  isBusy: boolean;
  refusal: Refusal | null;
  /** Signs in; returns the remaining steps, or `null` when refused or when the page is being left. */
  attempt: (credentials: Credentials) => Promise<SignInOutcome | null>;
}

const toRefusal = (error: unknown): Refusal =>
  error instanceof ApiError
    ? {
        title: error.message,
        details: error.details,
        retryAfterSeconds: error.status === 429 ? (error.retryAfterSeconds ?? 30) : null,
      }
    : { title: L('error.server'), details: null, retryAfterSeconds: null };

export function useSignIn(): SignInAttempt {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const trySignIn = async (credentials: Credentials): Promise<SignInOutcome | null> => {
    if (isBusy) return null;
    setBusy(true);
    setRefusal(null);
    try {
      const outcome = await signIn(credentials);
      if (outcome.kind === 'signedIn') {
        openHome();
        return null;
      }
      setBusy(false);
      return outcome;
    } catch (error) {
      setRefusal(toRefusal(error));
      setBusy(false);
      return null;
    }
  };

  // Two clicks may come before the next render.
  const attemptOnce = async (credentials: Credentials): Promise<SignInOutcome | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    return trySignIn(credentials).finally(() => {
      isRunning.current = false;
    });
  };

  return { isBusy, refusal, attempt: attemptOnce };
}
