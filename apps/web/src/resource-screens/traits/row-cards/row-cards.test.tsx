// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { ResourceScreen } from '../../resource-screen.tsx';
import { equipment, wireRow } from '../../test/equipment.ts';
import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';

const list = 'GET Equipment/GetAll';

beforeAll(() => loadCulture('zh-Hans'));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(clearStage);

test('on a phone a row is a card: its name opens it, two facts, and its menu', async () => {
  fakeServer({ [list]: () => pageOf(wireRow(1)), 'GET Equipment/GetForEdit': () => wireRow(1) });
  const user = openStage(<ResourceScreen resource={equipment} />);
  const card = within((await screen.findByText('血压计1')).closest('li') ?? document.body);
  expect(screen.queryByRole('table')).toBeNull();
  expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['编码', '大类']);
  expect(card.getByRole('button', { name: '更多 血压计1' })).toBeTruthy();
  await user.click(card.getByRole('button', { name: '血压计1' }));
  expect(await screen.findByText('设备详情：血压计1')).toBeTruthy();
});

test('an empty list says how to begin there too', async () => {
  fakeServer({ [list]: () => pageOf() });
  openStage(<ResourceScreen resource={equipment} />);
  expect(await screen.findByText('点击“新增”添加第一条')).toBeTruthy();
});
