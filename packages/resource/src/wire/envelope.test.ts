import { expect, test } from 'vitest';
import { clinic, visit } from '../../test/clinic.ts';
import { action } from '../index.ts';
import { conventionalCalls, usualCalls, wireCallOf } from './calls.ts';
import { wrapError, wrapResult } from './envelope.ts';

const members = ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'];

test.each([[{ items: [] }], [5], ['text'], [true], [false], [0], [''], [[]]])('%j is wrapped as it is', (result) => {
  expect(wrapResult(result)).toEqual({
    result,
    targetUrl: null,
    success: true,
    error: null,
    unAuthorizedRequest: false,
    __abp: true,
  });
  expect(Object.keys(wrapResult(result))).toEqual(members);
});

test('nothing is null', () => {
  expect(wrapResult(undefined).result).toBeNull();
  expect(wrapResult(null).result).toBeNull();
});

test.each([true, false])('an error, unauthorized: %s', (unAuthorized) => {
  const error = {
    code: 0,
    reason: 'validation.failed',
    message: '提交的内容有误',
    details: null,
    validationErrors: [{ message: '名称不能为空', members: ['name'] }],
  };
  const envelope = wrapError(error, unAuthorized);
  expect(envelope).toEqual({
    result: null,
    targetUrl: null,
    success: false,
    error,
    unAuthorizedRequest: unAuthorized,
    __abp: true,
  });
  expect(Object.keys(envelope)).toEqual(members);
});

test('calls keep their names and verbs', () => {
  expect(conventionalCalls(visit)).toEqual([
    { call: 'list', verb: 'GET', action: 'GetAll' },
    { call: 'edit', verb: 'GET', action: 'GetForEdit' },
    { call: 'save', verb: 'POST', action: 'CreateOrEdit' },
    { call: 'remove', verb: 'DELETE', action: 'Delete' },
    { call: 'excel', verb: 'GET', action: 'GetToExcel' },
  ]);
  expect(conventionalCalls(clinic.byName('tag'))).toHaveLength(1);
  expect(usualCalls('C_client')).toEqual({
    list: 'GetAll',
    edit: 'GetC_clientForEdit',
    view: 'GetC_clientForView',
    save: 'CreateOrEdit',
    remove: 'Delete',
    excel: 'GetC_clientsToExcel',
  });
});

test('an action names verb and action', () => {
  const actionWith = (wire: string) => action({ label: 'x', wire, permission: 'Edit', input: {} });
  expect(wireCallOf(actionWith('PUT UpdateValid'))).toEqual({ verb: 'PUT', action: 'UpdateValid' });
  for (const wrong of ['UpdateValid', 'PATCH UpdateValid', 'put UpdateValid', 'POST ', ''])
    expect(() => wireCallOf(actionWith(wrong))).toThrow('is no verb and action name');
});
