interface Use {
  /** Keys in order of last use, the newest first. */
  recent: readonly string[];
  active: string | null;
  /** Keys of the tabs still open. */
  open: readonly string[];
  limit: number;
}

/** Keys that stay alive: the most recently used first, at most `limit`, only those still open. */
export function keepAlive({ recent, active, open, limit }: Use): string[] {
  const ordered = active === null ? recent : [active, ...recent.filter((key) => key !== active)];
  const opened = new Set(open);
  return ordered.filter((key) => opened.has(key)).slice(0, limit);
}
