import { choicesOf } from '../../fields/choices.ts';
import { type AnyField, type Field, type FieldKindName, type Fields } from '../../fields/field.ts';

export type OfKind<F extends Fields, K extends FieldKindName> = {
  [N in keyof F & string]: F[N]['kind'] extends K ? N : never;
}[keyof F & string];

type Bounds<N> = { readonly from: N; readonly to: N };

export type When<F extends Fields> = {
  readonly [N in keyof F & string]?: F[N] extends Field<'choice', infer C> ? readonly C[] : never;
};

/**
 * Rows that are equal in some fields have periods apart. The last day counts whole; of an instant the end does not.
 * @example noOverlap: { within: ['room'], from: 'beginsAt', to: 'endsAt', when: { state: ['booked'] } }
 */
export type PeriodRule<F extends Fields> = {
  readonly within: readonly (keyof F & string)[];
  readonly when?: When<F>;
} & (Bounds<OfKind<F, 'date'>> | Bounds<OfKind<F, 'dateTime'>>);

export type PeriodRules<F extends Fields> = PeriodRule<F> | readonly PeriodRule<F>[];

export interface Period {
  readonly within: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly when?: { readonly [field: string]: readonly string[] | undefined };
}

export const periodsOf = (rules: Period | readonly Period[] | undefined): readonly Period[] => [rules ?? []].flat();

interface Periodic {
  readonly name: string;
  readonly fields: Fields;
  readonly storage: string;
  readonly noOverlap: readonly Period[];
}

const comparable: ReadonlySet<FieldKindName> = new Set(['ref', 'choice', 'dict', 'text', 'integer', 'date', 'bool']);

const isComparable = (field: AnyField | undefined): boolean =>
  field !== undefined && comparable.has(field.kind) && field.options.sensitive !== 'sealed';

export const areBounds = (from: AnyField | undefined, to: AnyField | undefined): boolean =>
  from !== to && from?.kind === to?.kind && (from?.kind === 'date' || from?.kind === 'dateTime');

export const isChoice = (field: AnyField | undefined, choices: readonly string[]): boolean =>
  field?.kind === 'choice' && choices.every((choice) => choicesOf(field).names.includes(choice));

function periodProblem({ fields, storage }: Periodic, { within, from, to, when = {} }: Period): string | undefined {
  if (storage !== 'rows') return 'it has no rows of its own';
  if (!areBounds(fields[from], fields[to])) return `${from} and ${to} are no two days or instants`;
  const odd = within.find((name) => !isComparable(fields[name]));
  if (odd !== undefined || within.length === 0) return `periods do not exclude each other by ${odd ?? 'nothing'}`;
  const unknown = Object.entries(when).find(([name, choices = []]) => !isChoice(fields[name], choices));
  return unknown && `${unknown[0]} has no such choice`;
}

/** Refuses periods by fields that a definition does not have, or that cannot be compared. */
export function checkPeriods(resource: Periodic): void {
  for (const rule of resource.noOverlap) {
    const problem = periodProblem(resource, rule);
    if (problem !== undefined) throw new Error(`${resource.name}: ${problem}`);
  }
}
