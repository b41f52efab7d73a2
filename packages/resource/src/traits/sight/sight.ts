import type { Fields } from '../../fields/field.ts';

/** Every employee with the permission of the resource may see its rows, with the reason. */
export interface Everybody {
  readonly everybody: string;
}

/**
 * Rows visible through rows of another resource that refer to them, such as a device through its bindings to a person.
 * Only rows with one of the given choices count. A row without such rows is free: its unit sees it, and everybody may
 * refer to it.
 */
export interface HeldRule {
  readonly heldBy: {
    readonly resource: string;
    /** The field of that resource that refers here. */
    readonly field: string;
    readonly while: { readonly [field: string]: readonly string[] };
  };
  readonly unit: string;
}

/** Which rows a caller with less than the whole tenant in sight may see. */
export type ScopeRule<F extends Fields> =
  | Everybody
  | (HeldRule & { readonly unit: keyof F & string })
  /**
   * Through a reference; with `orNone` rows without one are visible to everybody, such as limits for all next to limits
   * of one person.
   */
  | { readonly through: keyof F & string; readonly orNone?: true }
  | { readonly own: readonly (keyof F & string)[]; readonly team?: keyof F & string; readonly unit?: keyof F & string };
