import type { ConventionalCall } from '../../action.ts';
import type { Fields, FieldValue, JoinPath } from '../../fields/field.ts';

/** The rows that a door shows, by the values of their fields: equal, one of, or between. */
export type ShownRows<F extends Fields> = {
  readonly [K in keyof F & string]?: F[K]['options'] extends { readonly sensitive: string }
    ? never
    : ShownValue<NonNullable<FieldValue<F[K]>>>;
};
type ShownValue<V> = V | null | { readonly in: readonly V[] } | { readonly from?: V; readonly to?: V };

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A second service over the rows and the code of a resource, under names of its own. */
export interface Door<F extends Fields = Fields, A extends string = string> {
  readonly service: string;
  readonly entity: string;
  readonly wrap?: boolean;
  readonly title?: string;
  readonly en?: string;
  /** The calls it has: conventional ones by their action names, actions and moves with their verbs, as `PUT Accept`. */
  readonly calls: { readonly [C in ConventionalCall | 'state']?: string } & (string extends A
    ? { readonly [name: string]: string | undefined }
    : { readonly [N in A]?: `${Verb} ${string}` });
  /** Stem of its own permissions; the owner's when left out. */
  readonly permission?: string | readonly string[];
  /**
   * What travels: a list names all of it, with `['title', 'Name']` for a field of another spelling; an object renames
   * fields and leaves the others.
   */
  readonly fields?:
    | readonly (FieldName<F> | readonly [FieldName<F>, string])[]
    | { readonly [K in keyof F & string]?: string };
  /** Display names beside the wrapper; those of the owner through the door's fields when left out. */
  readonly joins?: { readonly [wireName: string]: string extends keyof F ? string : JoinPath<F> };
  readonly shownIf?: ShownRows<F>;
  readonly figures?: true;
  /** Takes the sheets of the owner under its own address. */
  readonly imports?: true;
}
type FieldName<F extends Fields> = keyof F & string;
