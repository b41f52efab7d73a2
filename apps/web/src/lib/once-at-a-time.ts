/** Runs work one call at a time; any number of calls meanwhile cause one further run afterwards. */
export function onceAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const runUntilQuiet = async (): Promise<void> => {
    do {
      isAsked = false;
      await work();
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
