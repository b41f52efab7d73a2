import { permissionAliases, permissions, type PermissionEntry } from '@kangmai/model/reference';
import { permissionTree, type Model } from '@kangmai/resource';

/** A permission that a call requires, with its title where no definition names it. */
export interface AskedPermission {
  readonly name: string;
  readonly title: string;
}

const sides = { tenant: 'tenant', host: 'host', both: undefined } as const;

function ancestorsOf(name: string): readonly string[] {
  const parts = name.split('.');
  return [...parts.keys()].slice(1).map((count) => ['Pages', ...parts.slice(1, count)].join('.'));
}

/** Every permission of the product, once, parents first: the hand-made tree, those of resources and of other calls. */
export function permissionCatalogue(model: Model, asked: readonly AskedPermission[]): readonly PermissionEntry[] {
  const found = new Map<string, PermissionEntry>(permissions.map((entry) => [entry.name, entry]));
  const add = (entry: PermissionEntry): void => {
    if (!found.has(entry.name)) found.set(entry.name, entry);
  };
  for (const resource of [...model.resources, ...model.doors]) {
    const side = sides[resource.scope];
    for (const { name, title, en } of permissionTree(resource)) add({ name, title, en, ...(side && { side }) });
  }
  for (const { name, title } of asked)
    if (name.startsWith('Pages') && !(name in permissionAliases)) add({ name, title, en: title });
  const named = [...found.values()];
  for (const entry of named) {
    for (const name of ancestorsOf(entry.name))
      add({
        name,
        title: name.slice(name.lastIndexOf('.') + 1),
        en: name.slice(name.lastIndexOf('.') + 1),
        ...(entry.side && { side: entry.side }),
      });
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Granted names for clients: with the aliases of their holders, without names of the other side. */
export function grantedNames(
  held: ReadonlySet<string>,
  catalogue: readonly PermissionEntry[],
  isHost: boolean,
): readonly string[] {
  const side = isHost ? 'host' : 'tenant';
  const own = catalogue
    .filter((entry) => (entry.side ?? side) === side && held.has(entry.name))
    .map(({ name }) => name);
  const aliases = Object.entries(permissionAliases)
    .filter(([, name]) => held.has(name))
    .map(([alias]) => alias);
  return [...own, ...aliases].toSorted();
}

/** Every name a client may query, of both sides. */
export const allNames = (catalogue: readonly PermissionEntry[]): readonly string[] =>
  [...catalogue.map(({ name }) => name), ...Object.keys(permissionAliases)].toSorted();

/** The permissions of the host's side of the product, or of the tenants'. */
export function entriesOfSide(catalogue: readonly PermissionEntry[], isHost: boolean): readonly PermissionEntry[] {
  const side = isHost ? 'host' : 'tenant';
  return catalogue.filter((entry) => (entry.side ?? side) === side);
}

/** A permission as the old clients read it, with its depth in the tree. */
export interface FlatPermission {
  readonly level: number;
  readonly parentName: string | null;
  readonly name: string;
  readonly displayName: string;
  readonly description: null;
  readonly isGrantedByDefault: boolean;
}

/** Permissions as a flat list, each with the name of the one above it. */
export const flatPermissions = (entries: readonly PermissionEntry[], culture: 'zh-Hans' | 'en'): FlatPermission[] =>
  entries.map(({ name, title, en }) => ({
    level: name.split('.').length - 1,
    parentName: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
    name,
    displayName: culture === 'en' ? en : title,
    description: null,
    isGrantedByDefault: false,
  }));
