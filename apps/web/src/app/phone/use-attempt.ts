import { useState } from 'react';

/** Runs one call at a time and keeps what went wrong. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(error));
    setBusy(false);
  };
  return { isBusy, problem, attempt };
}

/** Whether a text is a mobile number, with or without spaces and hyphens. */
export const isMobile = (text: string): boolean => /^(\+?86)?1[3-9]\d{9}$/.test(text.replaceAll(/[\s-]/g, ''));
