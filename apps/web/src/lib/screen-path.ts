import { routes, type RouteEntry } from '@kangmai/model/menu';

const flat = (entries: readonly RouteEntry[]): readonly RouteEntry[] =>
  entries.flatMap((entry) => (entry.children ? flat(entry.children) : [entry]));

/** Address of a screen by its key, with `:id` filled in. */
export function screenPath(screen: string, id?: number): string {
  const path = flat(routes).find((entry) => entry.screen === screen)?.path ?? '/';
  return id === undefined ? path : path.replace(':id', String(id));
}
