/** Entries by what stands above them, in their order. */
export function byParent<T, K>(entries: readonly T[], parentOf: (entry: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>();
  for (const entry of entries) {
    const parent = parentOf(entry);
    const known = found.get(parent);
    if (known) known.push(entry);
    else found.set(parent, [entry]);
  }
  return found;
}
