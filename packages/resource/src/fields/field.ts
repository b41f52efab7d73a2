import type { Money } from '@kangmai/domain/money';

/**
 *  How a list may be filtered by a field. `exact` equality, `like` contains, `in` one of several, `range` Min…/Max… and
 *  equality; `atLeast` and `atMost` are ranges whose plain filter means ≥ or ≤.
 */
export type FilterMode = 'exact' | 'like' | 'in' | 'range' | 'atLeast' | 'atMost';

/** Names of all field kinds. A new kind adds its name here and its parts in the tables typed by it. */
export type FieldKindName =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'bool'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'dict'
  | 'dicts'
  | 'ref'
  | 'refs'
  | 'phone'
  | 'idCard'
  | 'region'
  | 'json'
  | 'file'
  | 'secret'
  | 'age';

/** A value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Options of every field. */
export interface FieldOptions<V = unknown> {
  /** Label in simplified Chinese. */
  readonly label: string;
  /** Label in English; derived from the field's name when left out. */
  readonly en?: string;
  readonly required?: boolean;
  readonly default?: V;
  /** Server-side spelling of the old API; the domain name with a capital first letter when left out. */
  readonly wire?: string;
  readonly filter?: FilterMode;
  /** Written by the server alone; input is ignored. */
  readonly readonly?: boolean;
  /**
   * May be set when a row is created and never changes afterwards. A later value is ignored; with `refused`, one that
   * differs from the stored value is refused with 400 at the field.
   */
  readonly fixed?: boolean | 'refused';
  /**
   * `masked` hides the middle of the value on the wire; `sealed` also encrypts it in the database, with a blind index
   * for exact search.
   */
  readonly sensitive?: 'masked' | 'sealed';
  readonly unit?: string;
  /** Section of the form. */
  readonly group?: string;
  readonly groupEn?: string;
  /** Shown below the input. */
  readonly hint?: string;
  readonly hintEn?: string;
  /**
   *  Shown in the example row of an import template: the value as a save takes it; of a reference, the word that names
   *  the row.
   */
  readonly example?: string | number | boolean;
  /** Adds an index on the field. */
  readonly index?: boolean;
  /** No other row of the tenant may have the same value. */
  readonly unique?: boolean;
}

/** One field of a resource: its kind, its options, and (for the compiler only) the type of its value. */
export interface Field<K extends FieldKindName = FieldKindName, V = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: K;
  readonly options: O;
  readonly valueType?: V;
}

export type AnyField = Field;
export type Fields = { readonly [name: string]: AnyField };

/** The type of a field's value in a row: never null when the field is required or has a default. */
export type FieldValue<F> =
  F extends Field<FieldKindName, infer V, infer O>
    ? O extends { readonly required: true } | { readonly default: unknown }
      ? V
      : V | null
    : never;

/** Why a value was refused: a stable dotted word and the parameters of its text. */
export interface Problem {
  readonly reason: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A problem inside a value, at its place: `[2].to`. */
export type InnerProblem = Problem & { readonly at: string };

export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false; readonly inner?: readonly InnerProblem[] } & Problem);

/** The administrative divisions of the country. */
export interface Regions {
  /** The code of a code or of names from the top down; undefined when there is none or more than one. */
  readonly codeOf: (word: string) => string | undefined;
  /** The names from the province down, with spaces between; undefined for an unknown code. */
  readonly pathOf: (code: string) => string | undefined;
}

/** The caller's data that a check needs: how zone-less text becomes an instant. */
export interface CheckContext {
  /** Takes `YYYY-MM-DDTHH:mm[:ss[.fff]]`; undefined for a time of day that does not exist. */
  readonly toInstant: (localText: string) => Date | undefined;
  /** The present time, for fields that refuse the future; the machine's clock by default. */
  readonly now?: () => Date;
  /** Known regions; without them any six digits are accepted. */
  readonly regions?: Regions;
  /** The value is an answer of the server: what the server alone writes is read too. */
  readonly isAnswer?: true;
  /** The values are of instruments, which give more decimals than are kept. */
  readonly isMeasured?: true;
}

/**
 * How a value is stored: a column of that SQL type, no column (`none`), or encrypted with its search columns
 * (`sealed`).
 */
export interface Storage {
  readonly type: string;
  readonly form: 'column' | 'none';
}

/** All parts of a field kind that do not depend on the server. */
export interface Kind {
  readonly storage: (field: AnyField) => Storage;
  /** Parses a wire value into a domain value or returns the problem. Empty values are handled before. */
  readonly check: (value: unknown, field: AnyField, context: CheckContext) => Checked;
  readonly toWire: (value: unknown, field: AnyField) => Json;
  readonly toStore: (value: unknown, field: AnyField) => unknown;
  readonly fromStore: (value: unknown, field: AnyField) => unknown;
  /** The JSON schema of a value as it is sent to the server. */
  readonly schema: (field: AnyField) => { readonly [key: string]: Json };
  /** The JSON schema of a value in an answer; that of `schema` when left out. */
  readonly answer: (field: AnyField) => { readonly [key: string]: Json };
  /** A valid wire value for fixtures; different seeds give different values where the kind allows it. */
  readonly sample: (seed: number, field: AnyField) => Json;
  /** The value as a spreadsheet cell shows it. */
  readonly cell: (value: unknown, field: AnyField) => string | number | boolean | Date | Money | null;
}

const same = (value: unknown): unknown => value;

/** Completes a kind with the defaults: stored and shown unchanged. */
export function defineKind(
  kind: Pick<Kind, 'check' | 'schema' | 'sample'> & { readonly storage: string | Kind['storage'] } & Partial<
      Omit<Kind, 'storage'>
    >,
): Kind {
  const { storage, schema } = kind;
  return {
    toWire: (value) => value as Json,
    answer: schema,
    toStore: same,
    fromStore: same,
    cell: (value) => value as string | number | null,
    ...kind,
    storage: typeof storage === 'string' ? () => ({ type: storage, form: 'column' }) : storage,
  };
}

export const accepted = (value: unknown): Checked => ({ ok: true, value });
export const bad = (reason: string, params?: Problem['params']): Checked =>
  params ? { ok: false, reason, params } : { ok: false, reason };

/** The text of a text or number; undefined for any other value, so that no object's own `toString` is ever called. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** True for text that the database cannot store: NUL or a lone surrogate. */
export const hasBadCharacters = (shown: string): boolean => shown.includes('\u0000') || !shown.isWellFormed();

/** The options of a field as its own kind declared them. */
export function optionsOf<O extends FieldOptions>(field: AnyField): O {
  return field.options as O;
}

/** A name shown beside a row, read through one reference or two: `client.name`, `device.type.typeName`. */
export type JoinPath<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'ref' ? `${K}.${string}` : never;
}[keyof F & string];
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
const isNothing = (value: unknown, field: AnyField): boolean =>
  isEmpty(value) || (field.kind !== 'text' && (value === 'null' || value === 'undefined'));

/** Checks a given value; an empty one becomes the default or null, or is missed. */
export function checkGiven(
  kind: Kind,
  field: AnyField,
  { value, context }: { readonly value: unknown; readonly context: CheckContext },
): Checked {
  if (!isNothing(value, field)) return kind.check(value, field, context);
  if (field.options.default !== undefined) return accepted(field.options.default);
  return field.options.required ? bad('field.required') : accepted(null);
}
