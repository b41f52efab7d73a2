import { catalogue } from '@kangmai/domain';
import { choicesOf, type AnyField, type AnyResource } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model, rawReading, tenant } from './index.ts';
import { dictionaries } from './reference/dictionaries.ts';
import { englishEntries } from './shared/entry-words.ts';
import { englishUnits } from './shared/units.ts';

const isChinese = (word: string | undefined): word is string => word !== undefined && /\p{Script=Han}/u.test(word);
const isEnglish = (word: string | undefined): boolean => word !== undefined && word !== '' && !isChinese(word);

const resources: readonly AnyResource[] = [...model.resources, ...model.doors, rawReading, tenant];

const fieldsOf = (resource: AnyResource): readonly (readonly [string, AnyField])[] => [
  ...Object.entries(resource.fields),
  ...Object.values(resource.actions).flatMap((action) => Object.entries(action.input)),
];

test('SH-035 what stands in Chinese as a hint, a group or a question stands in English beside it', () => {
  const missing = resources.flatMap((resource) => [
    ...fieldsOf(resource).flatMap(
      ([
        name,
        {
          options: { hint, hintEn, group, groupEn },
        },
      ]) => [
        ...(hint === undefined || isEnglish(hintEn) ? [] : [`${resource.name}.${name} hint`]),
        ...(group === undefined || isEnglish(groupEn) ? [] : [`${resource.name}.${name} group`]),
      ],
    ),
    ...Object.entries(resource.actions).flatMap(([name, { confirm, confirmEn }]) =>
      confirm === undefined || isEnglish(confirmEn) ? [] : [`${resource.name} action ${name}`],
    ),
  ]);
  expect(missing, 'hintEn, groupEn or confirmEn is missing in the definition').toEqual([]);
});

test('SH-035 a group of fields has one English title', () => {
  for (const resource of resources) {
    const titles = new Set(
      fieldsOf(resource).flatMap(
        ([
          ,
          {
            options: { group, groupEn },
          },
        ]) => (group === undefined ? [] : [`${group} ${groupEn}`]),
      ),
    );
    const groups = new Set([...titles].map((title) => title.split(' ')[0]));
    expect([...titles], resource.name).toHaveLength(groups.size);
  }
});

test('SH-035 units have English words', () => {
  const ofFields = resources.flatMap((resource) => fieldsOf(resource).map(([, { options }]) => options.unit));
  const ofFigures = catalogue.flatMap(({ metrics }) => metrics.map(({ unit }) => unit));
  const units = [...ofFields, ...ofFigures];
  expect(
    units.filter(isChinese).filter((unit) => !isEnglish(englishUnits[unit])),
    'units without English in packages/model/src/shared/units.ts',
  ).toEqual([]);
});

test('SH-035 actions, their inputs and all choices have English labels', () => {
  const choiceKinds = new Set(['choice', 'choices']);
  const missing = resources.flatMap((resource) => {
    const choices = fieldsOf(resource)
      .filter(([, { kind }]) => choiceKinds.has(kind))
      .flatMap(([name, field]) =>
        Object.entries(choicesOf(field).entries)
          .filter(([, entry]) => !entry.en)
          .map(([key]) => `${resource.name}.${name}.${key}`),
      );
    const inputs = Object.values(resource.actions).flatMap((action) =>
      Object.entries(action.input)
        .filter(([name, field]) => name !== 'id' && !field.options.en)
        .map(([name]) => `${resource.name} input ${name}`),
    );
    const actions = Object.entries(resource.actions)
      .filter(([, action]) => !action.en)
      .map(([name]) => `${resource.name} action ${name}`);
    return [...choices, ...inputs, ...actions];
  });
  expect([...new Set(missing)], 'en is missing in the definition').toEqual([]);
});

test('sexes and relations, as they are built in, have English names', () => {
  const named = dictionaries.rows.filter(({ typeCode }) => typeCode === 'gender' || typeCode === 'relation');
  expect(named.length).toBe(2);
  expect(
    named
      .flatMap(({ typeCode, entries }) => entries.map(({ name }) => `${typeCode}.${name}`))
      .filter((key) => englishEntries[key] === undefined),
  ).toEqual([]);
});
