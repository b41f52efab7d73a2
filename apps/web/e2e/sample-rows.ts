import { entryOf } from '@kangmai/model/catalogue';
import { dictionaries } from '@kangmai/model/reference';
import { sampleBody, type AnyResource, type Json, type SampleSources } from '@kangmai/resource';
import type { Caller } from './product.ts';

interface LookUp {
  readonly items: readonly { readonly id: number; readonly displayName: string }[];
}

const sourcesOf = (caller: Caller, resource: AnyResource): SampleSources => ({
  async ref(target, by) {
    const call = `${resource.wire.service}/GetAll${entryOf(target).wire.entity}ForLookupTable`;
    const [first] = (await caller.get<LookUp>(`${call}?MaxResultCount=1`)).items;
    if (!first) throw new Error(`${call} answers no row to refer to`);
    return by === 'id' ? first.id : first.displayName;
  },
  async dict(typeCode) {
    return dictionaries.rows.find((type) => type.typeCode === typeCode)?.entries[0]?.code ?? '';
  },
});

/**
 * Saves a row of a resource with every field filled; references name the first row of their look-up.
 * @example await saveSample(admin, careVisit, { startsAt: '2026-01-31T01:00:00Z' })
 */
export async function saveSample(
  caller: Caller,
  resource: AnyResource,
  more: Readonly<Record<string, Json>> = {},
): Promise<number> {
  const body = await sampleBody(resource, { seed: 1, sources: sourcesOf(caller, resource), all: true });
  return caller.post<number>(`${resource.wire.service}/${resource.wire.calls.save ?? ''}`, { ...body, ...more });
}
