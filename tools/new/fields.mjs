import { capital, literal, requireFree } from './names.mjs';

const numberOf = (word, what) => {
  if (!/^\d+$/.test(word ?? '')) throw new Error(`${what} needs a number, not "${word ?? ''}"`);
  return word;
};

const noWords = (kind) => (words) => {
  if (words.length > 0) throw new Error(`${kind} takes no words behind it: ${words.join(' ')}`);
  return {};
};

/** `planned 待上门 Planned | done 已完成 Done` → entries of a closed set. */
function entriesOf(words, kind) {
  const entries = words
    .join(' ')
    .split('|')
    .map((entry) => {
      const [name = '', label = '', ...en] = entry.trim().split(/\s+/);
      if (!/^[a-z][A-Za-z\d]*$/.test(name) || label === '' || en.length === 0)
        throw new Error(
          `${kind}: write each entry as "name 中文 English" with | between entries, not "${entry.trim()}"`,
        );
      return { name, label, en: en.join(' ') };
    });
  if (entries.length < 2) throw new Error(`${kind} needs at least two entries`);
  return entries;
}

const target = (words, kind) => {
  if (words.length !== 1) throw new Error(`${kind} needs one name behind it, such as "${kind} client"`);
  return { first: literal(words[0]), target: words[0] };
};

/**
 * What may follow a kind's name in a field, and its effect: `own` are its options, `first` its first argument, `filter`
 * the filter in lists.
 */
const kinds = {
  text: ([max = '200', rows]) => ({
    filter: 'like',
    own: [`max: ${numberOf(max, 'text')}`, ...(rows === undefined ? [] : [`rows: ${numberOf(rows, 'text')}`])],
  }),
  integer: noWords('integer'),
  decimal: ([total = '10', scale = '2']) => ({
    own: [`digits: [${numberOf(total, 'decimal')}, ${numberOf(scale, 'decimal')}]`],
  }),
  money: (words) => ({ ...noWords('money')(words), filter: 'range' }),
  bool: (words) => ({ ...noWords('bool')(words), filter: 'exact' }),
  date: (words) => ({ ...noWords('date')(words), filter: 'range' }),
  dateTime: (words) => ({ ...noWords('dateTime')(words), filter: 'range' }),
  choice: (words) => ({ entries: entriesOf(words, 'choice'), filter: 'exact' }),
  choices: (words) => ({ entries: entriesOf(words, 'choices'), filter: 'in' }),
  states: (words) => ({ entries: entriesOf(words, 'states'), filter: 'exact', kind: 'choice' }),
  dict: (words) => ({ ...target(words, 'dict'), target: undefined, filter: 'exact' }),
  dicts: (words) => ({ ...target(words, 'dicts'), target: undefined, filter: 'in' }),
  ref: (words) => ({ ...target(words, 'ref'), filter: 'exact', isReference: true }),
  refs: (words) => ({ ...target(words, 'refs'), isReference: true }),
  phone: (words) => ({ ...noWords('phone')(words), filter: 'exact', own: ["sensitive: 'sealed'"] }),
  idCard: (words) => ({ ...noWords('idCard')(words), filter: 'exact', own: ["sensitive: 'sealed'"] }),
  region: (words) => ({ ...noWords('region')(words), filter: 'exact' }),
  json: (words) => ({ ...noWords('json')(words), own: ['readonly: true'] }),
  file: ([accept = 'any']) => ({ own: [`accept: ${literal(accept)}`] }),
  secret: ([max = '64']) => ({ own: [`max: ${numberOf(max, 'secret')}`] }),
  age: (words) => ({ ...target(words, 'age'), first: undefined, own: [`of: ${literal(words[0] ?? '')}`] }),
};

/** Names that the generator accepts as a kind: those of the kit, and `states` for a choice with checked transitions. */
export const kindNames = Object.keys(kinds);

const plainOptions = {
  required: () => 'required: true',
  unique: () => 'unique: true',
  masked: () => "sensitive: 'masked'",
  readonly: () => 'readonly: true',
  min: (word) => `min: ${word}`,
  max: (word) => `max: ${word}`,
  default: (word) => `default: ${/^(-?\d+(\.\d+)?|true|false)$/.test(word) ? word : literal(word)}`,
  unit: (word) => `unit: ${literal(word)}`,
  example: (word) => `example: ${literal(word)}`,
};

function optionOf(text) {
  const [name = '', ...rest] = text.split(/\s+/);
  const word = rest.join(' ');
  if (name === 'after') return { after: word };
  const write = plainOptions[name];
  if (!write)
    throw new Error(`"${text}" is no option; there are ${[...Object.keys(plainOptions), 'after'].join(', ')}`);
  if (write.length > 0 && word === '') throw new Error(`"${name}" needs a value behind it`);
  return { source: write(word), name };
}

const times = new Set(['date', 'dateTime']);

function requireLabels(label, en) {
  if (!/\p{Script=Han}/u.test(label)) throw new Error('its third part is the Chinese label');
  if (!/^[A-Z][^\p{Script=Han}]*$/u.test(en)) throw new Error('its fourth part is the English label, with a capital');
}

function partsOf(line) {
  const [name, kindWords = '', label = '', en = '', ...options] = line.split(',').map((part) => part.trim());
  const [kind, ...words] = kindWords.split(/\s+/);
  if (!/^[a-z][A-Za-z\d]*$/.test(name)) throw new Error('it begins with its name in camelCase');
  if (!Object.hasOwn(kinds, kind)) throw new Error(`"${kind}" is no kind; there are ${kindNames.join(', ')}`);
  requireLabels(label, en);
  if (kind !== 'ref' && kind !== 'refs') requireFree(name);
  return { name, kind, words, label, en, options: options.map(optionOf) };
}

/**
 * Parses one field: its name, its kind with parameters, its labels, its options.
 * @example readField('address, text 200, 上门地址, Address, masked')
 */
export function readField(line) {
  try {
    const { kind, words, options, ...rest } = partsOf(line);
    const after = options.find((option) => option.after !== undefined)?.after;
    if (after !== undefined && !times.has(kind)) throw new Error('only a date or a dateTime stands after another');
    const has = (name) => options.some((option) => option.name === name);
    return {
      own: [],
      kind,
      ...kinds[kind](words),
      ...rest,
      isStates: kind === 'states',
      isRequired: has('required'),
      isMasked: has('masked'),
      isReadonly: kind === 'states' || has('readonly'),
      isUnique: has('unique'),
      hasExample: has('example'),
      options: options.flatMap(({ source }) => (source === undefined ? [] : [source])),
      ...(after !== undefined && { after }),
    };
  } catch (error) {
    throw new Error(`field "${line.trim()}": ${error.message}`, { cause: error });
  }
}

/** Parses all fields of a resource and refuses contradictions. */
export function readFields(lines) {
  const fields = lines.map(readField);
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`two fields are called ${twice}`);
  if (fields.filter(({ isStates }) => isStates).length > 1) throw new Error('a resource has one field of states');
  for (const { name, kind, after } of fields) {
    if (after !== undefined && !fields.some((field) => field.name === after && field.kind === kind))
      throw new Error(`${name} stands after ${after}, which is no field of the kind ${kind}`);
  }
  return fields;
}

/** The name of a choice's set: `careVisitStates`, or the field's own name in the plural. */
export const setName = (names, field) =>
  `${names.name}${field.isStates ? 'States' : capital(field.name.endsWith('s') ? field.name : `${field.name}s`)}`;

const example = { date: '2026-02-28', dateTime: '2026-01-31 09:30' };

/** The source of one field in a definition. */
export function fieldSource(names, field) {
  const first = field.entries ? setName(names, field) : field.first;
  const options = [
    `label: ${literal(field.label)}`,
    `en: ${literal(field.en)}`,
    ...field.options,
    ...field.own,
    ...(field.isStates ? [`default: ${literal(field.entries[0].name)}`, 'readonly: true'] : []),
    ...(field.after === undefined || field.hasExample ? [] : [`example: ${literal(example[field.kind])}`]),
    ...(field.filter === undefined || field.isMasked ? [] : [`filter: ${literal(field.filter)}`]),
    ...(field.kind === 'ref' ? [`wire: ${literal(`${capital(field.name)}Id`)}`] : []),
  ];
  const words = [...(first === undefined ? [] : [first]), `{ ${options.join(', ')} }`];
  return `${field.name}: ${field.kind}(${words.join(', ')}),`;
}

/** The declarations of the closed sets of choice fields. */
export const setSources = (names, fields) =>
  fields
    .filter(({ entries }) => entries)
    .map((field) => {
      const entries = field.entries.map(
        ({ name, label, en }) => `${name}: { label: ${literal(label)}, en: ${literal(en)} },`,
      );
      const define = field.isStates ? 'defineStates' : 'defineChoices';
      return `export const ${setName(names, field)} = ${define}({\n${entries.join('\n')}\n});\n`;
    })
    .join('\n');
