import { type AnyResource, columnName, fieldOf, statesOf } from '@kangmai/resource';

/** The condition that a row is in one of the states, as the database spells it in an index. */
export function inStates(resource: AnyResource, states: readonly string[], alias?: string): string {
  const on = resource.moves?.on ?? '';
  const { wireOf } = statesOf(resource);
  const [first = '', ...others] = states
    .map(wireOf)
    .map((code) => (typeof code === 'number' ? `${code}` : `'${code}'::text`));
  const column = `${alias === undefined ? '' : `${alias}.`}${columnName(on, fieldOf(resource, on))}`;
  return others.length === 0 ? `${column} = ${first}` : `${column} = any (array[${[first, ...others].join(', ')}])`;
}
