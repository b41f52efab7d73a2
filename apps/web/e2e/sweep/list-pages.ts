import { client, device, model, rawReading, readingOfKind } from '@kangmai/model';
import { openPages, type RouteEntry } from '@kangmai/model/menu';
import type { AnyResource } from '@kangmai/resource';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { coveringPages } from './covering.ts';

export interface ListPage {
  readonly name: string;
  /** The page of the menu that displays it. */
  readonly entry: RouteEntry;
  readonly search: string;
  readonly resource: AnyResource;
  /** Its screen is written by hand. */
  readonly isOwn: boolean;
}

const screensFile = resolve(import.meta.dirname, '../../src/app/screens.tsx');

/** The keys of the screens that are written by hand, as the client's table of screens lists them. */
export const ownScreens: ReadonlySet<string> = new Set(
  [...readFileSync(screensFile, 'utf8').matchAll(/^ {2}(\w+): screen\(/gm)].map(([, name = '']) => name),
);

/** Whether a page shows a screen that is written by hand. */
export const isOwnScreen = ({ screen, resource = '' }: RouteEntry): boolean =>
  screen !== undefined || ownScreens.has(resource);

/** Every page of the menu that is opened at a tenant; pages of single records are opened from their lists. */
export const menuPages: readonly RouteEntry[] = openPages().filter(({ screen }) => screen !== 'tenants');

const ofScreen: Readonly<Record<string, AnyResource>> = { clients: client, devices: device, deviceData: rawReading };

function listsOf(entry: RouteEntry): readonly ListPage[] {
  const { screen, resource: named } = entry;
  if (screen === 'measurements')
    // One screen for all kinds: the first stands for it, the others for what their definitions add.
    return Object.entries(readingOfKind)
      .filter(([kind]) => kind !== 'location')
      .map(([kind, resource], at) => ({
        name: resource.name,
        entry,
        search: `kind=${kind}&`,
        resource,
        isOwn: at === 0,
      }));
  const resource = named === undefined ? ofScreen[screen ?? ''] : model.byName(named);
  return resource ? [{ name: resource.name, entry, search: '', resource, isOwn: isOwnScreen(entry) }] : [];
}

/** Every list with a page in the menu, each once. */
export const lists: readonly ListPage[] = [
  ...new Map(menuPages.flatMap(listsOf).map((list) => [list.name, list])).values(),
];

const only = process.env['RESOURCE'];

/**
 * The lists of screens written by hand, and the fewest others that have every feature of the definitions. With
 * `RESOURCE=careVisit` the list of that resource alone.
 */
export const coveringLists: readonly ListPage[] =
  only === undefined ? coveringPages(lists) : lists.filter(({ name }) => name === only);

const sumOf = (address: string): number =>
  Array.from(address).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

/** Everything is visited, not what has its turn today. */
export const isFull = process.env['FULL'] === '1';

/** Whether a page has its turn on a day of the month: once in as many days as `every` says. */
export const hasTurn = (address: string, day: number, every = 5): boolean => sumOf(address) % every === day % every;

const today = new Date().getDate();

/** Lists that show cards instead of a table; what the sweeps ask of tables does not concern them. */
const ofCards: ReadonlySet<string> = new Set(['careTeam']);

/** The lists that differ most from others; they are visited every day. */
const daily: ReadonlySet<string> = new Set(['client', 'device', 'rawReading', 'abnormalRule']);

/** The covering lists that are visited today: a few every day, of the others those that have their turn. */
export const listsOfToday: readonly ListPage[] = coveringLists
  .filter(({ name }) => !ofCards.has(name))
  .filter(({ name, entry }) => isFull || only !== undefined || daily.has(name) || hasTurn(entry.path, today));

/** A page of the menu, or a list that is part of one. */
export interface VisitedPage extends Pick<RouteEntry, 'title' | 'en'> {
  readonly address: string;
  /** Whether everything is checked: screens written by hand every other day, covering lists once in five days. */
  readonly isWhole: boolean;
}

// The walk has another turn: a list is checked twice in five days.
const isWholeToday = (entry: RouteEntry): boolean =>
  isFull ||
  only !== undefined ||
  (isOwnScreen(entry)
    ? hasTurn(entry.path, today, 2)
    : coveringLists.some((list) => list.entry === entry) && hasTurn(entry.path, today + 2));

export const visitedPages: readonly VisitedPage[] = [
  ...menuPages.map((entry) => ({
    ...entry,
    address: entry.path,
    isWhole: isWholeToday(entry),
  })),
  ...lists
    .filter(({ search, isOwn }) => search !== '' && !isOwn)
    .map(({ entry, search }) => ({ ...entry, address: `${entry.path}?${search}`, isWhole: false })),
];

/** Pages that are opened today: all that are checked whole, and a fifth of the others. */
export const openedPages: readonly VisitedPage[] = visitedPages.filter(
  ({ address, isWhole }) => isWhole || isFull || only !== undefined || hasTurn(address, today),
);
