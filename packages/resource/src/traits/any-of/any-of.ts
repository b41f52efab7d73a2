import type { Problem } from '../../fields/field.ts';
import { filtersOfViews, type Views } from '../views/views.ts';

/** Stands for a field in a condition whose value is groups of conditions, one of which must hold. */
export const anyOfField = 'anyOf';

interface Listed {
  readonly storage?: string | undefined;
  readonly list: { readonly views: Views; readonly tabs: string | undefined };
  readonly tree?: { readonly parent: string } | undefined;
}

/** Whether a filter may be joined with others by "or": not those of tabs and trees, nor those of measurements. */
export const mayBeJoined = (resource: Listed, field: string): boolean =>
  resource.storage !== 'readings' &&
  field !== resource.list.tabs &&
  field !== resource.tree?.parent &&
  !filtersOfViews(resource).has(field);

interface AskedJoin<T> {
  readonly targets: readonly T[];
  /** The parameters of the filters to be joined, separated by commas. */
  readonly names: string | undefined;
  readonly problems: (Problem & { readonly field: string })[];
}

/** Conditions in place of one: groups of which one must hold. */
interface Joined<C> {
  readonly field: string;
  readonly operator: 'in';
  readonly value: readonly (readonly C[])[];
}

/**
 * The conditions of a list, of which one of the named filters must hold. Refuses names of no filter.
 * @example joinedByOr(client, { targets, names: 'stateFilter,levelFilter', problems }, conditionsOf)
 */
export function joinedByOr<T extends { readonly place: { readonly field: string }; readonly plain: string }, C>(
  resource: Listed,
  { targets, names = '', problems }: AskedJoin<T>,
  conditionsOf: (target: T) => readonly C[],
): readonly (C | Joined<C>)[] {
  const asked = new Set(
    names
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  asked.delete('');
  const joined: (readonly C[])[] = [];
  const conditions = targets.flatMap((target): readonly C[] => {
    const own = conditionsOf(target);
    if (!asked.has(target.plain) || !mayBeJoined(resource, target.place.field)) return own;
    asked.delete(target.plain);
    if (own.length > 0) joined.push(own);
    return [];
  });
  for (const name of asked)
    problems.push({ field: 'AnyOf', reason: 'list.not-joined', params: { name: name.slice(0, 60) } });
  if (joined.length < 2) return [...conditions, ...joined.flat()];
  return [...conditions, { field: anyOfField, operator: 'in', value: joined }];
}
