import { choicesOf } from '../../fields/choices.ts';
import { type AnyField, type Field, type Fields } from '../../fields/field.ts';
import { integer } from '../../fields/number.ts';
import { targetOf } from '../../fields/ref.ts';

/** Which rows are counted: choices by their names, yes and no. */
export interface CountWhere {
  readonly [field: string]: readonly string[] | boolean;
}

/** The number of rows of another resource that refer to a row. */
export interface CountOf<R extends string = string, B extends string = string> {
  readonly of: R;
  /** The reference to the row. */
  readonly by: B;
  readonly label: string;
  readonly en: string;
  readonly where?: CountWhere;
}

export type Counts = { readonly [name: string]: CountOf };

/**
 * Counts rows of another resource that refer to a row.
 * @example counts: { members: countOf('teamMember', 'team', { label: '成员数', en: 'Members' }) }
 */
export const countOf = <const R extends string, const B extends string>(
  of: R,
  by: B,
  rest: Omit<CountOf, 'of' | 'by'>,
): CountOf<R, B> => ({ of, by, ...rest });

type RefersTo<T, N> = T extends { readonly fields: infer F }
  ? {
      [K in keyof F & string]: F[K] extends Field<'ref', unknown, infer O>
        ? O extends { readonly target: N }
          ? K
          : never
        : never;
    }[keyof F & string]
  : never;

interface Named {
  readonly name: string;
}
interface Counting extends Named {
  readonly counts: Counts;
}

/** Names of counts of a resource that count no rows which refer to it. */
export type WrongCounts<R extends Counting, All extends readonly Named[]> = string extends keyof R['counts']
  ? never
  : WrongCount<R, All>;

type WrongCount<R extends Counting, All extends readonly Named[]> = {
  [K in keyof R['counts'] & string]: R['counts'][K] extends CountOf<infer O, infer B>
    ? B extends RefersTo<Extract<All[number], { readonly name: O }>, R['name']>
      ? never
      : K
    : K;
}[keyof R['counts'] & string];

interface Counted {
  readonly name: string;
  readonly fields: Fields;
  readonly counts: Counts;
  readonly figures: Fields;
}

/** Counts and figures as fields that the server fills in. */
export const besideFields = ({ counts, figures }: Pick<Counted, 'counts' | 'figures'>): Fields => ({
  ...Object.fromEntries(
    Object.entries(counts).map(([name, { label, en }]) => [
      name,
      integer({ label, en, size: 'big', min: 0, required: true, readonly: true }),
    ]),
  ),
  ...figures,
});

const known = new WeakMap<object, Fields>();

/** What lists and details show of a row: its fields, its counts and figures. */
export function shownFields(resource: Counted): Fields {
  const fields = known.get(resource) ?? { ...resource.fields, ...besideFields(resource) };
  known.set(resource, fields);
  return fields;
}

/** One of them by name; refuses a name that the definition does not have. */
export function shownFieldOf(resource: Counted, name: string): AnyField {
  const fields = shownFields(resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

const isIndexed = ({ options }: AnyField): boolean =>
  options.filter !== undefined || options.index === true || options.unique === true;

interface Countable {
  readonly fields: Fields;
  readonly storage: string;
}

function isChoice(field: AnyField | undefined, asked: CountWhere[string]): boolean {
  if (typeof asked === 'boolean') return field?.kind === 'bool';
  return field?.kind === 'choice' && asked.every((choice) => choicesOf(field).names.includes(choice));
}

function countProblem(resource: Counting, { by, where = {} }: CountOf, counted: Countable): string | undefined {
  const reference = counted.fields[by];
  if (reference?.kind !== 'ref' || targetOf(reference) !== resource.name) return `${by} does not refer to it`;
  if (counted.storage !== 'rows') return 'it has no rows of its own';
  if (!isIndexed(reference)) return `${by} has no index`;
  const wrong = Object.entries(where).find(([name, asked]) => !isChoice(counted.fields[name], asked));
  return wrong && `${wrong[0]} has no such choice`;
}

/** Refuses counts of rows that do not refer to the resource, by unknown choices, or without an index. */
export function checkCounts(resource: Counting, find: (name: string) => Countable | undefined): void {
  for (const [name, count] of Object.entries(resource.counts)) {
    const counted = find(count.of);
    const problem = counted ? countProblem(resource, count, counted) : 'no such resource';
    if (problem !== undefined) throw new Error(`${resource.name}.${name} counts ${count.of}: ${problem}`);
  }
}
