export interface Gathered<T> {
  /** What comes after a pause is taken at once, what follows together at the end of the interval. */
  readonly add: (item: T) => void;
  /** Takes everything that was added now. */
  readonly flush: () => void;
}

export function gather<T>(restMs: (taken: number) => number, take: (items: readonly T[]) => void): Gathered<T> {
  const items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (items.length === 0) return;
    timer = setTimeout(flush, restMs(items.length));
    take(items.splice(0));
  };
  const add = (item: T): void => {
    items.push(item);
    if (timer === undefined) flush();
  };
  return { add, flush };
}
