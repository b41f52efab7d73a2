import type { AnyField, Fields } from '../../fields/field.ts';

/** Facts by which people tell two rows of one name apart: shown on hover, and as the second line of a picker. */
export type CardRule<F extends Fields> = readonly (keyof F & string)[];

const mostFacts = 4;
const untold = new Set<AnyField['kind']>(['secret', 'json', 'file']);

/** Refuses a card of too many facts, and one with a fact that no line of text tells. */
export function checkCard({
  name,
  fields,
  card,
}: {
  readonly name: string;
  readonly fields: Fields;
  readonly card: readonly string[];
}): void {
  if (card.length > mostFacts) throw new Error(`${name}: a card has at most ${mostFacts} facts`);
  for (const fact of card) {
    const field = fields[fact];
    if (!field || untold.has(field.kind)) throw new Error(`${name}: ${fact} is no fact of a card`);
  }
}
