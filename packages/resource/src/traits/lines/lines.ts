import type { AnyField, Field, FieldKindName, FieldOptions, Fields, FieldValue } from '../../fields/field.ts';
import type { ListOptions, RowsRule } from '../rows/rows.ts';

type OfKind<F extends Fields, K extends FieldKindName> = {
  [N in keyof F & string]: F[N]['kind'] extends K ? N : never;
}[keyof F & string];

/** How a row belongs to a document: the reference to it, and the place among its lines. */
export interface PartRule<F extends Fields> {
  readonly parent: OfKind<F, 'ref'>;
  readonly order: OfKind<F, 'integer'>;
}

export interface Part {
  readonly parent: string;
  readonly order: string;
}

interface PartResource {
  readonly name: string;
  readonly fields: Fields;
  readonly partOf?: Part | undefined;
}

type Own<R extends PartResource> = Exclude<
  keyof R['fields'] & string,
  R['partOf'] extends Part ? R['partOf'][keyof Part] : never
>;
type IsServerWritten<F> =
  F extends Field<FieldKindName, unknown, infer O> ? (O extends { readonly readonly: true } ? true : false) : false;
type NumberIn<R extends PartResource> = {
  [K in Own<R>]: R['fields'][K] extends Field<'integer' | 'decimal' | 'money'> ? K : never;
}[Own<R>];

/** A line as code reads and writes it; without an id it is new. What the server alone writes may be left out. */
export type LineOf<R extends PartResource> = { readonly id?: number | null } & {
  readonly [K in Own<R> as IsServerWritten<R['fields'][K]> extends true ? never : K]: FieldValue<R['fields'][K]>;
} & { readonly [K in Own<R> as IsServerWritten<R['fields'][K]> extends true ? K : never]?: FieldValue<R['fields'][K]> };

export interface LineOptions<R extends PartResource> extends Pick<
  FieldOptions,
  'label' | 'en' | 'wire' | 'group' | 'groupEn' | 'hint' | 'hintEn'
> {
  /** The fewest and the most lines; at most 500 when left out. */
  readonly min?: number;
  readonly max?: number;
  /** No two lines have equal values in all of these fields. */
  readonly unique?: readonly Own<R>[];
  /** What the values of a field come to, shown below the lines; compared exactly with `is`. */
  readonly sum?: { readonly field: NumberIn<R>; readonly is?: number };
}

export interface Line<R extends PartResource = PartResource> {
  readonly child: R;
  readonly options: LineOptions<PartResource>;
}

export type Lines = { readonly [name: string]: Line };

/**
 * Rows of another resource as the lines of a document, saved with it.
 * @example lines: { items: line(orderItem, { label: '明细', en: 'Items', min: 1, max: 500 }) }
 */
export const line = <const R extends PartResource>(child: R, options: LineOptions<NoInfer<R>>): Line<R> => ({
  child,
  options: options as unknown as LineOptions<PartResource>,
});

/** Who sees a document sees its lines. */
export const inheritedSight = (part: Part | undefined): { readonly through: string } | undefined =>
  part && { through: part.parent };

type TargetOf<R extends PartResource> = R['partOf'] extends Part
  ? R['fields'][R['partOf']['parent']] extends { readonly options: { readonly target: infer T } }
    ? T
    : never
  : never;

/** Lines whose rows are part of the resource; others do not compile. */
export type CheckedLines<N extends string, I> = {
  readonly [K in keyof I]: I[K] extends Line<infer R>
    ? [TargetOf<R>] extends [N]
      ? [TargetOf<R>] extends [never]
        ? { readonly 'has no partOf': R['name'] }
        : I[K]
      : { readonly 'is part of another resource': TargetOf<R> }
    : never;
};

/** The fields that lines add to a document; null in the rows of lists. */
export type WithLines<F extends Fields, I> = I extends Lines
  ? F & { readonly [K in keyof I & string]: I[K] extends Line<infer R> ? LinesField<R> : never }
  : F;
type LinesField<R extends PartResource> = Field<'json', readonly LineOf<R>[], FieldOptions>;

interface KeptOptions extends ListOptions {
  readonly isLines: true;
}

export const mostLines = 500;

/** True for the lines of a document: a list of rows that lies in a table of its own. */
export const isLines = ({ options }: AnyField): boolean => (options as Partial<KeptOptions>).isLines === true;

const picked = (fields: Fields, fits: (field: AnyField) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => fits(field)));

/** The lines among some fields, and the others. */
export const linesIn = (fields: Fields): Fields => picked(fields, isLines);
export const withoutLines = (fields: Fields): Fields => picked(fields, (field) => !isLines(field));

function fieldOfLines({ child, options }: Line): AnyField {
  const { min = 0, max = mostLines, unique, sum, ...rest } = options;
  const outside = new Set(Object.values(child.partOf ?? {}));
  const rows = Object.fromEntries(Object.entries(child.fields).filter(([name]) => !outside.has(name)));
  const list = { rows, min, max, unique: unique ?? [], sum } as RowsRule;
  const kept: KeptOptions = { ...rest, ...(min > 0 && { required: true }), list, isLines: true };
  return { kind: 'json', options: kept };
}

/** The fields of a definition, with its lines. */
export const withLines = <F extends Fields, I>(fields: F, lines: I): WithLines<F, I> =>
  ({
    ...fields,
    ...Object.fromEntries(Object.entries((lines ?? {}) as Lines).map(([name, each]) => [name, fieldOfLines(each)])),
  }) as unknown as WithLines<F, I>;
