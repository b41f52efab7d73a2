import { expect, test } from 'vitest';

import { figureWithUnit } from './with-unit.ts';

test('numbers of a case carry the unit of its kind', () => {
  expect(figureWithUnit('171', 'heart', 'heart')).toBe('171 次/分');
  expect(figureWithUnit('192/114', 'bp', 'high')).toBe('192/114 mmHg');
  expect(figureWithUnit('55-100', 'heart', 'heart')).toBe('55-100 次/分');
});

test('what says its unit itself, has none, or is not there stays as it is', () => {
  expect(figureWithUnit('15 mmol/L', 'bloodSugar', 'bloodSugar')).toBe('15 mmol/L');
  expect(figureWithUnit('171', undefined, undefined)).toBe('171');
  expect(figureWithUnit(null, 'heart', 'heart')).toBe(null);
});
