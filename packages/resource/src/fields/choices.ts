import {
  bad,
  defineKind,
  accepted,
  optionsOf,
  shownText,
  type Checked,
  type Field,
  type FieldOptions,
} from './field.ts';

/** One value of a closed set. Without `wire` the name itself travels. */
export interface ChoiceEntry {
  readonly label: string;
  readonly en?: string;
  readonly wire?: number | string;
  /** Colour word for tags. */
  readonly tone?: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
}

export interface Choices<N extends string = string> {
  readonly entries: { readonly [K in N]: ChoiceEntry };
  readonly names: readonly N[];
  readonly numeric: boolean;
  readonly isStates?: true;
  readonly wireOf: (name: N) => number | string;
  /** Reads a wire value: the code as number or text, or the name in any case. */
  readonly read: (value: unknown) => N | undefined;
}

/**
 * A closed set of values with labels and wire codes.
 * @example const relation = defineChoices({ wearer: { label: '佩戴人', wire: 0 }, guardian: { label: '监护人', wire: 1 } })
 */
export function defineChoices<const E extends { readonly [name: string]: ChoiceEntry }>(
  entries: E,
): Choices<keyof E & string> {
  type N = keyof E & string;
  const names = Object.keys(entries) as N[];
  const wireOf = (name: N): number | string => entries[name]?.wire ?? name;
  const byWire = new Map<string, N>();
  for (const name of names) byWire.set(name.toLowerCase(), name);
  for (const name of names) byWire.set(String(wireOf(name)).toLowerCase(), name);
  for (const name of names)
    if (byWire.get(String(wireOf(name)).toLowerCase()) !== name)
      throw new Error(`${name} shares its wire code with another choice`);
  return {
    entries,
    names,
    wireOf,
    numeric: names.every((name) => typeof wireOf(name) === 'number'),
    read: (value) =>
      typeof value === 'number' || typeof value === 'string'
        ? byWire.get(String(value).trim().toLowerCase())
        : undefined,
  };
}

export interface ChoiceOptions<N extends string = string> extends FieldOptions<N> {
  readonly filter?: 'exact' | 'in';
  /** The value of imported rows; for readonly fields that state the origin of rows. */
  readonly imported?: N;
}
export interface StoredChoiceOptions extends FieldOptions {
  readonly choices: Choices;
}

/**
 * One value of a closed set; with states, saves must follow the moves of the resource.
 * @example choice(appointmentStates, { label: '状态', default: 'pending', filter: 'exact' })
 */
export function choice<const N extends string, const O extends ChoiceOptions<N>>(
  choices: Required<Choices<N>>,
  options: O & ChoiceOptions<NoInfer<N>>,
): Field<'choice', N, O & { readonly choices: Required<Choices<N>> }>;
export function choice<const N extends string, const O extends ChoiceOptions<N>>(
  choices: Choices<N>,
  options: O & ChoiceOptions<NoInfer<N>>,
): Field<'choice', N, O>;
export function choice(choices: Choices, options: ChoiceOptions): Field<'choice', string, StoredChoiceOptions> {
  return { kind: 'choice', options: { ...options, choices } };
}

export interface ManyChoiceOptions<N extends string = string> extends FieldOptions<readonly N[]> {
  readonly filter?: 'exact' | 'in';
}

/**
 * Several values of a closed set.
 * @example choices(symptoms, { label: '伴随症状' })
 */
export function choices<const N extends string, const O extends ManyChoiceOptions<N>>(
  set: Choices<N>,
  options: O & ManyChoiceOptions<NoInfer<N>>,
): Field<'choices', readonly N[], O> {
  return { kind: 'choices', options: { ...options, choices: set } };
}

/** The set of a choice or choices field. */
export const choicesOf = ({ options }: { readonly options: FieldOptions }): Choices =>
  (options as StoredChoiceOptions).choices;

const readOne = (value: unknown, set: Choices): Checked => {
  const name = set.read(value);
  return name === undefined ? bad('field.unknown-choice') : accepted(name);
};
const labelOf = (name: unknown, set: Choices): string => set.entries[name as string]?.label ?? '';

export const choiceKind = defineKind({
  storage: (field) => ({ form: 'column', type: choicesOf(field).numeric ? 'smallint' : 'text' }),
  check: (value, field) => readOne(value, choicesOf(field)),
  toWire: (value, field) => (value === null ? null : choicesOf(field).wireOf(value as string)),
  toStore: (value, field) => (value === null ? null : choicesOf(field).wireOf(value as string)),
  fromStore: (value, field) => (value === null ? null : (choicesOf(field).read(value) ?? null)),
  schema: (field) => ({ enum: choicesOf(field).names.map((name) => choicesOf(field).wireOf(name)) }),
  sample: (seed, field) => {
    const set = choicesOf(field);
    return set.wireOf((optionsOf(field).default as string | undefined) ?? set.names[seed % set.names.length] ?? '');
  },
  cell: (value, field) => (value === null ? null : labelOf(value, choicesOf(field))),
});

export const choicesKind = defineKind({
  storage: 'text[]',
  check(value, field) {
    const list = Array.isArray(value) ? value : shownText(value).split(',');
    const read = list.map((item) => choicesOf(field).read(item));
    return read.includes(undefined) ? bad('field.unknown-choice') : accepted([...new Set(read)]);
  },
  toWire: (value, field) => (value === null ? [] : (value as string[]).map((name) => choicesOf(field).wireOf(name))),
  schema: (field) => ({
    type: 'array',
    items: { enum: choicesOf(field).names.map((name) => choicesOf(field).wireOf(name)) },
  }),
  sample: (seed, field) =>
    choicesOf(field)
      .names.slice(0, 1)
      .map((name) => choicesOf(field).wireOf(name)),
  cell: (value, field) => ((value as string[] | null) ?? []).map((name) => labelOf(name, choicesOf(field))).join('、'),
});
