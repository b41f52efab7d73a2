import type { Fields } from '../../fields/field.ts';

/** Numbers that may be added up; what is hidden on the wire is not. */
export type SumField<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'integer' | 'decimal'
    ? F[K]['options'] extends { readonly sensitive: string }
      ? never
      : K
    : never;
}[keyof F & string];
