interface Timed {
  readonly start: number;
  readonly end: number;
}

/** Where an item stands among those that overlap it: its column, and how many there are. */
export interface Beside {
  readonly column: number;
  readonly of: number;
}

/** Places overlapping items side by side; the answer has the order of the items, which are sorted by their start. */
export function sideBySide(items: readonly Timed[]): readonly Beside[] {
  const places: { column: number; group: number }[] = [];
  const widths: number[] = [];
  let ends: number[] = [];
  for (const { start, end } of items) {
    if (ends.every((last) => last <= start)) {
      ends = [];
      widths.push(0);
    }
    const free = ends.findIndex((last) => last <= start);
    const column = free === -1 ? ends.length : free;
    ends[column] = end;
    const group = widths.length - 1;
    widths[group] = Math.max(widths[group] ?? 0, ends.length);
    places.push({ column, group });
  }
  return places.map(({ column, group }) => ({ column, of: widths[group] ?? 1 }));
}
