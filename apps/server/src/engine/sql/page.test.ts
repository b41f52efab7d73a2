import { expect, test } from 'vitest';
import { sortTerms } from './page.ts';

const by = { name: 'u.name', creationTime: 'u.createdAt' };

test.each([
  ['name', [{ name: 'name', direction: 'asc' }]],
  ['CREATIONTIME desc', [{ name: 'creationTime', direction: 'desc' }]],
  [
    ' name asc , creationTime DESC ',
    [
      { name: 'name', direction: 'asc' },
      { name: 'creationTime', direction: 'desc' },
    ],
  ],
])('«%s» is understood', (sorting, terms) => {
  expect(sortTerms(by, sorting)).toEqual(terms);
});

test.each(['', 'phone', 'name sideways', 'name desc desc', 'constructor', '__proto__', 'name;--', 'name,', 'u.name'])(
  '«%s» is not',
  (sorting) => {
    expect(sortTerms(by, sorting)).toBeUndefined();
  },
);
