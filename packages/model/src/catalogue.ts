import { entries } from './catalogue.generated.ts';

import type { AnyResource, Wire } from '@kangmai/resource';

/** What every page knows of a resource without its definition: titles, the field that names rows, the reading calls. */
export interface CatalogueEntry extends Pick<AnyResource, 'title' | 'en' | 'display'> {
  /** Its rows have a page of their own. */
  readonly hasDetail?: true;
  readonly wire: Pick<Wire, 'service' | 'entity' | 'calls'>;
}

const known: ReadonlyMap<string, CatalogueEntry> = new Map(Object.entries(entries));

/** The catalogue's entry of a resource; undefined for a name that no resource has. */
export const findEntry = (name: string): CatalogueEntry | undefined => known.get(name);

/** The catalogue's entry of a resource that must exist. Throws for an unknown name. */
export function entryOf(name: string): CatalogueEntry {
  const entry = known.get(name);
  if (!entry) throw new Error(`no resource is called ${name}`);
  return entry;
}

/**
 * Loads the definition of a resource, alone. Rejects for an unknown name, and when it cannot be loaded.
 * @example const device = await loadDefinition('device');
 */
export async function loadDefinition(name: string): Promise<AnyResource> {
  const { definitions } = await import('./definitions.generated.ts');
  const load = new Map<string, () => Promise<AnyResource>>(Object.entries(definitions)).get(name);
  if (!load) throw new Error(`no resource is called ${name}`);
  return load();
}
