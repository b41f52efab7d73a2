import { deviceBinding } from '@kangmai/model';
import { expect, test } from 'vitest';

import { fittedWidth } from './column-width.ts';

import type { ScreenRow } from './row.ts';

const rowWith = (values: object, joined = {}): ScreenRow => ({
  id: 1,
  rowVersion: 1,
  createdAt: null,
  values: values as ScreenRow['values'],
  joined,
  beside: {},
});
const { client, device, state } = deviceBinding.fields;

test('a column is as wide as its longest word, and no wider than its kind allows', () => {
  const rows = [
    rowWith({ client: 1 }, { 'client.name': '张三' }),
    rowWith({ client: 2 }, { 'client.name': '欧阳建国' }),
  ];
  expect(fittedWidth('client', client, { rows, usual: 120 })).toBe(80);
  expect(fittedWidth('client', client, { rows, usual: 40 })).toBe(60);
  expect(fittedWidth('device', device, { rows: [rowWith({ device: '869081000230888' })], usual: 156 })).toBe(144);
});

test('what nobody filled is narrow; names on their way and other kinds keep their room', () => {
  expect(fittedWidth('client', client, { rows: [rowWith({ client: null })], usual: 120 })).toBe(32);
  expect(fittedWidth('client', client, { rows: [rowWith({ client: 1 })], usual: 120 })).toBe(120);
  expect(fittedWidth('state', state, { rows: [rowWith({ state: 'active' })], usual: 90 })).toBe(90);
  expect(fittedWidth('client', client, { rows: [], usual: 120 })).toBe(120);
});
