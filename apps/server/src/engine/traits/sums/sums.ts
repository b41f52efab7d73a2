import { columnName, fieldOf, jsonKeyOf } from '@kangmai/resource';
import type { Trait } from '../trait.ts';

/** Sums over all rows of a list, read by the statement that counts them. */
export const sums: Trait = {
  summing(resource) {
    const names = resource.list.sums;
    if (names.length === 0) return undefined;
    const columns = names.map((name) => `b."${columnName(name, fieldOf(resource, name))}"`);
    return {
      of: columns.map((column, at) => `${column} as s${at}`).join(', '),
      all: names.map((_name, at) => `, coalesce(sum(c.s${at}), 0) as s${at}`).join(''),
      read: (counted) =>
        Object.fromEntries(
          names.map((name, at) => [jsonKeyOf(name, fieldOf(resource, name)), Number(counted[`s${at}`])]),
        ),
    };
  },
};
