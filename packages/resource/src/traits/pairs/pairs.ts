import type { Fields } from '../../fields/field.ts';

/** Two fields that stand side by side in a form, such as 收缩压 and 舒张压. */
export type PairRule<F extends Fields> = readonly [first: keyof F & string, second: keyof F & string];

interface Paired {
  readonly name: string;
  readonly fields: Fields;
  readonly pairs: readonly (readonly [string, string])[];
}

/** Refuses pairs whose fields do not follow each other in one group. */
export function checkPairs({ name, fields, pairs }: Paired): void {
  const names = Object.keys(fields);
  for (const [first, second] of pairs) {
    const isNext = names.indexOf(second) === names.indexOf(first) + 1;
    if (!isNext || fields[first]?.options.group !== fields[second]?.options.group)
      throw new Error(`${name}.${second} does not follow ${first}, so they are no pair`);
  }
}
