import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyCount, decodeBody } from './body.ts';

const membersOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 0
    : Object.values(value).reduce<number>((sum, inner) => sum + 1 + membersOf(inner), 0);

const isAllowed = (text: string, most: number, piece: number): boolean => {
  const count = new BodyCount(most);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += piece) count.add(bytes.subarray(at, at + piece));
    return true;
  } catch {
    return false;
  }
};

test('members are counted as they are, however the body is written and cut', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 6 }),
      fc.nat({ max: 4 }),
      fc.integer({ min: 1, max: 40 }),
      (text, indent, piece) => {
        const value: unknown = JSON.parse(text);
        const written = JSON.stringify(value, null, indent);
        const members = membersOf(value);
        expect(isAllowed(written, members, piece)).toBe(true);
        expect(members === 0 || !isAllowed(written, members - 1, piece)).toBe(true);
      },
    ),
  );
});

test('what separates in texts is no member', () => {
  const text = JSON.stringify({ note: '[{,,"\\,,}]'.repeat(50), 'a,"b': [',', '\\'] });
  expect([isAllowed(text, 4, 7), isAllowed(text, 3, 7)]).toEqual([true, false]);
});

test('a body of more members than allowed is not read, whatever its size', () => {
  const numbers = (count: number): Buffer => Buffer.from(`[${'0,'.repeat(count - 1)}0]`);
  for (const mostKeys of [1, 2, 10, 1000]) {
    expect(decodeBody(numbers(mostKeys), { mostKeys })).toHaveLength(2 * mostKeys + 1);
    expect(() => decodeBody(numbers(mostKeys + 1), { mostKeys })).toThrow('body.too-many-keys');
  }
});

test('levels are counted over pieces, closed ones left; marks in texts are none', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const flat = `[${Array.from({ length: 50 }, () => `{"[[[[":${nested(18)}}`).join(',')}]`;
  expect(isAllowed(flat, 5000, 11)).toBe(true);
  expect([isAllowed(nested(20), 5000, 3), isAllowed(nested(21), 5000, 3)]).toEqual([true, false]);
  expect(() => decodeBody(Buffer.from(nested(21)), { mostKeys: 1 })).toThrow('body.too-deep');
});
