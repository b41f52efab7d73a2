import { abnormalCase, bloodPressureReading, client, device, deviceBinding, model } from '@kangmai/model';
import { anyOfField, Members } from '@kangmai/resource';
import { listReader } from '@kangmai/resource/wire';
import { expect, test } from 'vitest';

import { checkContext } from './check.ts';
import { filtersQuery, listQuery, sortWord, type ListState } from './query.ts';

const state = (change: Partial<ListState>): ListState => ({
  text: '',
  filters: {},
  sort: '',
  page: 1,
  size: 20,
  ...change,
});

test('a choice is sent as its code, a range as both ends', () => {
  expect(
    listQuery(
      deviceBinding,
      state({ filters: { state: 'active', boundAt: { from: '2026-05-01', to: '2026-05-02' } }, page: 3 }),
    ),
  ).toEqual({
    Filter: '',
    Sorting: undefined,
    SkipCount: 40,
    MaxResultCount: 20,
    StateFilter: '1',
    MinbindTimeFilter: '2026-04-30T16:00:00.000Z',
    MaxbindTimeFilter: '2026-05-02T15:59:59.999Z',
  });
});

test('an open end of a range and fields without a filter are not sent', () => {
  expect(
    filtersQuery(device, { text: ' 手表 ', filters: { simEndsOn: { from: '', to: '2026-05-02' }, deviceName: 'x' } }),
  ).toEqual({ Filter: '手表', MaxsimExpireDateFilter: '2026-05-02' });
});

test('filters joined by "or" are named; those of tabs, trees and the page around the list hold beside them', () => {
  const filters = { type: '1', product: '2', lifecycle: 'inUse' };
  const named = (change: Partial<ListState>) => filtersQuery(device, state({ filters, ...change }))['AnyOf'];
  expect(named({})).toBeUndefined();
  expect(String(named({ any: true })).split(',')).toHaveLength(2);
  expect(named({ any: true, fixed: ['type'] })).toBeUndefined();
  expect(named({ any: true, filters: { type: '1' } })).toBeUndefined();
  const { list, problems } = listReader(
    device,
    model,
  )({
    query: Members.of(filtersQuery(device, state({ filters, any: true }))),
    context: checkContext,
  });
  expect(problems).toEqual([]);
  expect(list.conditions.some(({ field }) => field === anyOfField)).toBe(true);
  expect(
    filtersQuery(bloodPressureReading, state({ filters: { client: '7', level: '1' }, any: true })),
  ).not.toHaveProperty('AnyOf');
});

test('a reference is sorted by the name beside the row, an encrypted field not at all', () => {
  expect(sortWord(client, 'healthManager')).toBe('healthManagerName');
  expect(sortWord(deviceBinding, 'device')).toBe('imei');
  expect(sortWord(client, 'phone')).toBeUndefined();
  expect(sortWord(client, 'age')).toBeUndefined();
});

test('the server reads every filter of every resource as it was meant', () => {
  for (const resource of [deviceBinding, device, client, bloodPressureReading, abnormalCase]) {
    const filters = Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => field.options.filter === 'exact' && field.kind === 'choice')
        .map(([name, field]) => [
          name,
          (field.options as unknown as { choices: { names: string[] } }).choices.names[0] ?? '',
        ]),
    );
    const query = Object.fromEntries(
      Object.entries(listQuery(resource, state({ filters }))).filter(
        ([, value]) => value !== undefined && value !== '',
      ),
    );
    const { list, problems } = listReader(resource, model)({ query: Members.ofQuery(query), context: checkContext });
    expect(problems).toEqual([]);
    expect(Object.fromEntries(list.conditions.map(({ field, value }) => [field, value]))).toEqual(filters);
  }
});
