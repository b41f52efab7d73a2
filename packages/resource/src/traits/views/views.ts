import { type Field, type FieldKindName, type Fields } from '../../fields/field.ts';
import { listFilter } from '../conditions/conditions.ts';

type Asked = string | number | boolean;
type ViewKind = Extract<FieldKindName, 'bool' | 'choice' | 'text' | 'dict' | 'integer'>;

/** A value that a filter of a view asks for; several where the filter takes several. */
type Value<F> =
  F extends Field<ViewKind, infer V, infer O> ? (O extends { readonly filter: 'in' } ? V | readonly V[] : V) : never;
type FilterName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends Field<ViewKind, unknown, infer O>
    ? O extends { readonly filter: string }
      ? K
      : never
    : never;
}[keyof F & string];

/** The filters of a view: fields with a filter, and conditions. */
export type ViewFilter<F extends Fields, C> = { readonly [K in FilterName<F>]?: Value<F[K]> } & {
  readonly [K in keyof C & string]?: Value<C[K]>;
};

/** Views of a list by their names, shown as tabs; the one of all rows stands before them. */
export type ViewRules<F extends Fields, C> = {
  readonly [name: string]: { readonly label: string; readonly en: string; readonly filter: ViewFilter<F, C> };
};

/** A view as code reads it that knows no field names. */
export interface View {
  readonly label: string;
  readonly en: string;
  readonly filter: { readonly [name: string]: Asked | readonly Asked[] | undefined };
}

export type Views = { readonly [name: string]: View };

interface Viewed {
  readonly name: string;
  readonly fields: Fields;
  readonly conditions: Fields;
  readonly list: { readonly views: Views };
}

/** The filters that the views of a list set. */
export const filtersOfViews = ({ list }: Pick<Viewed, 'list'>): ReadonlySet<string> =>
  new Set(Object.values(list.views).flatMap(({ filter }) => Object.keys(filter)));

/** Refuses views without filter, and filters that the list does not have. */
export function checkViews(resource: Viewed): void {
  for (const [name, { filter }] of Object.entries(resource.list.views)) {
    const unknown = Object.keys(filter).find((one) => listFilter(resource, one) === undefined);
    if (unknown !== undefined || Object.keys(filter).length === 0)
      throw new Error(`${resource.name}: its view ${name} has no filter ${unknown ?? ''}`);
  }
}
