import { expect, test } from 'vitest';
import { entryOf, findEntry, loadDefinition } from './catalogue.ts';
import { entries } from './catalogue.generated.ts';
import { model } from './index.ts';

test('the catalogue has every resource of the model once', () => {
  expect(Object.keys(entries).toSorted()).toEqual(model.resources.map(({ name }) => name).toSorted());
});

test.each(model.resources.map((resource) => [resource.name, resource] as const))(
  '%s is known by its entry and loaded by its name',
  async (name, resource) => {
    const {
      title,
      en,
      display,
      wire: { service, entity },
    } = resource;
    expect(entryOf(name)).toMatchObject({ title, en, display, wire: { service, entity } });
    expect(await loadDefinition(name)).toBe(resource);
  },
);

test('a name that no resource has is refused', async () => {
  expect(findEntry('nobody')).toBeUndefined();
  expect(() => entryOf('nobody')).toThrow('nobody');
  await expect(loadDefinition('constructor')).rejects.toThrow('constructor');
});
