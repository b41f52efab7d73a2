import { integer, text } from '@kangmai/resource';
import { expect, test } from 'vitest';

import { readRow } from '../../../resource-client/row.ts';
import { equipment, wireRow } from '../../test/equipment.ts';
import { orderedSections } from './section-order.ts';

const many = Array.from(
  { length: 18 },
  (_, at) => [`more${at}`, text({ label: `其他${at}`, filter: 'exact' })] as const,
);
const fields = [
  ['longitude', integer({ label: '经度', unit: '°' })],
  ['latitude', integer({ label: '纬度', unit: '°', required: true })],
  ['remark', text({ label: '备注' })],
  ...many,
] as const;
const pairs = [['longitude', 'latitude']] as const;
const names = (lines: readonly (readonly (readonly [string, unknown])[])[] | undefined) =>
  (lines ?? []).map((line) => line.map(([name]) => name).join(' | '));

test('a large form begins with what is required, keeps pairs, and folds what is rarely filled in', () => {
  const [section] = orderedSections({ pairs }, fields);
  expect(names(section?.usual).slice(0, 2)).toEqual(['longitude | latitude', 'more0']);
  expect(names(section?.rare)).toEqual(['remark']);
});

test('a rare field with a value is not folded', () => {
  const row = { ...readRow(equipment, wireRow(7)), values: { remark: '已更换' } };
  const [section] = orderedSections({ pairs }, fields, { row: row as never });
  expect(names(section?.rare)).toEqual([]);
});

test('a small form keeps the order of its definition', () => {
  const [section] = orderedSections({ pairs }, fields.slice(0, 3));
  expect([names(section?.usual), section?.rare]).toEqual([['longitude | latitude', 'remark'], []]);
});

test('a small form folds rare fields where it is told to', () => {
  const [section] = orderedSections({ pairs }, fields.slice(0, 3), { isFolded: true });
  expect([names(section?.usual), names(section?.rare)]).toEqual([['longitude | latitude'], ['remark']]);
});
