/** One page or group of pages. Paths are full addresses, spelled as the specification spells them. */
export interface RouteEntry {
  /** `/list/:id` stands for many pages, one a value. */
  path: string;
  title: string;
  en: string;
  /** Tells apart two groups at one address; the path when left out. */
  name?: string;
  /** Needed to see and to open it, beside what its groups need; several names mean any of them. */
  permission?: string | readonly string[];
  /** Resource whose default screen it shows. */
  resource?: string;
  /** Resource whose list its own screen shows. */
  lists?: string;
  /** Resource whose row it shows, by the id in its address. */
  rows?: string;
  /** Key of its own screen in the client. */
  screen?: string;
  icon?: string;
  /** Not in the menu, but it can be opened. */
  hidden?: true;
  /** Opens without sign-in. */
  public?: true;
  /** Its content starts at the top whenever it comes to the front. */
  toTop?: true;
  /** Address that is opened in its place. */
  leadsTo?: string;
  children?: readonly RouteEntry[];
}

type More = Omit<RouteEntry, 'path' | 'title' | 'en' | 'children'> & { readonly children?: readonly RouteRow[] };

/** A route in one line: address below its group (absolute with a leading slash), titles, other properties. */
export type RouteRow = readonly [segment: string, title: string, en: string, more?: More];

const below = (base: string, segment: string): string => (segment.startsWith('/') ? segment : `${base}/${segment}`);

/** The entries of lines below an address. */
export function routesBelow(base: string, rows: readonly RouteRow[]): readonly RouteEntry[] {
  return rows.map(([segment, title, en, { children, ...more } = {}]) => {
    const path = below(base, segment);
    return { path, title, en, ...more, ...(children && { children: routesBelow(path, children) }) };
  });
}
