/** Runs work over a list, a few items at a time. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
