import { setTimeout as pause } from 'node:timers/promises';

interface Watched {
  readonly isAlive: () => boolean;
  /** Starts the server on the same address and waits until it takes connections. */
  readonly startAgain: () => Promise<void>;
  readonly say: (line: string) => void;
}

const lookMs = 250;
const retryMs = 1_000;

async function startUntilItRuns({ startAgain, say }: Watched, signal: AbortSignal): Promise<void> {
  say('PostgreSQL has stopped by itself; it is started again');
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      await startAgain();
      return say('PostgreSQL runs again');
    } catch (error) {
      if (tries === 1)
        say(`PostgreSQL cannot be started again, and is tried until it can: ${(error as Error).message}`);
      await pause(retryMs, undefined, { ref: false });
    }
  }
}

/**
 * Starts a database server of ours again whenever it is gone: killed, or ended for want of memory. Meanwhile whoever asks it is refused.
 * @returns ends the watch; a start that is under way is waited for
 */
export function watchServer(watched: Watched): () => Promise<void> {
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await pause(lookMs, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted && !watched.isAlive()) await startUntilItRuns(watched, ending.signal);
    }
  })();
  return async () => {
    ending.abort();
    await watching;
  };
}
