import { describe, expect, test } from 'vitest';
import { clinic, device, person, tag, visit } from '../test/clinic.ts';
import {
  age,
  bool,
  choice,
  date,
  defineChoices,
  defineModel,
  defineResource,
  fieldOf,
  integer,
  joinsOf,
  ref,
  snake,
  text,
  type AnyResource,
  type Fields,
} from './index.ts';

test('a model finds its resources', () => {
  expect(clinic.resources).toHaveLength(4);
  expect(clinic.byName('visit')).toBe(visit);
  expect(clinic.find('nobody')).toBeUndefined();
  expect(() => clinic.byName('constructor')).toThrow('no resource is called constructor');
});

test('joins are taken apart', () => {
  expect(joinsOf(visit, clinic)[0]).toEqual({ wireName: 'userName', through: 'client', target: person, field: 'name' });
  expect(joinsOf(tag, clinic)).toEqual([]);
  const far = {
    ...tag,
    fields: { visit: ref('visit', { label: 'x' }) },
    wire: { ...tag.wire, joins: { whose: 'visit.client.name' } },
  };
  expect(joinsOf(far, clinic)).toEqual([{ wireName: 'whose', through: 'visit.client', target: person, field: 'name' }]);
});

test('a definition is completed', () => {
  expect(tag).toMatchObject({
    storage: 'rows',
    unique: [],
    writes: [],
    actions: {},
    table: 'tag',
    scopeRule: undefined,
    list: { sort: ['title', '-createdAt'], search: [] },
  });
  expect(visit).toMatchObject({ writes: ['Create', 'Edit', 'Delete'], scopeRule: { through: 'client' } });
  expect(device.table).toBe('wrist_device');
  expect(snake('doctorTeam')).toBe('doctor_team');
});

test('a field by name', () => {
  expect(fieldOf(visit, 'title').kind).toBe('text');
  for (const wrong of ['nope', 'constructor', '__proto__', 'toString'])
    expect(() => fieldOf(visit, wrong)).toThrow(`visit has no field ${wrong}`);
});

describe('a wrong model is refused at start', () => {
  const make = (fields: Fields, more: object = {}): AnyResource =>
    defineResource({
      name: 'thing',
      title: 't',
      en: 't',
      scope: 'tenant',
      permission: 'Pages.X',
      wire: { service: 'T', entity: 'T', calls: {} },
      fields,
      list: { columns: [], sort: 'id' },
      display: 'id',
      ...more,
    } as Parameters<typeof defineResource<string, Fields>>[0]);
  const own = { title: text({ label: 'x' }), on: date({ label: 'x' }) };
  const wire = (joins: object, joinFilters: readonly string[] = []) => ({
    wire: { service: 'T', entity: 'T', calls: {}, joins, joinFilters },
  });
  const client = { client: ref('person', { label: 'x' }) };

  test.each<[string, AnyResource, string]>([
    [
      'a wire name taken twice',
      make({ ...own, other: text({ label: 'x', wire: 'TITLE' }) }),
      'thing.other: its wire name is taken',
    ],
    [
      'a natural key that is not unique',
      make({ to: ref('wristDevice', { label: 'x', by: 'note' }) }),
      'thing.to: note is not unique in wristDevice',
    ],
    [
      'a natural key that does not exist',
      make({ to: ref('wristDevice', { label: 'x', by: 'nope' }) }),
      'wristDevice has no field nope',
    ],
    [
      'an unknown target of a natural key',
      make({ to: ref('nobody', { label: 'x', by: 'imei' }) }),
      'no resource is called nobody',
    ],
    [
      'an age without a birthday',
      make({ ...own, age: age({ label: 'x', of: 'title' }) }),
      'thing.age: an age needs a birthday',
    ],
    ['an age of nothing', make({ age: age({ label: 'x', of: 'born' }) }), 'thing has no field born'],
    [
      'a filter by what another table says',
      make({ ...own, isDone: bool({ label: 'x', filter: 'exact', namedIn: { table: 'done', on: {} } }) }),
      'thing.isDone: a list cannot be filtered by what is not stored',
    ],
    [
      'a unique age',
      make({ ...own, age: age({ label: 'x', of: 'on', unique: true }) }),
      'thing.age: what is not stored cannot be unique',
    ],
    ['a join to a field that does not exist', make(client, wire({ a: 'client.nope' })), 'person has no field nope'],
    ['a join through what does not exist', make(client, wire({ a: 'nope.name' })), 'thing has no field nope'],
    [
      'a join two references deep to a field that does not exist',
      make({ visit: ref('visit', { label: 'x' }) }, wire({ a: 'visit.client.nope' })),
      'person has no field nope',
    ],
    [
      'a join through what is no reference',
      make({ visit: ref('visit', { label: 'x' }) }, wire({ a: 'visit.title.name' })),
      'visit.title is no reference',
    ],
    [
      'a join through three references',
      make({ own: ref('thing', { label: 'x' }) }, wire({ a: 'own.own.own.own' })),
      'leads through more than 2 references',
    ],
    ['a filter over no join', make(client, wire({ a: 'client.name' }, ['b'])), 'b is no joined name'],
    ['an unknown column', make(own, { list: { columns: ['nope'], sort: 'id' } }), 'thing has no field nope'],
    [
      'an unknown search field',
      make(own, { list: { columns: [], sort: 'id', search: ['nope'] } }),
      'thing has no field nope',
    ],
    ['an unknown unique field', make(own, { unique: [['title', 'nope']] }), 'thing has no field nope'],
    [
      'a scope through no reference',
      make({ size: integer({ label: 'x' }) }, { scopeRule: { through: 'size' as never } }),
      'its scope leads through what is no reference',
    ],
    [
      'a scope held by what does not refer to it',
      make(own, { scopeRule: { heldBy: { resource: 'visit', field: 'client', while: {} }, unit: 'title' as never } }),
      'its scope asks visit.client, which does not refer to it',
    ],
    [
      'a scope held by rows with a choice that is none',
      make(
        { thing: ref('thing', { label: 'x' }), state: choice(defineChoices({ on: { label: 'x' } }), { label: 'x' }) },
        {
          scopeRule: {
            heldBy: { resource: 'thing', field: 'thing', while: { state: ['off'] } },
            unit: 'state' as never,
          },
        },
      ),
      'thing.state has no choice off',
    ],
    ['a scope that opens nothing', make(own, { scopeRule: {} }), 'thing: its scope names nothing that opens a row'],
    [
      'a scope through a reference without an index',
      make({ up: ref('visit', { label: 'x' }) }, { scopeRule: { through: ['up'] } }),
      'thing: thing.up opens rows, so it needs index: true or a filter',
    ],
    [
      'a scope that asks itself',
      make({ up: ref('thing', { label: 'x', index: true }) }, { scopeRule: { through: 'up' } }),
      'thing: its scope goes round: thing → thing',
    ],
    [
      'a link that does not refer to it',
      make(own, { scopeRule: { linked: { by: 'visit', field: 'client', when: {} } } }),
      'thing: its scope asks visit.client, which does not refer to it',
    ],
    [
      'a range over a masked field',
      make({ size: integer({ label: 'x', sensitive: 'masked', filter: 'range' }) }),
      'thing.size: a list cannot be narrowed',
    ],
    [
      'a sealed field that is found by a part',
      make({ line: text({ label: 'x', sensitive: 'sealed', filter: 'like' }) }),
      'thing.line: a list cannot be narrowed',
    ],
    [
      'free text over a masked field',
      make(
        { line: text({ label: 'x', sensitive: 'masked' }) },
        { list: { columns: [], sort: 'id', search: ['line'] } },
      ),
      'thing.line: a list cannot be narrowed',
    ],
    [
      'an order by a masked field',
      make({ line: text({ label: 'x', sensitive: 'sealed' }) }, { list: { columns: [], sort: '-line' } }),
      'thing.-line: a list cannot be narrowed',
    ],
    [
      'a filter over a masked join',
      make(client, wire({ a: 'client.phone' }, ['a'])),
      'thing.a: a list cannot be narrowed',
    ],
  ])('%s', (_, wrong, message) => {
    expect(() => defineModel([person, device, visit, tag, wrong])).toThrow(message);
  });

  test('two resources of one name', () => expect(() => defineModel([tag, { ...tag }])).toThrow('the same name'));
  test('the same without the mistake is accepted', () => {
    expect(
      defineModel([
        person,
        device,
        make(
          { ...own, ...client, to: ref('wristDevice', { label: 'x', by: 'imei' }), age: age({ label: 'x', of: 'on' }) },
          wire({ a: 'client.name', b: 'client.id' }, ['a']),
        ),
      ]).resources,
    ).toHaveLength(3);
  });
});
