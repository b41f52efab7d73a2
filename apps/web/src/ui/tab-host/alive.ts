/** Keys that stay alive: the most recently used first, at most `limit`, only those still open. */
export function keepAlive(recent: readonly string[], active: string | null, open: readonly string[], limit: number): string[] {
  const ordered = active === null ? recent : [active, ...recent.filter((key) => key !== active)];
  const opened = new Set(open);
  return ordered.filter((key) => opened.has(key)).slice(0, limit);
}
