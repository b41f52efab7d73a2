// @vitest-environment happy-dom
import { date, type AnyResource } from '@kangmai/resource';
import { screen, waitFor, within } from '@testing-library/react';
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
const submit = (): HTMLElement => screen.getByRole('button', { name: '查询' });
const chips = (): HTMLElement => screen.getByRole('group', { name: '当前条件' });

test('Enter in a calendar takes the day that was typed; the panel stays until the filters are asked for', async () => {
  const dated: AnyResource = {
    ...equipment,
    fields: { ...equipment.fields, boughtOn: date({ label: '购入日期', en: 'Bought on', filter: 'range' }) },
  };
  const requests = fakeServer({ [list]: () => pageOf(wireRow(1)) });
  const user = openStage(<ResourceScreen resource={dated} />, { path: '/' });
  await screen.findByText('血压计1');
  await openFilters(user);
  const until = await waitFor(() => {
    const found = document.querySelectorAll<HTMLInputElement>('.ant-picker-range input')[1];
    if (!found) throw new Error('no calendar yet');
    return found;
  });
  await user.click(until);
  await user.type(until, '2026-11-20{Enter}');
  const panel = within(screen.getByRole('form', { name: '筛选' }));
  expect(until.value).toBe('2026-11-20');
  await user.click(panel.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(requests.filter(({ call }) => call === list)).toHaveLength(2));
  expect(requests.at(-1)?.query).toMatchObject({ MaxBoughtOnFilter: '2026-11-20' });
});

async function openFilters(user: ReturnType<typeof openStage>) {
  await user.click(screen.getByRole('button', { name: '筛选' }));
  return within(await screen.findByRole('form', { name: '筛选' }));
}

test('the search field names what it looks in; it is sent trimmed from the first page, and stays', async () => {
  const { user, lists } = await openList('/?page=3');
  expect(lists()[0]?.query).toMatchObject({ SkipCount: '20' });
  expect(keyword()).toHaveProperty('placeholder', '名称');
  await user.type(keyword(), ' 欧姆龙 ');
  expect(lists(), 'nothing is sent while typing').toHaveLength(1);
  await user.click(submit());
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(lists()[1]?.query).toMatchObject({ Filter: '欧姆龙', SkipCount: '0' });
  await screen.findByText('血压计1');
  expect(keyword()).toHaveProperty('value', '欧姆龙');
});

test('Enter in the search field goes on to the first row; typed text that was not sent survives a refresh', async () => {
  const { user, lists } = await openList();
  await user.type(keyword(), '甲{Enter}');
  await waitFor(() => expect(lists().at(-1)?.query['Filter']).toBe('甲'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('血压计1').closest('tr')));
  await user.type(keyword(), '乙');
  await user.click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => expect(lists()).toHaveLength(3));
  expect(lists()[2]?.query['Filter']).toBe('甲');
  expect(keyword()).toHaveProperty('value', '甲乙');
});

test('filters of the address are there at once; 重置 drops them', async () => {
  const { user, lists } = await openList('/?q=甲&code=A1');
  expect(lists()[0]?.query).toMatchObject({ Filter: '甲', CodeFilter: 'A1' });
  expect(keyword()).toHaveProperty('value', '甲');
  expect(chips().textContent).toContain('编码：A1');
  await user.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(Object.keys(lists()[1]?.query ?? {})).not.toContain('CodeFilter');
  await waitFor(() => expect(keyword()).toHaveProperty('value', ''));
});

test('the popover holds every filter with its condition; a reversed range is named and not sent', async () => {
  const { user, lists } = await openList();
  const panel = await openFilters(user);
  for (const word of ['名称', '编码', '大类', '使用次数']) expect(panel.getByText(word)).toBeTruthy();
  for (const word of ['包含', '介于']) expect(panel.getByText(word)).toBeTruthy();
  await user.type(panel.getByLabelText('使用次数 从'), '9');
  await user.type(panel.getByLabelText('使用次数 至'), '3');
  await user.click(panel.getByRole('button', { name: '查询' }));
  expect(panel.getByText('最大值不能小于最小值')).toBeTruthy();
  expect(lists()).toHaveLength(1);
  await user.type(panel.getByLabelText('使用次数 至'), '0{Enter}');
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(lists()[1]?.query).toMatchObject({ MinUsesFilter: '9', MaxUsesFilter: '30' });
  await user.click(screen.getByRole('button', { name: '去掉条件 使用次数' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: '当前条件' })).toBeNull());
});

test('filters can be joined by "or"; chips and the next opening say so', async () => {
  const { user, lists } = await openList('/?code=A1&name=甲');
  expect(lists()[0]?.query).not.toHaveProperty('AnyOf');
  const panel = await openFilters(user);
  await user.click(panel.getByLabelText('满足任一（或）'));
  await user.click(panel.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(lists().at(-1)?.query['AnyOf']?.split(',')).toHaveLength(2));
  await waitFor(() => expect(chips().textContent).toMatch(/^满足任一（或）/));
  expect((await openFilters(user)).getByLabelText('满足任一（或）')).toHaveProperty('checked', true);
});

test('a filter of the line counts at once and has no chip', async () => {
  const { user, lists } = await openList('/?category=watch');
  expect(lists()[0]?.query).toMatchObject({ CategoryFilter: '2' });
  expect(screen.queryByRole('group', { name: '当前条件' })).toBeNull();
  await user.click(screen.getByLabelText('大类', { selector: 'input' }));
  await user.click(await screen.findByTitle('检测仪'));
  await waitFor(() => expect(lists().at(-1)?.query).toMatchObject({ CategoryFilter: '1' }));
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

test('by keyboard: ↓ leads to the rows from the search field and from anywhere else; ? shows the keys', async () => {
  const { user } = await openList();
  const row = screen.getByText('血压计1').closest('tr');
  keyword().focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(row);
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(row);
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.keyboard('?');
  expect(await screen.findByText('从详情返回列表')).toBeTruthy();
});
