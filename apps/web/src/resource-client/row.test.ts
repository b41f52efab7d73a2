import { client, deviceBinding } from '@kangmai/model';
import { expect, test } from 'vitest';

import { bodyOf, fieldOfMember, saveBody } from './body.ts';
import { problemOf } from './check.ts';
import { readRow } from './row.ts';

const wire = {
  'device_bind': {
    id: 7,
    imei: '860000000000017',
    userId: 3,
    relation: 0,
    state: 1,
    userSlot: 1,
    bindTime: '2026-05-01T02:00:00Z',
    rowVersion: 4,
    creationTime: '2026-05-01T02:00:00Z',
  },
  userName: '张三',
  age: 71,
  phoneNumber: '',
};

test('a wrapped row gives domain values, joined names by path, and the rest', () => {
  const row = readRow(deviceBinding, wire);
  expect(row).toMatchObject({
    id: 7,
    rowVersion: 4,
    values: { device: '860000000000017', client: 3, relation: 'wearer', state: 'active', unboundAt: null },
  });
  expect(row.values.boundAt).toEqual(new Date('2026-05-01T02:00:00Z'));
  expect(row.joined).toEqual({ 'client.name': '张三', 'client.age': 71 });
});

test('a flat row is read alike, and a masked value stays as it came', () => {
  const row = readRow(client, {
    id: 1,
    name: '张三',
    phone: '138****5678',
    birthday: '1950-05-01T00:00:00',
    rowVersion: 1,
  });
  expect(row.values).toMatchObject({ name: '张三', phone: '138****5678', birthday: '1950-05-01' });
});

test('what is written is what was read', () => {
  const row = readRow(deviceBinding, wire);
  expect(bodyOf(deviceBinding.fields, row.values)).toMatchObject({
    imei: '860000000000017',
    userId: 3,
    relation: 0,
    state: 1,
    bindTime: '2026-05-01T02:00:00.000Z',
    unbindTime: null,
  });
});

test('a save carries id and version, no read-only, fixed or masked values', () => {
  const body = saveBody(
    client,
    { name: '李四', phone: '138****5678', archiveNo: 'x', age: 70 },
    { id: 1, rowVersion: 5 },
  );
  expect(body).toMatchObject({ id: 1, rowVersion: 5, name: '李四' });
  expect(body).not.toHaveProperty('phone');
  expect(body).not.toHaveProperty('age');
  expect(saveBody(deviceBinding, readRow(deviceBinding, wire).values, { id: 7, rowVersion: 4 })).not.toHaveProperty(
    'imei',
  );
});

test('a refused member finds its field', () => {
  expect(fieldOfMember(deviceBinding.fields, 'bindTime')).toBe('boundAt');
  expect(fieldOfMember(deviceBinding.fields, 'userid')).toBe('client');
  expect(fieldOfMember(deviceBinding.fields, 'nothing')).toBeUndefined();
});

test('a masked value is right on an existing row and wrong on a new one', () => {
  expect(problemOf(client.fields.phone, '138****5678', 'update')).toBeNull();
  expect(problemOf(client.fields.phone, '138****5678', 'create')).toMatchObject({ reason: 'field.not-phone' });
  expect(problemOf(client.fields.name, ' ', 'create')).toEqual({ reason: 'field.required' });
});
