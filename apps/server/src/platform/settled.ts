/**
 * Waits for all, also when one has failed: nothing may run in a transaction that is about to be rolled back. Throws the
 * first failure.
 */
export async function allSettled<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
