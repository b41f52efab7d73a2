/**
 * Work that is done once at a time: what asks for it meanwhile, however often, has it done once more behind that. For news that come in floods,
 * of which each would have the same thing read anew and the answer on its way thrown away.
 */
export function onceAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const run = async (): Promise<void> => {
    do {
      isAsked = false;
      await work();
    } while (isAsked);
  };
  return () => {
    isAsked = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
