import type { Fields } from '../../fields/field.ts';

const kinds: ReadonlySet<string> = new Set(['integer', 'decimal', 'money']);

/** Number fields that a list may sum; masked fields are excluded. */
export type SumField<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'integer' | 'decimal' | 'money'
    ? F[K]['options'] extends { readonly sensitive: string }
      ? never
      : K
    : never;
}[keyof F & string];

interface Summed {
  readonly name: string;
  readonly fields: Fields;
  readonly list: { readonly sums: readonly string[] };
}

/** Refuses sums of what is no number or hidden. */
export function checkSums({ name, fields, list }: Summed): void {
  const wrong = list.sums.find((sum) => !kinds.has(fields[sum]?.kind ?? '') || fields[sum]?.options.sensitive);
  if (wrong !== undefined) throw new Error(`${name}.${wrong} is not added up: it is no number, or hidden`);
}
