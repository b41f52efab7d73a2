import type { Json } from '../../fields/field.ts';
import { movesOf, type Moves } from './moves.ts';

interface Moved {
  readonly moves?: Moves | undefined;
}

const key = 'creatorUserId';

/** Whether a move depends on who created the row. */
const asksForCreator = (resource: Moved): boolean =>
  movesOf(resource).some(([, { notBy = [], by = [] }]) => [...notBy, ...by].includes('createdBy'));

/** The member of a row that tells who created it, where a move depends on that. */
export const creatorParts = (
  resource: Moved,
): readonly (readonly [key: string, read: (row: { readonly [name: string]: unknown }) => Json])[] =>
  asksForCreator(resource) ? [[key, (row) => (row['createdBy'] ?? null) as Json]] : [];

export const creatorSchema = (resource: Moved): { readonly [name: string]: Json } =>
  asksForCreator(resource) ? { [key]: { type: ['integer', 'null'] } } : {};

export const creatorOf = (resource: Moved, row: { readonly [name: string]: unknown }): { createdBy?: unknown } =>
  asksForCreator(resource) ? { createdBy: row[key] ?? null } : {};
