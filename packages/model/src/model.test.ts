import {
  choicesOf,
  columnsOf,
  excelColumns,
  fieldOf,
  isExportable,
  joinsOf,
  kindOf,
  movesOf,
  rowsOf,
  shownFields,
  statesOf,
  stepsOf,
  targetOf,
  type AnyField,
  type AnyResource,
  type Fields,
} from '@kangmai/resource';
import { describe, expect, test } from 'vitest';
// The test may look at the wire: it proves that the spellings of the old API come out of the definitions.
import { conventionalCalls, jsonKeyOf, jsonName, wireCallOf } from '@kangmai/resource/wire';
import * as domain from '@kangmai/domain';
import {
  abnormalCase,
  abnormalLevels,
  abnormalRule,
  abnormalTypes,
  ageGroups,
  alarmLevels,
  deviceAttribute,
  manualKinds,
  model,
  ownFieldsOf,
  readingOfKind,
  ruleTags,
  sosRecord,
  tenant,
} from './index.ts';

const keysOf = (resource: AnyResource): string[] =>
  Object.entries(resource.fields).map(([name, field]) => jsonKeyOf(name, field));

test('all resources fit together', () => {
  for (const resource of model.resources) {
    joinsOf(resource, model);
    fieldOf(resource, resource.display);
    for (const word of resource.list.sort) {
      const name = word.replace(/^-/, '');
      if (!['id', 'createdAt', 'updatedAt'].includes(name)) fieldOf(resource, name);
    }
  }
});

describe('exports', () => {
  const exportable = model.resources
    .filter(({ excel }) => excel?.export === true)
    .map((resource) => [resource.name, resource] as const);
  const repeated = (words: readonly string[]): readonly string[] =>
    words.filter((word, at) => words.indexOf(word) !== at);

  test.each(exportable)('of %s have no two columns of one title, of the list or of all fields', (_name, resource) => {
    const all = Object.keys(resource.fields).filter((name) => isExportable(resource, name));
    for (const language of ['zh-Hans', 'en'] as const) {
      for (const chosen of [undefined, all])
        expect(repeated(excelColumns(resource, model, { language, chosen }).map(({ title }) => title))).toEqual([]);
    }
  });

  test.each(exportable)('of %s show beside the list only what lies behind one of its columns', (_name, resource) => {
    const paths = excelColumns(resource, model, { language: 'zh-Hans' }).map(({ path }) => path.split('.')[0] ?? '');
    const shown = [...resource.list.columns, ...Object.values(resource.list.marks).flat()];
    expect(paths.filter((name) => !shown.includes(name))).toEqual([]);
  });

  test('of kinds that only devices send name nobody who entered them', () => {
    const sent = model.resources.filter(({ storage, wire }) => storage === 'readings' && wire.calls.save === undefined);
    const columns = sent.flatMap((resource) =>
      excelColumns(resource, model, { language: 'zh-Hans' }).map(({ path }) => path),
    );
    expect(columns.length).toBeGreaterThan(10);
    expect(columns.filter((path) => path.startsWith('operator'))).toEqual([]);
  });
});

test('no two resources share a table or a call', () => {
  const tables = model.resources.map(({ table }) => table);
  expect(new Set(tables).size).toBe(tables.length);
  const calls = [...model.resources, ...model.doors].flatMap((resource) =>
    [
      ...conventionalCalls(resource).map(({ verb, action }) => `${verb} ${resource.wire.service}/${action}`),
      ...Object.values(resource.actions).map(
        (action) => `${wireCallOf(action).verb} ${resource.wire.service}/${wireCallOf(action).action}`,
      ),
    ].map((call) => call.toLowerCase()),
  );
  expect(new Set(calls).size).toBe(calls.length);
});

test('what a row points to stands before it', () => {
  const seen = new Set<string>();
  for (const resource of model.resources) {
    for (const field of Object.values(resource.fields)) {
      const target = (field.options as { target?: string }).target;
      if (target !== undefined && target !== resource.name)
        expect(
          seen,
          `${resource.name} refers to ${target}, which stands behind it in packages/model/src/index.ts or its area's index.ts`,
        ).toContain(target);
    }
    seen.add(resource.name);
  }
});

test('an action for many rows can tell each of them from what the row itself gives', () => {
  const many = model.resources.flatMap((resource) =>
    Object.entries(resource.actions)
      .filter(([, action]) => action.many)
      .map(([name, action]) => ({ resource, name, action })),
  );
  expect(many.length).toBeGreaterThan(5);
  for (const { resource, name, action } of many) {
    const own = new Set(Object.entries(resource.fields).map(([field, definition]) => jsonKeyOf(field, definition)));
    const isSelf = Object.values(action.input).some(
      (field) => field.kind === 'refs' && (field.options as { target?: string }).target === resource.name,
    );
    const isNamed = Object.entries(action.input)
      .filter(([, field]) => field.options.required)
      .every(([field, definition]) => own.has(jsonKeyOf(field, definition)));
    expect('id' in action.input || isSelf || isNamed, `${resource.name}.${name}`).toBe(true);
  }
});

test('money is of its own kind, wherever it stands', () => {
  const numbers = new Set(['integer', 'decimal']);
  const isPaid = (name: string, { kind, options }: AnyField): boolean =>
    numbers.has(kind) && (options.unit === '元' || /price|amount|fee\b|cost|money|deposit|pledge|rent/i.test(name));
  const withRows = ([name, field]: readonly [string, AnyField]): readonly (readonly [string, AnyField])[] => [
    [name, field],
    ...Object.entries(rowsOf(field)?.rows ?? {}),
  ];
  const fieldsOf = ({ fields, conditions, figures, actions }: AnyResource) =>
    [fields, conditions, figures, ...Object.values(actions).map(({ input }) => input)].flatMap((some: Fields) =>
      Object.entries(some).flatMap(withRows),
    );
  const all = model.resources.flatMap((resource) =>
    fieldsOf(resource).map(([name, field]) => ({ at: `${resource.name}.${name}`, name, field })),
  );
  expect(all.filter(({ field }) => field.kind === 'money').length).toBeGreaterThan(5);
  expect(all.filter(({ name, field }) => isPaid(name, field)).map(({ at }) => at)).toEqual([]);
});

describe('states', () => {
  const moving = model.resources.filter(({ moves }) => moves !== undefined);
  const ofStates = model.resources.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind === 'choice' && choicesOf(field).isStates)
      .map(([name]) => ({ title: `${resource.name}.${name}`, isMoved: resource.moves?.on === name })),
  );

  test('change by moves alone: no choice of states is without them', () => {
    expect(ofStates.length).toBeGreaterThan(8);
    expect(ofStates.filter(({ isMoved }) => !isMoved)).toEqual([]);
  });

  test.each(moving)('of $name are all reached, from the start or by a move', (resource) => {
    const { names } = statesOf(resource);
    const first = fieldOf(resource, resource.moves?.on ?? '').options.default;
    const reached = new Set([first, ...movesOf(resource).flatMap(([, { from, to }]) => [...from, to])]);
    expect(names.filter((name) => !reached.has(name))).toEqual([]);
  });

  test.each(moving)('of $name stand among its steps, each marked once', (resource) => {
    for (const name of statesOf(resource).names) {
      const present = stepsOf(resource, name).filter(({ place }) => place !== 'passed' && place !== 'ahead');
      expect(present.map((step) => step.name)).toEqual([name]);
    }
  });
});

test('every field has an English label, and no column is named twice', () => {
  for (const resource of model.resources) {
    for (const [name, field] of Object.entries({ ...shownFields(resource), ...resource.conditions }))
      expect(field.options.en, `${resource.name}.${name}`).toBeTruthy();
    const columns = columnsOf(resource).map(({ name }) => name);
    expect(new Set(columns).size, resource.name).toBe(columns.length);
  }
});

describe('the words of every definition', () => {
  const resources: readonly AnyResource[] = [...model.resources, tenant];
  const codeLike = /^(?:undefined|null|NaN|\[object Object\]|[a-z]+(?:[.A-Z_][A-Za-z0-9-]*)+)$/;
  type Words = readonly [where: string, chinese: string | undefined, english: string | undefined];

  function wordsOfField(where: string, { options }: AnyField): readonly Words[] {
    const { label, en, hint, hintEn, group, groupEn } = options;
    return [
      [where, label, en],
      ...(hint === undefined && hintEn === undefined ? [] : [[`${where} hint`, hint, hintEn] as const]),
      ...(group === undefined && groupEn === undefined ? [] : [[`${where} group`, group, groupEn] as const]),
    ];
  }
  const wordsOf = (resource: AnyResource): readonly Words[] => [
    [resource.name, resource.title, resource.en],
    ...Object.entries({ ...shownFields(resource), ...resource.conditions }).flatMap(([name, field]) =>
      wordsOfField(`${resource.name}.${name}`, field),
    ),
    ...Object.entries(resource.list.views).map(
      ([name, { label, en }]) => [`${resource.name} view ${name}`, label, en] as const,
    ),
    ...Object.entries(resource.actions).flatMap(([key, { label, en, confirm, confirmEn, input }]): readonly Words[] => {
      const where = `${resource.name} action ${key}`;
      return [
        [where, label, en],
        ...(confirm === undefined && confirmEn === undefined
          ? []
          : [[`${where} question`, confirm, confirmEn] as const]),
        ...Object.entries(input)
          .filter(([name]) => name !== 'id')
          .flatMap(([name, field]) => wordsOfField(`${where} input ${name}`, field)),
      ];
    }),
  ];
  const optionsOfChoices = (resource: AnyResource): readonly Words[] =>
    [
      ...Object.entries(resource.fields),
      ...Object.values(resource.actions).flatMap(({ input }) => Object.entries(input)),
    ]
      .filter(([, { kind }]) => kind === 'choice' || kind === 'choices')
      .flatMap(([name, field]) =>
        Object.entries(choicesOf(field).entries).map(
          ([key, { label, en }]) => [`${resource.name}.${name}.${key}`, label, en] as const,
        ),
      );
  const isEnglish = (word: string | undefined): boolean =>
    word !== undefined && word.trim() !== '' && !/\p{Script=Han}/u.test(word) && !codeLike.test(word);

  /** A name such as IMEI or MQTT is the same in both languages. */
  const isChinese = (chinese: string | undefined, english: string | undefined): boolean =>
    chinese !== undefined && (/\p{Script=Han}/u.test(chinese) || (chinese === english && /^[A-Z]/.test(chinese)));
  const flawsOf = (words: readonly Words[]): readonly string[] =>
    words.flatMap(([where, chinese, english]) => [
      ...(isChinese(chinese, english) ? [] : [`${where} not in Chinese: ${chinese}`]),
      ...(isEnglish(english) ? [] : [`${where} not in English: ${english}`]),
    ]);

  test('headings, hints, groups, actions and questions are in Chinese, and in English beside it', () => {
    const words = resources.flatMap(wordsOf);
    expect(words.length).toBeGreaterThan(400);
    expect(flawsOf(words)).toEqual([]);
  });

  test('choices have words in both languages', () => {
    const words = resources.flatMap(optionsOfChoices);
    expect(words.length).toBeGreaterThan(100);
    expect(flawsOf(words)).toEqual([]);
  });
});

describe('the odd spellings of the old API', () => {
  test('cases', () => {
    expect(jsonName(abnormalCase.wire.entity)).toBe('abnormalData');
    expect(keysOf(abnormalCase)).toEqual(
      expect.arrayContaining([
        'userid',
        'imei',
        'abnormaL_TYPE',
        'abnormaL_DIA',
        'abnormaL_VALUE',
        'normaL_RANGE',
        'peaK_VALUE',
        'abnormaL_LEVEL',
        'froM_TIME',
        'tO_TIME',
        'countNum',
      ]),
    );
  });
  test('device attributes', () => {
    expect(jsonName(deviceAttribute.wire.entity)).toBe('devicE_ATTRIBUTE');
    expect(keysOf(deviceAttribute)).toEqual([
      'imei',
      'battery',
      'signal',
      'version',
      'worK_MODE',
      'uploaD_INTERVAL',
      'hearT_INTERVAL',
      'bP_INTERVAL',
      'fallSwitch',
      'weaR_STATE',
      'lasT_TIME',
    ]);
  });
  test('calls for help', () => expect(jsonName(sosRecord.wire.entity)).toBe('soS_Record'));
  test.each(Object.values(readingOfKind))('$name', (resource) => {
    const time = resource.name === 'locationReading' ? 'location_time' : 'measure_time';
    expect(keysOf(resource)).toEqual(
      expect.arrayContaining([
        'imei',
        'userId',
        time,
        'receive_time',
        'raw_time',
        'timeQuality',
        'quality',
        'supersedes',
        'operatorUserId',
        'userSlot',
        'sourceId',
      ]),
    );
  });
});

test('the fields of a kind of its own are those that no other kind shares', () => {
  expect(ownFieldsOf(readingOfKind.temperature).map(([name]) => name)).toEqual([
    'temperature',
    'site',
    'surfaceTemperature',
  ]);
  for (const resource of Object.values(readingOfKind))
    expect(ownFieldsOf(resource).length, resource.name).toBeLessThan(Object.keys(resource.fields).length - 10);
});

test('kinds entered by hand have their own form', () => {
  for (const kind of manualKinds) expect(readingOfKind[kind].wire.calls.edit).toMatch(/ForEdit$/);
});

test('a choice that is stored as its code is stored as its code', () => {
  const level = fieldOf(abnormalRule, 'level');
  expect(kindOf(level).storage(level).type).toBe('smallint');
  expect(kindOf(level).toStore('warning', level)).toBe(3);
});

describe('the words of judgement', () => {
  test('kinds of cases, groups of people and ages are those that the rules know', () => {
    expect(Object.keys(domain.abnormalTypes).sort()).toEqual([...abnormalTypes.names].sort());
    expect(Object.keys(domain.ruleTags).sort()).toEqual([...ruleTags.names].sort());
    expect(Object.keys(domain.ageGroups).sort()).toEqual([...ageGroups.names].sort());
    for (const type of abnormalTypes.names) expect(abnormalTypes.entries[type].label).toBe(domain.abnormalTypes[type]);
  });

  const kinds = Object.keys(readingOfKind) as (keyof typeof readingOfKind)[];
  test.each(kinds)('every figure of %s has its field, with the limits of what is possible', (kind) => {
    const { fields } = readingOfKind[kind] as AnyResource;
    for (const { key, physical, derived, unit } of domain.kindOf(kind).metrics) {
      expect(fields, key).toHaveProperty(key);
      const options = fields[key]?.options as { min?: number; max?: number; unit?: string };
      expect({ key, unit: options.unit ?? '' }).toEqual({ key, unit });
      if (!derived) expect({ key, min: options.min, max: options.max }).toEqual({ key, ...physical });
    }
  });
});

test('a level looks the same on a reading and on a case, and only the critical looks like the critical', () => {
  const { normal, ...judged } = abnormalLevels.entries;
  expect(normal.tone).toBe('good');
  expect(judged).toEqual(alarmLevels.entries);
  const tones = Object.values(alarmLevels.entries).map(({ tone }) => tone);
  expect(tones).toEqual(['neutral', 'neutral', 'warn', 'bad']);
});

test('rows about a person that users write tell sex and age beside the name', () => {
  const own = new Set(model.resources.filter(({ name, wire }) => name !== 'client' && wire.calls.save !== undefined));
  const without = [...own].filter(({ fields, wire }) => {
    const [person] =
      Object.entries(fields).find(([, field]) => field.kind === 'ref' && targetOf(field) === 'client') ?? [];
    const paths = new Set(Object.values(wire.joins));
    return paths.has(`${person}.name`) && !(paths.has(`${person}.gender`) && paths.has(`${person}.age`));
  });
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(own.size).toBeGreaterThan(10);
});
