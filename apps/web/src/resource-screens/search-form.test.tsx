// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from './resource-screen.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, pageOf } from './test/fake-server.ts';
import { clearStage, openStage, loadCulture } from './test/stage.tsx';

const list = 'GET Equipment/GetAll';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

async function openList(path = '/') {
  const requests = fakeServer({ [list]: () => pageOf(wireRow(1)) });
  const user = openStage(<ResourceScreen resource={equipment} />, { path });
  await screen.findByText('血压计1');
  const lists = () => requests.filter(({ call }) => call === list);
  return { user, lists };
}

const keyword = (): HTMLElement => screen.getByLabelText('关键字');
const code = (): HTMLElement => screen.getByLabelText('编码', { selector: 'input' });

test('keyword and filters are sent trimmed from the first page, and stay in the form', async () => {
  const { user, lists } = await openList('/?page=3');
  expect(lists()[0]?.query).toMatchObject({ SkipCount: '20' });
  await user.type(keyword(), ' 欧姆龙 ');
  await user.type(code(), 'A1');
  expect(lists(), 'nothing is sent while typing').toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(lists()[1]?.query).toMatchObject({ Filter: '欧姆龙', CodeFilter: 'A1', SkipCount: '0' });
  await screen.findByText('血压计1');
  expect(keyword()).toHaveProperty('value', '欧姆龙');
  expect(code()).toHaveProperty('value', 'A1');
});

test('Enter in the keyword searches; typed text that was not sent survives a refresh', async () => {
  const { user, lists } = await openList();
  await user.type(keyword(), '甲{Enter}');
  await waitFor(() => expect(lists().at(-1)?.query['Filter']).toBe('甲'));
  await user.type(keyword(), '乙');
  await user.click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => expect(lists()).toHaveLength(3));
  expect(lists()[2]?.query['Filter']).toBe('甲');
  expect(keyword()).toHaveProperty('value', '甲乙');
});

test('the form begins with the filters of the address; 重置 drops them', async () => {
  const { user, lists } = await openList('/?q=甲&code=A1');
  expect(lists()[0]?.query).toMatchObject({ Filter: '甲', CodeFilter: 'A1' });
  expect(keyword()).toHaveProperty('value', '甲');
  await user.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(Object.keys(lists()[1]?.query ?? {})).not.toContain('CodeFilter');
  await waitFor(() => expect(keyword()).toHaveProperty('value', ''));
});

test('展开 shows the remaining fields; a reversed range is named and not sent', async () => {
  const { user, lists } = await openList();
  expect(screen.queryByLabelText('使用次数 从')).toBeNull();
  const toggle = screen.getByRole('button', { name: '展开' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  await user.type(await screen.findByLabelText('使用次数 从'), '9');
  await user.type(screen.getByLabelText('使用次数 至'), '3');
  await user.click(screen.getByRole('button', { name: '查询' }));
  expect(screen.getByText('最大值不能小于最小值')).toBeTruthy();
  expect(lists()).toHaveLength(1);
  await user.type(screen.getByLabelText('使用次数 至'), '0');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(lists()[1]?.query).toMatchObject({ MinUsesFilter: '9', MaxUsesFilter: '30' });
});

test('by keyboard: / goes to the search form, keys rest while one types', async () => {
  const { user, lists } = await openList();
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.keyboard('/');
  expect(document.activeElement).toBe(keyword());
  await user.keyboard('rn');
  expect(keyword()).toHaveProperty('value', 'rn');
  expect(lists()).toHaveLength(1);
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.keyboard('r');
  await waitFor(() => expect(lists()).toHaveLength(2));
});
