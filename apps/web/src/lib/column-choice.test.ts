import { deviceBinding } from '@kangmai/model';
import { expect, test } from 'vitest';

import { currentChoice, moveColumn, shownColumns, toggleColumn, usualColumns } from './column-choice.ts';

const usual = usualColumns(deviceBinding, ['device', 'client', 'state'], ['client']);

test('columns of the list come first and shown, the rest hidden, left out ones never', () => {
  expect(shownColumns(usual)).toEqual(['device', 'state']);
  expect(usual.order.slice(0, 3)).toEqual(['device', 'state', 'relation']);
  expect(usual.order).not.toContain('client');
});

test('a kept choice survives new and gone columns', () => {
  const kept = { order: ['state', 'gone', 'relation'], shown: ['gone', 'relation'] };
  const choice = currentChoice(kept, usual);
  expect(choice.order.slice(0, 2)).toEqual(['state', 'relation']);
  expect(shownColumns(choice)).toEqual(['relation', 'device']);
  expect(currentChoice('nonsense', usual)).toBe(usual);
});

test('a column moves one step and stops at the ends', () => {
  expect(moveColumn(usual, 'state', -1).order.slice(0, 2)).toEqual(['state', 'device']);
  expect(moveColumn(usual, 'device', -1)).toBe(usual);
  expect(shownColumns(toggleColumn(usual, 'device'))).toEqual(['state']);
});
