// @vitest-environment happy-dom
import { bool } from '@kangmai/resource';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from '../../resource-screen.tsx';
import { equipment, wireRow } from '../../test/equipment.ts';
import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, openStage, loadCulture } from '../../test/stage.tsx';

const list = 'GET Equipment/GetAll';
const counts = 'GET Equipment/GetStateCounts';
const withTabs = { ...equipment, list: { ...equipment.list, tabs: 'category' } } as typeof equipment;
const wireStates = [
  { state: 1, count: 12, capped: false },
  { state: 2, count: 999, capped: true },
];

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('states stand as tabs with their numbers; a tab filters the list and keeps the other filters', async () => {
  const requests = fakeServer({ [list]: () => pageOf(wireRow(1)), [counts]: () => ({ items: wireStates }) });
  const user = openStage(<ResourceScreen resource={withTabs} />, { path: '/?q=甲' });
  const bar = await screen.findByRole('tablist');
  await waitFor(() => expect(within(bar).getByText('999+')).toBeTruthy());
  const [first] = within(bar).getAllByRole('tab').slice(1);
  if (!first) throw new Error('no tab');
  await user.click(first);
  await waitFor(() => {
    const last = requests.findLast(({ call }) => call === list);
    expect(last?.query).toMatchObject({ Filter: '甲', CategoryFilter: '1' });
  });
  expect(
    requests.filter(({ call }) => call === counts).every(({ query }) => query['CategoryFilter'] === undefined),
  ).toBe(true);
  expect(screen.queryByRole('combobox', { name: '大类' })).toBeNull();
});

const views = 'GET Equipment/GetViewCounts';
const withViews = {
  ...equipment,
  conditions: { idle: { ...bool({ label: '闲置', en: 'Idle', filter: 'exact' }) } },
  list: {
    ...equipment.list,
    views: {
      idle: { label: '闲置的', en: 'Idle', filter: { idle: true } },
      idleFirst: { label: '闲置第一类', en: 'Idle first', filter: { idle: true, category: 'meter' } },
    },
  },
} as unknown as typeof equipment;

test('views stand as tabs: one sets its filters, shows them in the line, and is found again from the address', async () => {
  const wireViews = [
    { view: 'idle', count: 3, capped: false },
    { view: 'idleFirst', count: 1, capped: false },
  ];
  const requests = fakeServer({ [list]: () => pageOf(wireRow(1)), [views]: () => ({ items: wireViews }) });
  const user = openStage(<ResourceScreen resource={withViews} />, { path: '/?q=甲&idle=true' });
  const bar = await screen.findByRole('tablist');
  expect(within(bar).getByRole('tab', { selected: true }).textContent).toMatch(/^闲置的/);
  await waitFor(() => expect(within(bar).getByText('3')).toBeTruthy());
  expect(requests.findLast(({ call }) => call === list)?.query).toMatchObject({ Filter: '甲', IdleFilter: 'true' });
  expect(requests.findLast(({ call }) => call === views)?.query['IdleFilter']).toBeUndefined();
  expect(within(screen.getByRole('search')).getByTitle('是')).toBeTruthy();
  await user.click(within(bar).getByRole('tab', { name: /^全部/ }));
  await waitFor(() => {
    const last = requests.findLast(({ call }) => call === list);
    expect(last?.query['IdleFilter']).toBeUndefined();
    expect(last?.query).toMatchObject({ Filter: '甲' });
  });
});
