import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

test('names stand in the order of their code units, without spaces', () => {
  expect(canonicalJson({ 乙: null, b: [true, 1.5, 'x"'], a: { d: '', c: {} } })).toBe(
    '{"a":{"c":{},"d":""},"b":[true,1.5,"x\\""],"乙":null}',
  );
  expect(canonicalJson({ '\u{1f600}': 1, '\ufb33': 2 })).toBe('{"\u{1f600}":1,"\ufb33":2}');
  expect(canonicalJson([])).toBe('[]');
});

test('the order in which members were written makes no difference, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value as JsonValue);
      const turned = (one: unknown): unknown =>
        one === null || typeof one !== 'object'
          ? one
          : Array.isArray(one)
            ? one.map(turned)
            : Object.fromEntries(
                Object.entries(one)
                  .toReversed()
                  .map(([name, member]) => [name, turned(member)]),
              );
      expect(canonicalJson(turned(value) as JsonValue)).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
