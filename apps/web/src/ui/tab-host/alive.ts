interface Use {
  recent: readonly string[];
  active: string | null;
  open: readonly string[];
  limit: number;
  /** Keys of tabs with unsaved input, which are dropped last. */
  unsaved?: ReadonlySet<string>;
}

/** Keys of mounted tabs: the most recently used open ones, at most `limit`; tabs with unsaved input are preferred. */
export function keepAlive({ recent, active, open, limit, unsaved = new Set() }: Use): string[] {
  const ordered = active === null ? recent : [active, ...recent.filter((key) => key !== active)];
  const opened = new Set(open);
  const living = ordered.filter((key) => opened.has(key));
  const isHeld = (key: string): boolean => key === active || unsaved.has(key);
  const kept = new Set([...living.filter(isHeld), ...living.filter((key) => !isHeld(key))].slice(0, limit));
  return living.filter((key) => kept.has(key));
}
