import { describe, expect, test } from 'vitest';
import { device, inChina, person, tag, visit } from '../../test/clinic.ts';
import {
  checkSave,
  choice,
  defineResource,
  Members,
  sampleBody,
  text,
  type AnyField,
  type AnyResource,
} from '../index.ts';
import { jsonKeyOf } from '../wire/json-name.ts';

const asked: string[] = [];
const sources = {
  ref: (target: string, by: string) => {
    asked.push(`${target}.${by}`);
    return Promise.resolve(by === 'id' ? 5 : '860123456789012');
  },
  dict: (typeCode: string) => {
    asked.push(typeCode);
    return Promise.resolve('1');
  },
};

describe.each([person, device, tag, visit] as AnyResource[])('$name', (resource) => {
  test.each([true, false])('a sample body is accepted, all fields: %s', async (all) => {
    for (const seed of [0, 1, 2, 17, 999, 123_456]) {
      const body = await sampleBody(resource, { seed, sources, all });
      expect(
        checkSave(resource, Members.of(JSON.parse(JSON.stringify(body)) as Record<string, unknown>), {
          mode: 'create',
          context: inChina,
        }).problems,
      ).toEqual([]);
    }
  });
});

test('every field that can be written is in the sample of all fields, but files and references that may stay empty', async () => {
  const body = await sampleBody(visit, { seed: 3, sources, all: true });
  const fields: readonly (readonly [string, AnyField])[] = Object.entries<AnyField>(visit.fields);
  const expected = fields.filter(
    ([, field]) =>
      field.options.readonly !== true &&
      field.kind !== 'file' &&
      (field.options.required || (field.kind !== 'ref' && field.kind !== 'refs')),
  );
  expect(Object.keys(body)).toEqual(expected.map(([name, field]) => jsonKeyOf(name, field)));
  expect(body).toMatchObject({ userid: 5, gender: '1', payments: ['1'], state: 0, extra: { sample: 3 } });
  expect(Object.keys(body)).not.toContain('score');
  expect(asked).toEqual(expect.arrayContaining(['person.id', 'gender', 'payment_type']));
});

test('required fields only, when not asked for all', async () => {
  expect(Object.keys(await sampleBody(visit, { seed: 1, sources }))).toEqual(['userid', 'visiT_TITLE', 'tO_TIME']);
});

test('unique values move with the seed', async () => {
  const numbers = await Promise.all(
    [1, 2, 3].map(async (seed) => (await sampleBody(device, { seed, sources }))['imei']),
  );
  expect(new Set(numbers).size).toBe(3);
});

test('a json value named like a marker stays', async () => {
  const resource = defineResource({
    name: 'x',
    title: 'x',
    en: 'x',
    scope: 'tenant',
    permission: 'Pages.X',
    wire: { service: 'X', entity: 'X', calls: {} },
    fields: {
      a: text({ label: 'a', required: true }),
      b: choice(
        { entries: { c: { label: 'c' } }, names: ['c'], numeric: false, wireOf: () => 'c', read: () => 'c' },
        { label: 'b', required: true },
      ),
    },
    list: { columns: ['a'], sort: 'a' },
    display: 'a',
  });
  expect(await sampleBody(resource, { seed: 4, sources })).toEqual({ a: 'T4', b: 'c' });
});
