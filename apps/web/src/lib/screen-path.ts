import { routes, type RouteEntry } from '@kangmai/model/menu';

const flat = (entries: readonly RouteEntry[]): readonly RouteEntry[] =>
  entries.flatMap((entry) => (entry.children ? flat(entry.children) : [entry]));

/** The address of a screen of the product by its key; `:id` is filled in. */
export function screenPath(screen: string, id?: number): string {
  const path = flat(routes).find((entry) => entry.screen === screen)?.path ?? '/';
  return id === undefined ? path : path.replace(':id', String(id));
}
