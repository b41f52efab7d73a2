import type { AnyResource } from '../define-resource.ts';
import type { AnyField, Json } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { jsonKeyOf } from '../wire/json-name.ts';

/** What a fixture needs from outside: the id or natural key of a row, a code of a dictionary. */
export interface SampleSources {
  readonly ref: (target: string, by: string) => Promise<Json>;
  readonly dict: (typeCode: string) => Promise<Json>;
}

async function resolve(value: Json, sources: SampleSources): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => resolve(item, sources)));
  if (value === null || typeof value !== 'object') return value;
  const { ref, by, dict } = value as { readonly ref?: string; readonly by?: string; readonly dict?: string };
  if (ref !== undefined) return sources.ref(ref, by ?? 'id');
  if (dict !== undefined) return sources.dict(dict);
  const members = Object.entries(value).map(async ([key, one]) => [key, await resolve(one as Json, sources)] as const);
  return Object.fromEntries(await Promise.all(members));
}

const isWanted = (field: AnyField, all: boolean): boolean =>
  field.options.readonly !== true && field.kind !== 'file' && (all || field.options.required === true);

/**
 *  A valid body for saving a row of a resource: required fields, or all writable ones. Different seeds differ where
 *  values must be unique.
 */
export async function sampleBody(
  resource: AnyResource,
  options: { readonly seed: number; readonly sources: SampleSources; readonly all?: boolean },
): Promise<Record<string, Json>> {
  const body: Record<string, Json> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (
      !isWanted(field, options.all ?? false) ||
      (!field.options.required && (field.kind === 'ref' || field.kind === 'refs'))
    )
      continue;
    body[jsonKeyOf(name, field)] = await resolve(kindOf(field).sample(options.seed, field), options.sources);
  }
  return body;
}
