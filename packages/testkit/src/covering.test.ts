import { model } from '@kangmai/model';
import { text, type AnyField, type AnyResource } from '@kangmai/resource';
import { describe, expect, test } from 'vitest';
import { isNarrowed } from './swept.ts';
import { covering, coveringResources, fieldFeature, resourceFeatures } from './covering.ts';

describe('the covering items', () => {
  const items = ['a', 'ab', 'bcd', 'd', 'e'];
  const letters = (item: string): readonly string[] => Array.from(item);

  test('have every feature, are few, and stay in their order', () => {
    expect(covering(items, letters)).toEqual(['a', 'bcd', 'e']);
  });

  test('take the first of equal ones, and none that adds nothing', () => {
    expect(covering(['xy', 'yx', 'x'], letters)).toEqual(['xy']);
    expect(covering(['', 'a'], letters)).toEqual(['a']);
  });
});

const known = model.byName('deviceType');
const copy = (name: string, fields: Readonly<Record<string, AnyField>> = {}): AnyResource => ({
  ...known,
  name,
  fields: { ...known.fields, ...fields },
});

// A run over one resource has all of its resources in the set.
describe.skipIf(isNarrowed)('the covering resources', () => {
  const chosen = (...more: readonly AnyResource[]): readonly string[] =>
    coveringResources([...model.resources, ...more]).map(({ name }) => name);

  test('have every feature of all resources', () => {
    const of = (resources: readonly AnyResource[]): ReadonlySet<string> => new Set(resources.flatMap(resourceFeatures));
    expect(of(coveringResources(model.resources))).toEqual(of(model.resources));
  });

  test('leave out a resource with the fields of another', () => {
    expect(chosen(copy('another'))).not.toContain('another');
  });

  test('take in a resource with a new kind, and one with a new option of a known kind', () => {
    const label = { label: '新', en: 'New' };
    const kind = { kind: 'dicts', options: { ...label, dict: 'gender', filter: 'atMost' } } as unknown as AnyField;
    expect(chosen(copy('another', { fresh: kind }))).toContain('another');
    const option = { kind: 'text', options: { ...label, folded: true } } as unknown as AnyField;
    expect(chosen(copy('another', { fresh: option }))).toContain('another');
  });

  test('take in a resource whose rows are seen by a new rule', () => {
    const scoped = { ...copy('another'), scopeRule: { shift: 'early' } } as unknown as AnyResource;
    expect(chosen(scoped)).toContain('another');
  });

  test('are chosen without regard to words and limits', () => {
    const one = fieldFeature(text({ label: '一', en: 'One', max: 20, filter: 'like' }));
    expect(fieldFeature(text({ label: '二', en: 'Two', required: true, filter: 'like' }))).toBe(one);
    expect(fieldFeature(text({ label: '一', en: 'One', max: 20, filter: 'exact' }))).not.toBe(one);
    expect(fieldFeature(text({ label: '一', en: 'One', max: 20, filter: 'like', sensitive: 'sealed' }))).not.toBe(one);
  });
});
