import { describe, expect, test } from 'vitest';
import { conflict, invalid, invalidFields, refusalsOf, requireSound } from './errors.ts';

describe('what a refusal says', () => {
  test('each refused field by itself', () => {
    const refusal = invalidFields([
      { field: 'name', reason: 'field.too-long', params: { max: 20 } },
      { field: 'phone', reason: 'field.required' },
    ]);
    expect(refusalsOf(refusal)).toEqual([
      { field: 'name', reason: 'field.too-long', params: { max: 20 } },
      { field: 'phone', reason: 'field.required', params: {} },
    ]);
  });

  test('the whole, where it names no field', () => {
    expect(refusalsOf(conflict('row.stale', { version: 3 }))).toEqual([
      { field: undefined, reason: 'row.stale', params: { version: 3 } },
    ]);
  });
});

test('an input without problems passes, one with problems is refused with all of them', () => {
  expect(() => requireSound([])).not.toThrow();
  expect(() => requireSound([{ field: 'name', reason: 'field.required' }])).toThrow(invalid('name', 'field.required'));
});
