// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from './resource-screen.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, pageOf, Refusal } from './test/fake-server.ts';
import { clearStage, openStage, loadCulture } from './test/stage.tsx';

const list = 'GET Equipment/GetAll';
/** Titles of the columns, without that of the check boxes. */
const headings = (): readonly string[] =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter((title) => title !== '');
const listsOf = (requests: ReturnType<typeof fakeServer>) => requests.filter(({ call }) => call === list);
const rowOf = (name: string): HTMLElement => screen.getByText(name).closest('tr') ?? document.body;
const cellsOf = (name: string): readonly string[] =>
  within(rowOf(name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('columns stand in the order of the definition or of the screen, with units, words and buttons', async () => {
  fakeServer({ [list]: () => pageOf(wireRow(1)) });
  openStage(<ResourceScreen resource={equipment} />);
  await screen.findByText('血压计1');
  expect(headings()).toEqual(['名称', '编码', '大类', '使用次数 (次)', '操作']);
  expect(cellsOf('血压计1')).toEqual(expect.arrayContaining(['血压计1', 'A1', '检测仪', '5']));
  for (const name of ['血压计1', '编辑 血压计1', '更多 血压计1'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  for (const name of [/^查看/, /^删除/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('beside row actions of the screen, the menu has the other actions and the deletion', async () => {
  fakeServer({ [list]: () => pageOf(wireRow(1)) });
  const Own = () => <button type="button">自带</button>;
  const user = openStage(<ResourceScreen resource={equipment} rowActions={[Own]} ownActions={['retire']} />);
  expect(await screen.findByRole('button', { name: '自带' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^删除/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '更多 血压计1' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['删除']);
  clearStage();
  fakeServer({ [list]: () => pageOf(wireRow(1)) });
  const again = openStage(<ResourceScreen resource={equipment} rowActions={[Own]} />);
  await again.click(await screen.findByRole('button', { name: '更多 血压计1' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['报废', '删除']);
});

test('a screen chooses its columns; without rights there are no buttons to write', async () => {
  fakeServer({ [list]: () => pageOf(wireRow(1)) });
  openStage(<ResourceScreen resource={equipment} columns={['code', 'name']} />, { may: [] });
  await screen.findByText('血压计1');
  expect(headings()).toEqual(['编码', '名称', '操作']);
  expect(screen.queryByRole('button', { name: /编辑|删除|新增/ })).toBeNull();
});

test('an empty list says how to begin, a filtered one offers to drop the filter', async () => {
  const requests = fakeServer({ [list]: () => pageOf() });
  const user = openStage(<ResourceScreen resource={equipment} />, { path: '/?q=甲' });
  await user.click(await screen.findByRole('button', { name: '清空条件' }));
  expect(await screen.findByText('点击“新增”添加第一条')).toBeTruthy();
  expect(listsOf(requests).map(({ query }) => query['Filter'])).toEqual(['甲', undefined]);
});

test('an empty list does not offer what the user may not do', async () => {
  fakeServer({ [list]: () => pageOf() });
  openStage(<ResourceScreen resource={equipment} />, { may: [] });
  expect(await screen.findByText('暂无数据')).toBeTruthy();
  expect(screen.queryByText(/添加第一条/)).toBeNull();
});

test('a heading asks the server for another order from the first page', async () => {
  const requests = fakeServer({ [list]: () => ({ totalCount: 100, items: [wireRow(1)] }) });
  const user = openStage(<ResourceScreen resource={equipment} />, { path: '/?page=2' });
  await screen.findByText('血压计1');
  await user.click(screen.getByText('编码', { selector: 'th *' }));
  await waitFor(() => expect(listsOf(requests)).toHaveLength(2));
  expect(listsOf(requests).map(({ query }) => [query['Sorting'], query['SkipCount']])).toEqual([
    [undefined, '10'],
    ['Code asc', '0'],
  ]);
});

test('by keyboard: arrows move along the rows, Enter opens one, E edits it', async () => {
  fakeServer({ [list]: () => pageOf(wireRow(1), wireRow(2)), 'GET Equipment/GetForEdit': () => wireRow(2) });
  const user = openStage(<ResourceScreen resource={equipment} />);
  await screen.findByText('血压计1');
  rowOf('血压计1').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rowOf('血压计2'));
  expect([rowOf('血压计1').tabIndex, rowOf('血压计2').tabIndex]).toEqual([-1, 0]);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('设备详情：血压计2')).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByText('设备详情：血压计1')).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('设备详情：血压计2')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('设备详情：血压计2')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(rowOf('血压计2')));
  await user.keyboard('e');
  expect(await screen.findByText('编辑设备：血压计2')).toBeTruthy();
});

test('a refused list says why; one that fails later keeps its rows', async () => {
  let refusal: Refusal | undefined = new Refusal(403, { message: '需要设备权限' });
  fakeServer({ [list]: () => refusal ?? pageOf(wireRow(1)) });
  const user = openStage(<ResourceScreen resource={equipment} />);
  expect(await screen.findByText('无权查看')).toBeTruthy();
  expect(screen.getByText('需要设备权限')).toBeTruthy();
  refusal = undefined;
  await user.click(screen.getByRole('button', { name: '刷新' }));
  await screen.findByText('血压计1');
  refusal = new Refusal(500, { message: '服务器内部错误' });
  await user.click(screen.getByRole('button', { name: '刷新' }));
  expect(await screen.findByText('服务器内部错误')).toBeTruthy();
  expect(screen.getByText('血压计1')).toBeTruthy();
});

test('deleting asks first; after the last row of a page the page before is shown', async () => {
  const requests = fakeServer({
    [list]: ({ query }) => ({ totalCount: 11, items: [wireRow(query['SkipCount'] === '10' ? 11 : 1)] }),
    'DELETE Equipment/Delete': () => null,
  });
  const user = openStage(<ResourceScreen resource={equipment} />, { path: '/?page=2' });
  await user.click(await screen.findByRole('button', { name: '更多 血压计11' }));
  await user.click(await screen.findByRole('menuitem', { name: '删除' }));
  expect(await screen.findByText('确定删除“血压计11”吗？')).toBeTruthy();
  expect(requests.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: '删除' }));
  expect(await screen.findByText('血压计1')).toBeTruthy();
  expect(requests.find(({ call }) => call.startsWith('DELETE'))?.query).toEqual({ Id: '11' });
});
