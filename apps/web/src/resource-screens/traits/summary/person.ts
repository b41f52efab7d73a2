import { targetOf, type AnyResource } from '@kangmai/resource';

import { rowName } from '../../../resource-client/row-name.ts';
import { useDictionary } from '../../use-lookup.ts';
import { T } from '../detail/detail-texts.ts';

import type { ScreenRow } from '../../../resource-client/row.ts';

export interface Person {
  /** The reference to the person; undefined for the person's own row. */
  readonly field: string | undefined;
  readonly id: number;
  readonly name: string;
  readonly sex: string | undefined;
  readonly age: string | undefined;
}

const person = 'client';
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The person that a row is or belongs to, as far as it came with the row. */
export function personOf({ name: resource, fields }: AnyResource, row: ScreenRow): Person | undefined {
  const values: Readonly<Record<string, unknown>> = row.values;
  const isOwn = resource === person;
  const field = Object.keys(fields).find((each) => fields[each]?.kind === 'ref' && targetOf(fields[each]) === person);
  const id = isOwn ? row.id : values[field ?? ''];
  const fact = (of: string): string | undefined => textOf(isOwn ? values[of] : row.joined[`${field}.${of}`]);
  const name = fact('name');
  if (typeof id !== 'number' || name === undefined) return undefined;
  return { field: isOwn ? undefined : field, id, name, sex: fact('gender'), age: fact('age') };
}

/** The name of a person with sex and age. */
export function usePersonWords(one: Person | undefined): string | undefined {
  const { entries } = useDictionary('gender', one?.sex !== undefined);
  if (!one) return undefined;
  const sex = entries.find(({ code }) => code === one.sex)?.name;
  return sex === undefined || one.age === undefined ? one.name : T('personOf', { name: one.name, sex, age: one.age });
}

/** The name of a row with the person whose it is, for the head of dialogs and drawers. */
export function useRowTitle(resource: AnyResource, row: ScreenRow): string {
  const one = personOf(resource, row);
  const words = usePersonWords(one);
  const name = row.id > 0 ? rowName(resource, row) : '';
  if (!one || words === undefined) return name;
  return name.includes(one.name) ? name.replace(one.name, words) : T('nameOf', { name, person: words });
}
