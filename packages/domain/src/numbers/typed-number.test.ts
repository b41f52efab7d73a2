import { expect, test } from 'vitest';

import { halfWidth, typedNumber } from './typed-number.ts';

test('full-width digits, Chinese points and separators of thousands are read as they are meant', () => {
  const texts = [
    '1680。50',
    '５０００',
    '１，６８０．５',
    '1,680.50',
    ' 12 ',
    '1 680',
    '-3',
    '－3',
    '−3',
    '.5',
    '5.',
    '-0',
  ];
  expect(texts.map(typedNumber)).toEqual([1680.5, 5000, 1680.5, 1680.5, 12, 1680, -3, -3, -3, 0.5, 5, 0]);
});

test('what may mean another number is none', () => {
  const texts = [
    '',
    ' ',
    '1680,50',
    '1,68',
    ',5',
    '1.2.3',
    '1。2。3',
    '12a',
    '1e5',
    '0x10',
    '十二',
    '--3',
    '.',
    '-',
    'NaN',
  ];
  expect(texts.map(typedNumber)).toEqual(texts.map(() => null));
});

test('half-width forms keep all other characters', () => {
  expect(halfWidth('Ａ栋　１０２－ｂ、①')).toBe('A栋 102-b、①');
});
