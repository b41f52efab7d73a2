interface Use {
  /** Keys in order of last use, the newest first. */
  recent: readonly string[];
  active: string | null;
  /** Keys of the tabs still open. */
  open: readonly string[];
  limit: number;
  /** Keys of tabs with unsaved input: they fall out last. */
  unsaved?: ReadonlySet<string>;
}

/** Keys that stay alive: the most recently used first, at most `limit`, only those still open. Unsaved input outlives what was only looked at. */
export function keepAlive({ recent, active, open, limit, unsaved = new Set() }: Use): string[] {
  const ordered = active === null ? recent : [active, ...recent.filter((key) => key !== active)];
  const opened = new Set(open);
  const living = ordered.filter((key) => opened.has(key));
  const isHeld = (key: string): boolean => key === active || unsaved.has(key);
  const kept = new Set([...living.filter(isHeld), ...living.filter((key) => !isHeld(key))].slice(0, limit));
  return living.filter((key) => kept.has(key));
}
