import { describe, expect, test } from 'vitest';
import { clinic, person, tag, visit } from '../../test/clinic.ts';
import { rowWriter, type LoadedRow } from './wire-row.ts';

const stamp = { id: 7, rowVersion: 3, createdAt: new Date('2025-01-05T00:00:00Z') };
const full: LoadedRow = {
  ...stamp,
  client: 5,
  'client.id': 5,
  'client.name': '王芳',
  'client.phone': '13812345678',
  'client.age': 66,
  'client.gender': '2',
  watch: 9,
  'watch.imei': '860123456789012',
  tags: [1, 2],
  title: '复诊',
  code: 'A',
  visitedAt: new Date('2025-01-05T01:02:03.004Z'),
  nextOn: '2025-02-01',
  high: 140,
  low: 0,
  relation: 0,
  count: 1,
  sugar: 5.6,
  active: false,
  state: 'taken',
  kind: 'headache',
  symptoms: ['headache', 'fever'],
  gender: '1',
  payments: ['1'],
  address: '浙江省杭州市西湖区文三路一百号',
  extra: { a: [1] },
  photo: 'f',
  key: 'SECRET',
  score: 0,
  origin: 'web',
};
const written = {
  id: 7,
  userid: 5,
  imei: '860123456789012',
  tags: [1, 2],
  visiT_TITLE: '复诊',
  type_code: 'A',
  tO_TIME: '2025-01-05T01:02:03.004Z',
  next_visite_time: '2025-02-01T00:00:00',
  high: 140,
  low: 0,
  relation: 0,
  count: 1,
  sugar: 5.6,
  active: false,
  state: 1,
  kind: 'H',
  symptoms: ['H', 'fever'],
  gender: '1',
  payments: ['1'],
  address: '浙江省杭州市西湖区文三路****',
  extra: { a: [1] },
  photo: 'f',
  key: '******',
  score: 0,
  origin: 'web',
  creationTime: '2025-01-05T00:00:00.000Z',
  rowVersion: 3,
};
const beside = { userName: '王芳', userPhone: '138****5678', userAge: 66, clientGender: '2', clientId2: 5 };

test('a wrapping service puts joined names beside the row', () => {
  const row = rowWriter(visit, clinic).wrapped(full);
  expect(row).toEqual({ returN_VISIT_RECORD: written, ...beside });
  expect(Object.keys(row)).toEqual([
    'returN_VISIT_RECORD',
    'userName',
    'userPhone',
    'userAge',
    'clientGender',
    'clientId2',
  ]);
  expect(Object.keys(row['returN_VISIT_RECORD'] as object)).toEqual(Object.keys(written));
});

test('flat rows hold both', () => expect(rowWriter(visit, clinic).flat(full)).toEqual({ ...written, ...beside }));

test('a service that does not wrap is flat in both forms', () => {
  const row = { ...stamp, title: '重点' };
  const flat = { id: 7, title: '重点', creationTime: '2025-01-05T00:00:00.000Z', rowVersion: 3 };
  expect(rowWriter(tag, clinic).flat(row)).toEqual(flat);
  expect(rowWriter(tag, clinic).wrapped(row)).toEqual(flat);
});

test('nulls are written, empty collections are lists, joined names of nothing are empty text', () => {
  const row = rowWriter(visit, clinic).wrapped(stamp);
  const own = row['returN_VISIT_RECORD'] as Record<string, unknown>;
  expect(Object.keys(own)).toEqual(Object.keys(written));
  for (const [key, value] of Object.entries(own))
    if (!['id', 'creationTime', 'rowVersion'].includes(key))
      expect(value).toEqual(['tags', 'symptoms', 'payments'].includes(key) ? [] : null);
  expect(row).toMatchObject({ userName: '', userPhone: '', userAge: null, clientId2: null });
});

describe('sensitive values', () => {
  const row = {
    ...stamp,
    name: '王芳',
    gender: '2',
    phone: '13812345678',
    card: '11010519491231002X',
    birthday: '1949-12-31',
    age: 75,
  };

  test('leave masked', () => {
    expect(rowWriter(person, clinic).flat(row)).toMatchObject({
      phone: '138****5678',
      iD_Card: '1********',
      birthday: '1949-12-31T00:00:00',
      age: 75,
    });
  });

  test('never stand anywhere in an answer', () => {
    const text = JSON.stringify([
      rowWriter(person, clinic).wrapped(row),
      rowWriter(visit, clinic).wrapped(full),
      rowWriter(visit, clinic).flat(full),
    ]);
    for (const hidden of ['13812345678', '11010519491231002X', 'SECRET', '一百号']) expect(text).not.toContain(hidden);
  });
});
