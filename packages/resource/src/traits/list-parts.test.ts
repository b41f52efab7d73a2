import { expect, test } from 'vitest';
import { defineResource } from '../define-resource.ts';
import { listParameters, rowSchema } from '../derive/schema.ts';
import { excelColumns } from '../derive/excel.ts';
import { bool } from '../fields/bool.ts';
import { choice } from '../fields/choices.ts';
import { integer, decimal } from '../fields/number.ts';
import { phone } from '../fields/person.ts';
import { ref } from '../fields/ref.ts';
import { text } from '../fields/text.ts';
import { Members } from '../members.ts';
import { defineModel } from '../model.ts';
import { listReader } from '../wire/wire-query.ts';
import { rowWriter } from '../wire/wire-row.ts';
import { countOf } from './counts/counts.ts';
import { defineStates } from './moves/states.ts';

const states = defineStates({ fresh: { label: '新', wire: 0 }, used: { label: '旧', wire: 1 } });
const rest = {
  title: '箱',
  en: 'Boxes',
  scope: 'tenant',
  permission: 'Pages.Boxes',
  wire: { service: 'Boxes', entity: 'Box', calls: { list: 'GetAll' } },
  display: 'name',
} as const;
const fields = {
  name: text({ label: '名称', en: 'Name', required: true }),
  state: choice(states, { label: '状态', en: 'State', filter: 'exact' }),
  price: decimal({ label: '价格', en: 'Price', digits: [8, 2] }),
  cost: decimal({ label: '成本', en: 'Cost', digits: [8, 2], sensitive: 'masked' }),
};
const list = { columns: ['name'], sort: 'name' } as const;
const conditions = {
  locked: bool({ label: '锁定', en: 'Locked', wire: 'OnlyLockedBoxes' }),
  start: text({ label: '开头', en: 'Start', max: 3 }),
};
const counts = {
  items: countOf('item', 'box', { label: '件数', en: 'Items', where: { isNew: true, state: ['used'] } }),
};

const box = defineResource({
  ...rest,
  name: 'box',
  fields,
  conditions,
  counts,
  figures: { weight: integer({ label: '重量', en: 'Weight', unit: 'g' }) },
  list: {
    columns: ['name', 'items', 'weight'],
    sort: 'name',
    sums: ['price'],
    views: { locked: { label: '锁定的', en: 'Locked', filter: { locked: true, state: 'used' } } },
  },
});
const item = defineResource({
  ...rest,
  name: 'item',
  fields: {
    name: text({ label: '名称', en: 'Name' }),
    box: ref('box', { label: '箱', en: 'Box', filter: 'exact' }),
    loose: ref('box', { label: '散装箱', en: 'Loose box' }),
    isNew: bool({ label: '新', en: 'New' }),
    state: choice(states, { label: '状态', en: 'State' }),
  },
  list,
});
const model = defineModel([box, item]);
const context = { toInstant: () => undefined };

test('conditions are read like filters, under their own spelling where they have one', () => {
  const read = listReader(box, model);
  const query = Members.ofQuery({ onlylockedboxes: '1', StartFilter: 'a', lockedFilter: '0' });
  expect(read({ query, context }).list.conditions).toEqual([
    { field: 'locked', operator: 'eq', value: true },
    { field: 'start', operator: 'eq', value: 'a' },
  ]);
  const wrong = Members.ofQuery({ OnlyLockedBoxes: 'perhaps', StartFilter: 'abcd' });
  expect(read({ query: wrong, context }).problems.map(({ field }) => field)).toEqual(['locked', 'start']);
  const names = listParameters(box).map(({ name }) => name);
  expect(names).toContain('OnlyLockedBoxes');
  expect(names).toContain('StartFilter');
});

test('counts and figures are written where they were read, are columns of an export and no order', () => {
  const row = { id: 1, rowVersion: 1, createdAt: new Date(0), name: '甲' };
  const { flat } = rowWriter(box, model);
  expect(flat({ ...row, items: 3, weight: null })).toMatchObject({ items: 3, weight: null });
  expect(flat(row)).not.toHaveProperty('items');
  expect(excelColumns(box, model, { language: 'zh-Hans' }).map(({ title }) => title)).toEqual([
    '名称',
    '件数',
    '重量 (g)',
  ]);
  const { list: asked, problems } = listReader(
    box,
    model,
  )({ query: Members.ofQuery({ Sorting: 'items desc' }), context });
  expect([asked.sort, problems[0]?.reason]).toEqual([[{ field: 'name', descending: false }], 'list.unknown-sort']);
  expect(rowSchema(box)).toMatchObject({ properties: { items: { type: 'integer', title: '件数' } } });
  expect(rowSchema(box)['required']).not.toContain('items');
});

const made = (more: object): unknown =>
  defineModel([defineResource({ ...rest, name: 'box', fields, list, ...more } as never), item] as never);
const counted = (count: object): unknown => made({ counts: { items: count } });

test.each([
  ['a condition named like a field', () => made({ conditions: { name: conditions.start } }), 'name of two things'],
  ['a condition named like a stamp', () => made({ conditions: { createdAt: conditions.start } }), 'name of two things'],
  [
    'a condition with the parameter of a filter',
    () => made({ conditions: { more: bool({ label: 'x', wire: 'stateFilter' }) } }),
    'parameter of two filters',
  ],
  [
    'a condition by a number of a person',
    () => made({ conditions: { line: phone({ label: 'x', sensitive: 'sealed' }) } }),
    'identifies a person',
  ],
  [
    'a count of an unknown resource',
    () => counted(countOf('nothing', 'box', { label: 'x', en: 'x' })),
    'no such resource',
  ],
  ['a count by no reference', () => counted(countOf('item', 'name', { label: 'x', en: 'x' })), 'does not refer to it'],
  [
    'a count by a reference without index',
    () => counted(countOf('item', 'loose', { label: 'x', en: 'x' })),
    'has no index',
  ],
  [
    'a count by an unknown choice',
    () => counted(countOf('item', 'box', { label: 'x', en: 'x', where: { state: ['gone'] } })),
    'no such choice',
  ],
  [
    'a view by no filter',
    () => made({ list: { ...list, views: { all: { label: 'x', en: 'x', filter: { price: 1 } } } } }),
    'has no filter price',
  ],
  [
    'a view without filter',
    () => made({ list: { ...list, views: { all: { label: 'x', en: 'x', filter: {} } } } }),
    'has no filter',
  ],
  [
    'tabs by views and by state',
    () => made({ list: { ...list, tabs: 'state', views: { a: { label: 'x', en: 'x', filter: { state: 'used' } } } } }),
    'one row of tabs',
  ],
  ['a board by no choice', () => made({ list: { ...list, layouts: { board: 'name' } } }), 'no choice name for a board'],
  [
    'a calendar by no filter',
    () => made({ list: { ...list, layouts: { calendar: { from: 'name' } } } }),
    'no filter by name',
  ],
  ['a hidden number that is added up', () => made({ list: { ...list, sums: ['cost'] } }), 'not added up'],
  ['a text that is added up', () => made({ list: { ...list, sums: ['name'] } }), 'not added up'],
])('%s is refused', (_what, make, reason) => {
  expect(make).toThrow(reason);
});

test('names that do not exist do not compile', () => {
  const one = { label: 'x', en: 'x' };
  const base = { ...rest, name: 'box', fields } as const;
  const define = (): void => {
    // @ts-expect-error no number
    defineResource({ ...base, list: { ...list, sums: ['name'] } });
    // @ts-expect-error hidden on the wire
    defineResource({ ...base, list: { ...list, sums: ['cost'] } });
    // @ts-expect-error no filter of that name
    defineResource({ ...base, list: { ...list, views: { a: { ...one, filter: { nothing: true } } } } });
    // @ts-expect-error no such state
    defineResource({ ...base, list: { ...list, views: { a: { ...one, filter: { state: 'gone' } } } } });
    // @ts-expect-error the field has no filter
    defineResource({ ...base, list: { ...list, views: { a: { ...one, filter: { name: 'x' } } } } });
    const view = { a: { ...one, filter: { locked: 'yes' } } } as const;
    // @ts-expect-error yes or no
    defineResource({ ...base, conditions, list: { ...list, views: view } });
    // @ts-expect-error neither field nor count
    defineResource({ ...base, counts, list: { ...list, columns: ['name', 'nothing'] } });
    const byName = defineResource({ ...base, list, counts: { items: countOf('item', 'name', one) } });
    // @ts-expect-error a text does not refer
    defineModel([byName, item]);
    const ofNothing = defineResource({ ...base, list, counts: { items: countOf('nothing', 'box', one) } });
    // @ts-expect-error no such resource
    defineModel([ofNothing, item]);
  };
  expect(define).toBeTypeOf('function');
});
