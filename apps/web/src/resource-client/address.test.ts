import { client, deviceBinding } from '@kangmai/model';
import { expect, test } from 'vitest';

import { cleanFilters, firstPage, formatListState, isBareAddress, isReversed, parseListState } from './address.ts';

test('SH-067 a list begins with ten rows on page 1', () => {
  expect(firstPage).toMatchObject({ page: 1, size: 10 });
});

test('an address gives back the list it was made from', () => {
  const state = {
    ...firstPage,
    text: '张',
    filters: { state: 'active', boundAt: { from: '2026-05-01', to: '' } },
    sort: '-boundAt',
    page: 3,
    size: 50,
  };
  expect(parseListState(deviceBinding, formatListState(deviceBinding, state))).toEqual(state);
});

test('that one filter is enough stands in the address, also where the usual state says otherwise', () => {
  const joined = { ...firstPage, filters: { state: 'active' }, any: true };
  expect(formatListState(deviceBinding, joined)).toBe('?state=active&match=any');
  expect(parseListState(deviceBinding, '?state=active&match=any')).toEqual(joined);
  expect(parseListState(deviceBinding, '?state=active&match=some')).not.toHaveProperty('any');
  const usual = { ...firstPage, any: true };
  expect(formatListState(deviceBinding, firstPage, usual)).toBe('?match=all');
  expect(parseListState(deviceBinding, '', usual)).toHaveProperty('any', true);
  expect(parseListState(deviceBinding, '?match=all', usual)).not.toHaveProperty('any');
});

test('the usual state has no address, and phones never stand in one', () => {
  expect(formatListState(deviceBinding, firstPage)).toBe('');
  expect(formatListState(client, { ...firstPage, filters: { phone: '13800000000', name: '张' } })).toBe(
    '?name=%E5%BC%A0',
  );
  expect(parseListState(client, '?phone=13800000000').filters).toEqual({});
});

test('links from elsewhere give codes, open ranges and nonsense', () => {
  expect(parseListState(deviceBinding, '?state=1&nothing=2&page=-4&size=7')).toEqual({
    ...firstPage,
    filters: { state: 'active' },
  });
  expect(parseListState(client, '?age=65..').filters).toEqual({ age: { from: '65', to: '' } });
});

test('a usual filter can be taken away and comes back with the plain address', () => {
  const usual = { ...firstPage, filters: { state: 'active' } };
  expect(formatListState(deviceBinding, usual, usual)).toBe('?state=active');
  expect(formatListState(deviceBinding, firstPage, usual)).toBe('?state=');
  expect(parseListState(deviceBinding, '?state=', usual).filters).toEqual({});
  expect(parseListState(deviceBinding, '', usual).filters).toEqual({ state: 'active' });
});

test('a chosen view stands in the address, and only an address that says nothing is bare', () => {
  const state = { ...firstPage, sort: 'name', view: 12 };
  expect(formatListState(client, state)).toBe('?sort=name&view=12');
  expect(parseListState(client, '?sort=name&view=12')).toEqual(state);
  expect(parseListState(client, '?view=x')).toEqual(firstPage);
  expect(
    ['', '?id=7', '?kind=a', '?view=0', '?name=', '?page=2'].map((search) => isBareAddress(client, search)),
  ).toEqual([true, true, true, false, false, false]);
});

test('empty filters are dropped', () => {
  expect(
    cleanFilters({ a: ' ', b: [], c: { from: '', to: '' }, d: undefined, e: ' x ', f: { from: '1', to: '' } }),
  ).toEqual({ e: 'x', f: { from: '1', to: '' } });
});

test('only a full range can be reversed', () => {
  expect(isReversed({ from: '9', to: '10' })).toBe(false);
  expect(isReversed({ from: '10', to: '9' })).toBe(true);
  expect(isReversed({ from: '10', to: '' })).toBe(false);
});
