import { routes, type RouteEntry } from '@kangmai/model/menu';

/** Names that a page's permission needs besides: those of the menu groups that lead to it. */
export type MenuNeeds = ReadonlyMap<string, readonly string[]>;

const namesOf = ({ permission }: RouteEntry): readonly string[] =>
  permission === undefined ? [] : [permission].flat();

function collect(entries: readonly RouteEntry[], groups: readonly string[], found: Map<string, Set<string>>): void {
  for (const entry of entries) {
    for (const name of namesOf(entry)) {
      const known = found.get(name) ?? new Set<string>();
      for (const group of groups) if (group !== name) known.add(group);
      found.set(name, known);
    }
    // A group that opens with any of several names is not ticked for the user: he has to choose.
    const own = namesOf(entry);
    collect(entry.children ?? [], own.length === 1 ? [...groups, ...own] : groups, found);
  }
}

/** The names of the menu groups that lead to the pages of a permission. */
export function menuNeeds(): MenuNeeds {
  const found = new Map<string, Set<string>>();
  collect(routes, [], found);
  return new Map([...found].map(([name, groups]) => [name, [...groups]]));
}
