import {
  choicesOf,
  optionsOf,
  type AnyField,
  type AnyResource,
  type FieldKindName,
  type TextOptions,
} from '@kangmai/resource';

const isSet = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
};

/** A feature for each key with a value. */
const keysSet = (place: string, parts: object): readonly string[] =>
  Object.entries(parts).flatMap(([key, value]) => (isSet(value) ? [`${place} ${key}`] : []));

/** What the client draws in another way than the kind alone says. */
const shapes: Partial<Readonly<Record<FieldKindName, (field: AnyField) => readonly string[]>>> = {
  text: (field) => {
    const { rows = 1, max = 0 } = optionsOf<TextOptions>(field);
    return [rows > 1 || max >= 200 ? 'block' : 'line'];
  },
  bool: ({ options }) => [options.required || options.default !== undefined ? 'two buttons' : 'may stay empty'],
  choice: (field) => {
    const { names, isStates, entries } = choicesOf(field);
    return [
      names.length < 4 && field.options.required ? 'few choices' : 'many choices',
      ...(isStates ? ['states'] : []),
      ...(Object.values(entries).some(({ tone }) => tone) ? ['coloured'] : []),
    ];
  },
};

const drawn = (place: string, field: AnyField): readonly string[] => [
  `${place} ${field.kind}`,
  ...[...(shapes[field.kind]?.(field) ?? []), ...(field.options.sensitive ? [field.options.sensitive] : [])].map(
    (shape) => `${place} ${field.kind} ${shape}`,
  ),
  ...keysSet(place, field.options),
];

const lengthOf = (count: number, limits: readonly number[]): number => limits.filter((limit) => count > limit).length;

function fieldFeatures({ fields, list, display }: AnyResource): readonly string[] {
  const all = Object.entries(fields);
  const inputs = all.filter(([, { options }]) => options.readonly !== true);
  const filters = all.filter(([, { options }]) => options.filter !== undefined);
  const columns = all.filter(([name]) => list.columns.includes(name));
  return [
    ...columns.flatMap(([, field]) => drawn('column', field)),
    ...inputs.flatMap(([, field]) => drawn('input', field)),
    ...all.flatMap(([, field]) => drawn('field', field)),
    ...filters.map(([, { kind, options }]) => `filter ${kind} ${options.filter}`),
    // The search form folds what is beyond three fields; drawers of more than twenty fields are wide.
    `filters: length ${lengthOf(filters.length, [0, 3])}`,
    `form: length ${lengthOf(inputs.length, [0, 20])}`,
    `details: length ${lengthOf(all.length, [20])}`,
    `named by ${fields[display]?.kind ?? display}`,
    ...keysSet('list', list),
  ];
}

const offered = ['edit', 'view', 'get', 'save', 'remove', 'excel'] as const;

function callFeatures({ wire, writes, storage, excel, actions, ...rest }: AnyResource): readonly string[] {
  return [
    ...keysSet('wire', wire),
    ...keysSet('call', wire.calls),
    ...offered.filter((call) => wire.calls[call] === undefined).map((call) => `no call ${call}`),
    ...(['Create', 'Edit', 'Delete'] as const).map((write) => `${writes.includes(write) ? '' : 'no '}${write}`),
    `storage ${storage}`,
    ...keysSet('excel', { ...excel }),
    ...(excel ? [] : ['no excel']),
    ...keysSet('definition', rest),
    ...Object.values(actions).flatMap((action) => [
      Object.keys(action.input).some((name) => name !== 'id') ? 'action with input' : 'action without input',
      ...keysSet('action', action),
      ...Object.entries(action.input).flatMap(([name, field]) => (name === 'id' ? [] : drawn('action input', field))),
    ]),
    ...(isSet(actions) ? [] : ['no actions']),
  ];
}

/** What of a definition reaches the screen, one word for each feature. */
export const featuresOf = (resource: AnyResource): ReadonlySet<string> =>
  new Set([...fieldFeatures(resource), ...callFeatures(resource)]);

interface Candidate {
  readonly resource: AnyResource;
  /** Its screen is written by hand. */
  readonly isOwn: boolean;
}

/**
 * Every page with a screen written by hand, and of the others the fewest, as far as a greedy choice finds them, that
 * have every feature of all the others. Of two pages that bring equally much the earlier is taken.
 */
export function coveringPages<P extends Candidate>(pages: readonly P[]): readonly P[] {
  const features = new Map(
    pages.filter(({ isOwn }) => !isOwn).map((page) => [page, featuresOf(page.resource)] as const),
  );
  const missing = new Set([...features.values()].flatMap((words) => [...words]));
  const chosen = new Set<P>();
  const gain = (words: ReadonlySet<string>): number => [...words].filter((word) => missing.has(word)).length;
  while (missing.size > 0) {
    const [page, words] = [...features].reduce((best, each) => (gain(each[1]) > gain(best[1]) ? each : best));
    chosen.add(page);
    for (const word of words) missing.delete(word);
  }
  return pages.filter((page) => page.isOwn || chosen.has(page));
}
