const leastRestMs = 500;
const longestRestMs = 2000;

const restAfter = (tookMs: number): number => Math.min(longestRestMs, Math.max(leastRestMs, 2 * tookMs));

/**
 * Runs work one call at a time; any number of calls meanwhile cause one further run afterwards. The first run begins at
 * once, a further one after a rest that grows with the time of the work: in a storm of events the server is busy.
 */
export function onceAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  let readyAt = 0;
  const runUntilQuiet = async (): Promise<void> => {
    do {
      const rest = readyAt - performance.now();
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
      isAsked = false;
      const began = performance.now();
      try {
        await work();
      } finally {
        readyAt = performance.now() + restAfter(performance.now() - began);
      }
    } while (isAsked);
  };
  return () => {
    isAsked = true;
    running ??= runUntilQuiet().finally(() => {
      running = null;
    });
    return running;
  };
}
