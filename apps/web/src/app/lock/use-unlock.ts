import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { unlockScreen } from '../../lib/session/lock.ts';

import { T } from './lock-texts.ts';

const endDelayMs = 1500;

interface Unlocking {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly attempt: (password: string) => Promise<boolean>;
}

const unlockProblem = (error: unknown): string =>
  error instanceof ApiError && error.status !== 401
    ? [error.message, error.details].filter(Boolean).join('，')
    : L('session.ended');

/** The session behind the lock has ended. */
const isEnd = (error: unknown): boolean =>
  error instanceof ApiError && (error.reason === 'session.unlock-ended' || error.status === 401);

export function useUnlock(onEnd: () => void): Unlocking {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const tryPassword = async (password: string): Promise<boolean> => {
    setProblem(password === '' ? T('missing') : undefined);
    if (password === '') return false;
    setBusy(true);
    try {
      await unlockScreen(password);
      return true;
    } catch (error) {
      setProblem(unlockProblem(error));
      if (isEnd(error)) setTimeout(onEnd, endDelayMs);
      else setBusy(false);
      return false;
    }
  };

  return { isBusy, problem, attempt: tryPassword };
}
