import { targetOf, type AnyResource } from '@kangmai/resource';

import { rowName } from './row-name.ts';

import type { ScreenRow } from './row.ts';

export interface Person {
  /** The reference to the person; undefined for the person's own row. */
  readonly field: string | undefined;
  readonly id: number;
  readonly name: string;
  readonly sex: string | undefined;
  readonly age: string | undefined;
}

export const personResource = 'client';
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The reference of a row to the person whose it is. */
export const personField = ({ fields }: AnyResource): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.kind === 'ref' && targetOf(fields[name]) === personResource);

/** The person that a row is or belongs to, as far as it came with the row. */
export function personOf(resource: AnyResource, row: ScreenRow): Person | undefined {
  const values: Readonly<Record<string, unknown>> = row.values;
  const isOwn = resource.name === personResource;
  const field = personField(resource);
  const id = isOwn ? row.id : values[field ?? ''];
  const fact = (of: string): string | undefined => textOf(isOwn ? values[of] : row.joined[`${field}.${of}`]);
  const name = fact('name');
  if (typeof id !== 'number' || name === undefined) return undefined;
  return { field: isOwn ? undefined : field, id, name, sex: fact('gender'), age: fact('age') };
}

/** Name of a row in its tab, with the person whose it is. */
export function rowTabTitle(resource: AnyResource, row: ScreenRow): string {
  const name = rowName(resource, row);
  const whose = personOf(resource, row)?.name;
  return whose === undefined || name.includes(whose) ? name : `${whose} ${name}`;
}
