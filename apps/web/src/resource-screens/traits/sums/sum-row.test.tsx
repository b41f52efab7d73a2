// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from '../../resource-screen.tsx';
import { equipment, wireRow } from '../../test/equipment.ts';
import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, openStage, loadCulture } from '../../test/stage.tsx';

const list = 'GET Equipment/GetAll';
const summed = {
  ...equipment,
  counts: { parts: { of: 'part', by: 'equipment', label: '零件数', en: 'Parts' } },
  list: { ...equipment.list, columns: ['name', 'uses', 'parts'], sums: ['uses'] },
} as unknown as typeof equipment;

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('sums of all rows stand below the table; counts are columns that do not sort', async () => {
  fakeServer({ [list]: () => ({ ...pageOf(wireRow(1, { parts: 7 })), sums: { uses: 12_345 } }) });
  openStage(<ResourceScreen resource={summed} />);
  const foot = await screen.findByRole('group', { name: '合计' });
  expect(within(foot).getByText('12,345次')).toBeTruthy();
  const heading = screen.getByRole('columnheader', { name: '零件数' });
  expect(heading.className).not.toContain('sorters');
  expect(screen.getByRole('cell', { name: '7' })).toBeTruthy();
});

test('a list that is too long has no sums', async () => {
  fakeServer({ [list]: () => ({ ...pageOf(wireRow(1)), totalCountCapped: true }) });
  openStage(<ResourceScreen resource={summed} />);
  await screen.findByText('血压计1');
  expect(screen.queryByRole('group', { name: '合计' })).toBeNull();
});
