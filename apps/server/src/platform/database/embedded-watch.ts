import { setTimeout as pause } from 'node:timers/promises';

interface Watched {
  readonly isAlive: () => boolean;
  /** Starts the server on the same address and waits until it accepts connections. */
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
 * Restarts our database server whenever it ends: killed, or out of memory. Meanwhile connections are refused.
 * @returns ends the watch, waiting for a restart in progress
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
