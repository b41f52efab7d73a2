/** Something drawn at a point of the screen, in pixels; `weight` is the number of people it stands for. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/**
 * Joins what would cover each other on the screen. Each group is drawn at its first member, the heaviest; first members
 * are at least `least` pixels apart.
 */
export function joinClose<D extends Drawn>(drawn: readonly D[], least: number): readonly (readonly [D, ...D[]])[] {
  const cells = new Map<string, [D, ...D[]][]>();
  const groups: [D, ...D[]][] = [];
  const cellOf = (each: Drawn): readonly [number, number] => [Math.floor(each.x / least), Math.floor(each.y / least)];
  const nearestOf = (each: D): [D, ...D[]] | undefined => {
    const [column, row] = cellOf(each);
    const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => `${column + right}|${row + down}`));
    const distance = ([first]: readonly [D, ...D[]]): number => Math.hypot(first.x - each.x, first.y - each.y);
    return around
      .flatMap((cell) => cells.get(cell) ?? [])
      .filter((group) => distance(group) < least)
      .toSorted((one, other) => distance(one) - distance(other))[0];
  };
  for (const each of drawn.toSorted((one, other) => other.weight - one.weight)) {
    const near = nearestOf(each);
    if (near) {
      near.push(each);
      continue;
    }
    const group: [D, ...D[]] = [each];
    groups.push(group);
    const cell = cellOf(each).join('|');
    cells.set(cell, [...(cells.get(cell) ?? []), group]);
  }
  return groups;
}
