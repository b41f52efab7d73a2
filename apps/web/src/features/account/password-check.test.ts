import { expect, test } from 'vitest';
import { isStrong, lengthNeeded } from './password-check.ts';

test('SH-070 Aa1! is refused for its length, every missing kind of character too', () => {
  expect(
    ['Aa1!', 'Aa1!xx', 'aa1!xx', 'AA1!XX', 'Aaa!xx', 'Aa1xxx', 'Aa1!x'].map((password) => isStrong(password)),
  ).toEqual([false, true, false, false, false, false, false]);
});

test("SH-070 a tenant's longer rule replaces the product's, a shorter one does not", () => {
  expect([lengthNeeded(undefined), lengthNeeded({ requiredLength: 3 }), lengthNeeded({ requiredLength: 12 })]).toEqual([
    6, 6, 12,
  ]);
  expect([
    isStrong('Aa1!xxxxxxx', { requiredLength: 12 }),
    isStrong('Aa1!xxxxxxxx', { requiredLength: 12 }),
    isStrong('Aa1!', { requiredLength: 4 }),
  ]).toEqual([false, true, false]);
});
