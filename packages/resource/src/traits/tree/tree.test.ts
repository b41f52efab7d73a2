import { expect, test } from 'vitest';
import { defineResource } from '../../define-resource.ts';
import { ref } from '../../fields/ref.ts';
import { text } from '../../fields/text.ts';
import { defineModel } from '../../model.ts';
import { checkTree, codeBelow, codeLength, levelOf } from './tree.ts';

const fields = {
  parent: ref('place', { label: '上级', en: 'Parent' }),
  code: text({ label: '编码', en: 'Code', required: true, readonly: true, max: 23 }),
  name: text({ label: '名称', en: 'Name', required: true }),
};
const rest = {
  name: 'place',
  title: '地点',
  en: 'Places',
  scope: 'tenant',
  permission: 'Pages.Places',
  wire: { service: 'Places', entity: 'Place', calls: {} },
  fields,
  list: { columns: ['name'], sort: 'code' },
  display: 'name',
} as const;

test('a code says the places of a row on each level', () => {
  expect(codeBelow('', 1)).toBe('00001');
  expect(codeBelow('00001', 42)).toBe('00001.00042');
  expect([levelOf(''), levelOf('00001'), levelOf('00001.00042')]).toEqual([0, 1, 2]);
  expect(codeLength(16)).toBe(95);
});

test('the fields of a tree hold it', () => {
  const withLevels = (levels: number) => defineResource({ ...rest, tree: { parent: 'parent', code: 'code', levels } });
  expect(defineModel([withLevels(4)]).byName('place').tree?.levels).toBe(4);
  expect(() => defineModel([withLevels(5)])).toThrow('all levels');
  expect(() => defineModel([withLevels(17)])).toThrow('16');
  const onName = defineResource({ ...rest, tree: { parent: 'parent', code: 'name', levels: 4 } });
  expect(() => defineModel([onName])).toThrow('readonly');
  const other = { ...fields, parent: ref('device', { label: '上级', en: 'Parent' }) };
  const elsewhere = defineResource({ ...rest, fields: other, tree: { parent: 'parent', code: 'code', levels: 4 } });
  expect(() => checkTree(elsewhere)).toThrow('does not refer');
});

test('names of no field, and fields of another kind, do not compile', () => {
  // @ts-expect-error no such field
  expect(() => checkTree(defineResource({ ...rest, tree: { parent: 'above', code: 'code', levels: 4 } }))).toThrow();
  // @ts-expect-error a text is no reference
  expect(() => checkTree(defineResource({ ...rest, tree: { parent: 'name', code: 'code', levels: 4 } }))).toThrow();
  // @ts-expect-error a reference is no text
  expect(() => checkTree(defineResource({ ...rest, tree: { parent: 'parent', code: 'parent', levels: 4 } }))).toThrow();
});
