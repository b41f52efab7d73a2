import { useDefinition } from '../../../lib/use-definition.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { personField, personOf, personResource, type Person } from '../../../resource-client/row-person.ts';
import { useRow } from '../../../resource-client/use-row.ts';
import { useDictionary } from '../../use-lookup.ts';
import { T } from '../detail/detail-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from '../../../resource-client/body.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

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

/** The person whom prescribed values give a new row, such as one made on the person's page. */
export function usePrescribedPerson(resource: AnyResource, defaults: Values): string | undefined {
  const id = defaults[personField(resource) ?? ''];
  const isGiven = typeof id === 'number';
  const { definition } = useDefinition(isGiven ? personResource : undefined);
  const { data } = useRow(definition ?? resource, isGiven && definition ? id : null);
  return usePersonWords(definition && data && personOf(definition, data));
}
