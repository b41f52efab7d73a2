import type { Fields } from './fields/field.ts';

/** A special call on a resource: a verb with a typed input, one transaction and its own permission. */
export interface Action<I extends Fields = Fields> {
  readonly label: string;
  readonly en?: string;
  /** Verb and action name of the wire, such as `PUT UpdateValid`. */
  readonly wire: string;
  /** A suffix of the resource's permission (`Edit`), `read` for its own, or a full name that begins with `Pages.`. */
  readonly permission: string | readonly string[];
  readonly input: I;
  /** Asked before the action runs. */
  readonly confirm?: string;
  readonly confirmEn?: string;
  /** Allowed for many rows at once: lists offer it for selected rows, the server runs it row by row. */
  readonly many?: true;
  /** Offered behind the moves of a row. */
  readonly last?: true;
}

export type Actions = { readonly [name: string]: Action };

/**
 * Declares a special call of a resource.
 * @example action({ label: '认领', wire: 'POST Claim', permission: 'Edit', input: { id: id() } })
 */
export function action<const I extends Fields>(definition: Action<I>): Action<I> {
  return definition;
}

/** Calls that the engine serves from the definition alone. */
export type ConventionalCall = 'list' | 'edit' | 'view' | 'save' | 'remove' | 'excel' | 'paged' | 'rows' | 'get';
