import type { AnyField, Field, FieldOptions, Fields, FieldValue } from '../../fields/field.ts';
import { jsonKeyOf, wireNameOf } from '../../wire/json-name.ts';

// What refers to rows or files, is sealed, or is computed needs a table of its own.
const kinds = 'text integer decimal money bool date dateTime choice choices dict dicts region' as const;
const misplaced = ['sensitive', 'filter', 'index', 'unique', 'readonly', 'fixed', 'serial'] as const;

type Split<S extends string> = S extends `${infer Head} ${infer Tail}` ? Head | Split<Tail> : S;
type RowKind = Split<typeof kinds>;
type RowOptions = FieldOptions & { readonly [O in (typeof misplaced)[number]]?: undefined };

/** The fields of a row; a kind or an option that has no place inside a row does not compile. */
export type SoundRowFields<F> = {
  readonly [K in keyof F]: F[K] extends Field<RowKind, unknown, infer O>
    ? O extends RowOptions
      ? F[K]
      : 'this option has no place inside a row'
    : 'this kind has no place inside a row';
};

/** One row of a list as code reads it. */
export type RowOf<F extends Fields> = { readonly [K in keyof F & string]: FieldValue<F[K]> };

type NumberIn<F> = {
  [K in keyof F & string]: F[K] extends Field<'integer' | 'decimal' | 'money'> ? K : never;
}[keyof F & string];

/** What a list of rows must keep to. */
export interface RowsRule<F extends Fields = Fields> {
  readonly rows: F;
  /** The fewest and the most rows; at most 100 when left out. */
  readonly min?: number;
  readonly max?: number;
  /** No two rows have equal values in all of these fields. */
  readonly unique?: readonly (keyof NoInfer<F> & string)[];
  /** What the values of a field come to, shown below the rows; compared exactly with `is`. */
  readonly sum?: { readonly field: NumberIn<NoInfer<F>>; readonly is?: number };
}

/** Options of a list of rows. */
export type RowsOptions<F extends Fields> = Omit<
  FieldOptions<readonly RowOf<NoInfer<F>>[]>,
  'unique' | 'filter' | 'sensitive' | 'index' | 'example'
> &
  RowsRule<F>;

/** Options of a list of rows as they are kept. */
export interface ListOptions extends FieldOptions {
  readonly list: RowsRule;
}

export const mostRows = 100;

/** The rule of a list of rows; undefined for every other field. */
export const rowsOf = ({ options }: AnyField): RowsRule | undefined => (options as Partial<ListOptions>).list;

function misplacedIn([name, { kind, options }]: readonly [string, AnyField]): string | undefined {
  const option = misplaced.find((each) => each in options);
  const wrong = kinds.split(' ').includes(kind) ? option : kind;
  return wrong === undefined ? undefined : `${name}: ${wrong} has no place inside a row`;
}

function rowsRuleProblem({ rows, min = 0, max = mostRows, unique = [], sum }: RowsRule): string | undefined {
  const fields = Object.entries(rows);
  const wireNames = new Set(fields.map(([name, field]) => wireNameOf(name, field).toLowerCase()));
  const unknown = [...unique, ...(sum ? [sum.field as string] : [])].find((name) => !Object.hasOwn(rows, name));
  if (wireNames.size < fields.length) return 'two fields of a row have one wire name';
  if (unknown !== undefined) return `rows have no field ${unknown}`;
  return min > max ? 'the fewest rows are more than the most' : fields.map(misplacedIn).find((problem) => problem);
}

/** The options of a list of rows as they are kept; refuses rows that no list can hold. */
export function listOptions({ rows, min, max, unique, sum, ...options }: RowsOptions<Fields>): ListOptions {
  const rule = { rows, min, max, unique, sum } as RowsRule;
  const problem = rowsRuleProblem(rule);
  if (problem !== undefined) throw new Error(`${options.label}: ${problem}`);
  return { ...options, list: rule };
}

/** A place inside a list of rows, as problems name it: `steps[2].to` is the field `to` of the third row. */
export interface RowPlace {
  readonly list: AnyField;
  /** From 0. */
  readonly row: number;
  readonly field: AnyField | undefined;
  /** The place in the spelling of the wire. */
  readonly member: string;
}

const named = (fields: Fields, wanted = ''): readonly [string, AnyField] | undefined =>
  Object.entries(fields).find(
    ([name, field]) => name === wanted || jsonKeyOf(name, field).toLowerCase() === wanted.toLowerCase(),
  );

/** Reads a place inside a list of rows, by domain names or by those of the wire; undefined for every other name. */
export function rowPlaceOf(fields: Fields, path: string): RowPlace | undefined {
  const [, list, row, inner] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const outer = named(fields, list);
  const rule = outer && rowsOf(outer[1]);
  if (!rule) return undefined;
  const within = named(rule.rows, inner);
  const member = `${jsonKeyOf(...outer)}[${row}]${within ? `.${jsonKeyOf(...within)}` : inner === 'id' ? '.id' : ''}`;
  return { list: outer[1], row: Number(row), field: within?.[1], member };
}
