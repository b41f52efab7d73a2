import type { Field, Fields } from '../../fields/field.ts';

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

type ReferenceField<F extends Fields> = {
  [K in keyof F & string]: 'ref' extends F[K]['kind'] ? K : never;
}[keyof F & string];

/**
 * A row of another resource that opens the row it refers to while it lives, for all who see it: a dispatch opens the
 * client to the worker whom it names.
 */
export interface Link<By extends string = string, On extends string = string> {
  readonly by: By;
  /** The field of that resource that refers here. */
  readonly field: On;
  /** It lives while its choices are among these. */
  readonly when: { readonly [field: string]: readonly string[] };
  /** It opens the row to the user whom it names alone, from a day of the tenant to another that counts whole. */
  readonly named?: { readonly user: string; readonly from: string; readonly to: string };
}

/**
 * Any of these opens a row: users, a team, a unit that its fields name, a reference to a row in sight, a living link.
 */
export interface Ties<R extends string = string> {
  readonly own?: readonly R[];
  readonly team?: R;
  readonly unit?: R;
  readonly through?: R | readonly R[];
  /** With `through`: rows without any of the references are visible to everybody, such as limits for all. */
  readonly orNone?: true;
  readonly linked?: Link;
}

/** Which rows a caller with less than the whole tenant in sight may see. */
export type ScopeRule<F extends Fields> =
  | Everybody
  | (HeldRule & { readonly unit: ReferenceField<F> })
  | Ties<ReferenceField<F>>;

/** A definition as the types of links read it. */
interface Described {
  readonly name: string;
  readonly fields: Fields;
  readonly scopeRule?: unknown;
}

type Named<All extends readonly Described[], N> = Extract<All[number], { readonly name: N }>;
type RefersTo<R extends Described, N extends string> = {
  [K in keyof R['fields'] & string]: R['fields'][K]['options'] extends { readonly target: N } ? K : never;
}[keyof R['fields'] & string];
type ChoicesIn<R extends Described> = {
  readonly [K in keyof R['fields'] & string]?: R['fields'][K] extends Field<'choice', infer N> ? readonly N[] : never;
};
type LivesIn<W, C> = [W] extends [C] ? (keyof W extends keyof C ? true : false) : false;

/** The compile error of a link that names a wrong resource, field or choice; `never` for a sound one. */
export type LinkProblem<R extends Described, All extends readonly Described[]> = R['scopeRule'] extends {
  readonly linked: { readonly by: infer B; readonly field: infer K; readonly when: infer W };
}
  ? [Named<All, B>] extends [never]
    ? { readonly 'is linked by an unknown resource': B }
    : K extends RefersTo<Named<All, B>, R['name']>
      ? LivesIn<W, ChoicesIn<Named<All, B>>> extends true
        ? never
        : { readonly 'is linked while fields have choices that they do not have': W }
      : { readonly 'is linked by a field that does not refer to it': K }
  : never;

interface Ruled {
  readonly scopeRule: ScopeRule<Fields> | undefined;
}

const isTied = (rule: ScopeRule<Fields>): rule is Ties => !('everybody' in rule) && !('heldBy' in rule);

/** The ties of a resource's rule; none when rows are for everybody, held by others, or have no rule. */
export const tiesOf = ({ scopeRule }: Ruled): Ties | undefined =>
  scopeRule && isTied(scopeRule) ? scopeRule : undefined;

/** The references that open a row, in the order of the rule. */
export const throughOf = (resource: Ruled): readonly string[] => [tiesOf(resource)?.through ?? []].flat();
