import type { Fields } from '../fields/field.ts';
import { asFilters } from './conditions/conditions.ts';
import type { Counts } from './counts/counts.ts';
import type { LayoutRules, Layouts } from './layouts/layouts.ts';
import type { SumField } from './sums/sums.ts';
import type { ViewRules, Views } from './views/views.ts';

export type None = { readonly [none in never]: never };

/** What a definition adds to its list and its rows, typed by its own fields. */
export interface ListPartsOf<F extends Fields, C, K, G> {
  /** Filters that are no fields; code of the module says which rows meet them. */
  readonly conditions?: C;
  /** Numbers of rows of other resources that refer to a row. */
  readonly counts?: K;
  /** Further values of a row, which code of the module works out for a page at a time. */
  readonly figures?: G;
  readonly list: {
    /** Numbers whose sums over all filtered rows stand below the list. */
    readonly sums?: readonly SumField<F>[];
    /** Views that every user has, shown as tabs with counts above the list. */
    readonly views?: ViewRules<F, C>;
    readonly layouts?: LayoutRules<F>;
  };
}

/** These parts of a finished definition. */
export interface ListParts<C = Fields, K = Counts, G = Fields> {
  readonly conditions: C;
  readonly counts: K;
  readonly figures: G;
}

/** Sums, views and layouts of a finished definition. */
export interface ListFaces {
  readonly sums: readonly string[];
  readonly views: Views;
  readonly layouts: Layouts;
}

interface Given extends Partial<ListParts> {
  readonly list: { readonly sums?: readonly string[]; readonly views?: object; readonly layouts?: object };
}

/** The parts of a definition, complete. */
export const listParts = <C, K, G>({ conditions, counts = {}, figures = {} }: Given): ListParts<C, K, G> =>
  ({ conditions: asFilters(conditions), counts, figures }) as unknown as ListParts<C, K, G>;

/** Sums, views and layouts of a definition, complete. */
export const listFaces = ({ list: { sums = [], views = {}, layouts = {} } }: Given): ListFaces => ({
  sums,
  views: views as Views,
  layouts,
});

/** The types of the values of fields, by name. */
export type ValueTypes<F> = {
  readonly [K in keyof F & string]: F[K] extends { readonly valueType?: infer V } ? NonNullable<V> : never;
};
