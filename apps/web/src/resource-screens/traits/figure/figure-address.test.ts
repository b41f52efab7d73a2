import { model } from '@kangmai/model';
import { figures } from '@kangmai/model/figures';
import { figureQuery, type Figure } from '@kangmai/resource';
import { expect, test } from 'vitest';

import { inZone } from '../../../lib/dates.ts';
import { parseListState } from '../../../resource-client/address.ts';
import { listQuery } from '../../../resource-client/query.ts';
import { figureSearch, today } from './figure-address.ts';

const paging = new Set(['SkipCount', 'MaxResultCount', 'Sorting', 'Filter']);
const instantOf = (day: string, end: 'from' | 'to'): string => {
  const at = inZone(`${day}T12:00:00+08:00`);
  return (end === 'from' ? at?.startOf('day') : at?.endOf('day'))?.toISOString() ?? '';
};

test.each(Object.entries<Figure>(figures))('the list of %s asks what the figure counts', (key, figure) => {
  const resource = model.byName(figure.of);
  const asked = listQuery(resource, parseListState(resource, figureSearch(figure)));
  const given = Object.fromEntries(Object.entries(asked).filter(([name]) => !paging.has(name)));
  expect(given).toEqual(figureQuery(resource, figure, { today: today(), instantOf }));
  expect(figure.key).toBe(key);
});

test('a part of a figure is a filter of its list', () => {
  expect(figureSearch(figures.beds, 'free')).toBe('?state=free');
});
