import { choicesOf, type AnyField } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model } from './index.ts';
import { dictionaries } from './reference/dictionaries.ts';
import { englishWords } from './words.ts';

const isChinese = (word: string | undefined): word is string => word !== undefined && /\p{Script=Han}/u.test(word);
const wordsOf = ({ options }: AnyField): readonly (string | undefined)[] => [options.group, options.unit, options.hint];

test('SH-035 groups, units, hints and questions have English words', () => {
  const words = model.resources.flatMap((resource) => [
    ...Object.values(resource.fields).flatMap(wordsOf),
    ...Object.values(resource.actions).flatMap((action) => [action.confirm, ...Object.values(action.input).flatMap(wordsOf)]),
  ]);
  const missing = [...new Set(words.filter(isChinese))].filter((word) => englishWords[word] === undefined);
  expect(missing).toEqual([]);
});

test('SH-035 actions, their inputs and all choices have English labels', () => {
  const choiceKinds = new Set(['choice', 'choices']);
  const missing = model.resources.flatMap((resource) => {
    const fields = [...Object.entries(resource.fields), ...Object.values(resource.actions).flatMap((action) => Object.entries(action.input))];
    const choices = fields.filter(([, { kind }]) => choiceKinds.has(kind)).flatMap(([name, field]) => Object.entries(choicesOf(field).entries).filter(([, entry]) => !entry.en).map(([key]) => `${resource.name}.${name}.${key}`));
    const inputs = Object.values(resource.actions).flatMap((action) => Object.entries(action.input).filter(([name, field]) => name !== 'id' && !field.options.en).map(([name]) => `${resource.name} input ${name}`));
    const actions = Object.entries(resource.actions).filter(([, action]) => !action.en).map(([name]) => `${resource.name} action ${name}`);
    return [...choices, ...inputs, ...actions];
  });
  expect([...new Set(missing)]).toEqual([]);
});

test('sexes and relations, as they are built in, have English names', () => {
  const named = dictionaries.rows.filter(({ typeCode }) => typeCode === 'gender' || typeCode === 'relation');
  expect(named.length).toBe(2);
  expect(named.flatMap(({ typeCode, entries }) => entries.map(({ name }) => `${typeCode}.${name}`)).filter((key) => englishWords[key] === undefined)).toEqual([]);
});
