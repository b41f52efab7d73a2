import { expect, test } from 'vitest';
import { clinic, person, tag, visit } from '../../test/clinic.ts';
import { rowWriter } from '../wire/wire-row.ts';
import {
  columnName,
  columnsOf,
  columnsOfField,
  fieldOf,
  flatSchema,
  inputSchema,
  joinSchemas,
  kindOf,
  listParameters,
  rowSchema,
  saveSchema,
  sealed,
  type AnyResource,
} from '../index.ts';

const propertiesOf = (schema: { readonly [key: string]: unknown }) =>
  schema['properties'] as Record<string, Record<string, unknown>>;

test.each([person, tag, visit] as AnyResource[])(
  'the schema of a row names what the row carries: $name',
  (resource) => {
    const flat = rowWriter({ ...resource, wire: { ...resource.wire, joins: {} } }, clinic).flat({
      id: 1,
      rowVersion: 1,
      createdAt: new Date(0),
    });
    expect(Object.keys(propertiesOf(rowSchema(resource)))).toEqual(Object.keys(flat));
  },
);

test('answers as they travel: null where nothing is required, days with midnight, masks as text', () => {
  expect(propertiesOf(rowSchema(visit))).toMatchObject({
    visiT_TITLE: { type: 'string', maxLength: 50, title: '标题' },
    tO_TIME: { type: 'string', format: 'date-time' },
    next_visite_time: { type: ['string', 'null'], pattern: String.raw`^\d{4}-\d{2}-\d{2}T00:00:00$` },
    high: { type: ['integer', 'null'], minimum: 30, maximum: 350 },
    sugar: { type: ['number', 'null'], minimum: 0.3 },
    state: { enum: [0, 1, 2] },
    kind: { enum: expect.arrayContaining([null]) as unknown[] },
    symptoms: { type: 'array', items: { enum: ['H', 'C', 'fever'] } },
    userid: { type: 'integer' },
    imei: { type: ['string', 'null'] },
    active: { type: 'boolean' },
    key: { type: ['string', 'null'] },
    photo: { type: ['string', 'null'], format: 'uuid' },
  });
  expect(propertiesOf(rowSchema(person))).toMatchObject({
    phone: { type: ['string', 'null'] },
    age: { type: ['integer', 'null'] },
  });
  expect(rowSchema(visit)['required']).toEqual(Object.keys(propertiesOf(rowSchema(visit))));
});

test('names beside a row may be empty text or null, as the reference may be empty', () => {
  const row = rowWriter(visit, clinic).flat({ id: 1, rowVersion: 1, createdAt: new Date(0) });
  expect(Object.keys(propertiesOf(flatSchema(visit, clinic)))).toEqual(Object.keys(row));
  expect(joinSchemas(visit, clinic)).toMatchObject({
    userName: { type: 'string' },
    userPhone: { type: 'string' },
    userAge: { type: ['integer', 'null'] },
    clientGender: { type: ['string', 'null'] },
    clientId2: { type: ['integer', 'null'] },
  });
});

test('input leaves out what only the server writes and requires what has no default', () => {
  const schema = inputSchema(visit.fields);
  expect(schema['required']).toEqual(['userid', 'visiT_TITLE', 'tO_TIME']);
  expect(propertiesOf(schema)).not.toHaveProperty('score');
  expect(propertiesOf(schema)).toMatchObject({
    visiT_TITLE: { type: 'string' },
    next_visite_time: { type: ['string', 'null'], format: 'date' },
    high: { type: ['integer', 'null'] },
  });
  expect(propertiesOf(saveSchema(visit))).toMatchObject({ id: { type: ['integer', 'null'] }, visiT_TITLE: {} });
  expect(inputSchema({})).toEqual({ type: 'object', properties: {} });
});

test('the parameters of a list', () => {
  const names = listParameters(visit).map((parameter) => parameter['name']);
  expect(names).toEqual(
    expect.arrayContaining([
      'Filter',
      'USERIDFilter',
      'VISIT_TITLEFilter',
      'MinTO_TIMEFilter',
      'MaxTO_TIMEFilter',
      'HighFilter',
      'MinHighFilter',
      'StateFilter',
      'Sorting',
      'SkipCount',
      'MaxResultCount',
    ]),
  );
  expect(listParameters(visit, clinic).map((parameter) => parameter['name'])).toEqual(
    expect.arrayContaining(['IdFilter', 'MinCreationTimeFilter', 'userNameFilter', 'clientGenderFilter']),
  );
  expect(names).not.toContain('AddressFilter');
  expect(names).not.toContain('MinStateFilter');
  expect(new Set(names).size).toBe(names.length);
});

test('columns: references end in _id, sealed fields fill three, computed ones none', () => {
  expect(columnsOf(person)).toEqual([
    { field: 'name', name: 'name', type: 'text', notNull: true },
    { field: 'gender', name: 'gender', type: 'text', notNull: true },
    { field: 'phone', name: 'phone_sealed', type: 'bytea', notNull: false },
    { field: 'phone', name: 'phone_index', type: 'bytea', notNull: false },
    { field: 'phone', name: 'phone_tail', type: 'text', notNull: false },
    { field: 'card', name: 'card_sealed', type: 'bytea', notNull: false },
    { field: 'card', name: 'card_index', type: 'bytea', notNull: false },
    { field: 'card', name: 'card_tail', type: 'text', notNull: false },
    { field: 'birthday', name: 'birthday', type: 'date', notNull: false },
  ]);
  expect(
    Object.fromEntries(
      columnsOf(visit).map(({ name, type, notNull }) => [name, `${type}${notNull ? ' not null' : ''}`]),
    ),
  ).toMatchObject({
    client_id: 'bigint not null',
    watch_id: 'bigint',
    tags_ids: 'bigint[]',
    visited_at: 'timestamptz not null',
    next_on: 'date',
    high: 'smallint',
    low: 'integer',
    sugar: 'numeric(4,1)',
    active: 'boolean not null',
    state: 'smallint not null',
    kind: 'text',
    symptoms: 'text[]',
    payments: 'text[]',
    extra: 'jsonb',
    photo: 'uuid',
    key_sealed: 'bytea',
    address: 'text',
    score: 'integer not null',
    origin: 'text not null',
  });
  expect(columnName('client', visit.fields.client)).toBe('client_id');
  expect(sealed(visit.fields.key)).toBe(true);
  expect(sealed(visit.fields.address)).toBe(false);
});

test('every column belongs to a field whose kind stores something', () => {
  for (const { field } of columnsOf(visit))
    expect(kindOf(fieldOf(visit, field)).storage(fieldOf(visit, field)).form).toBe('column');
  expect(columnsOfField('age', person.fields.age)).toEqual([]);
});
