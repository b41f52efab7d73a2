// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { equipment } from '../../test/equipment.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { RowHistory } from './row-history.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const nobody = { userName: null, impersonatorName: null, byPlatform: false, reason: null, move: null };
const value = (label: string, before: string | null, after: string | null) => ({
  field: label === '使用次数' ? 'uses' : 'x',
  label,
  before,
  after,
  wordless: label === '密钥',
});
const change = (id: number, more: object) => ({
  id,
  kind: 'updated',
  creationTime: '2026-05-01T01:02:03Z',
  ...nobody,
  changes: [],
  ...more,
});
const history = 'GET Equipment/GetHistory';
const told = (): readonly string[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('a change is told in sentences: who, when, what it was and what it became', async () => {
  const changes = [
    value('名称', '旧表', '新表'),
    value('使用次数', '3', '4'),
    value('备注', null, '床头'),
    value('编码', 'A1', null),
    value('手机号', '138****5678', '138****5678'),
    value('密钥', null, null),
  ];
  fakeServer({ [history]: () => ({ items: [change(9, { userName: '张三', changes })], hasMore: false }) });
  openStage(<RowHistory resource={equipment} id={7} />);
  await screen.findByText('张三');
  expect(told().slice(1)).toEqual([
    '把“名称”从“旧表”改为“新表”',
    '把“使用次数”从“3次”改为“4次”',
    '把“备注”填写为“床头”',
    '清空了“编码”，原为“A1”',
    '更改了“手机号”，内容已隐藏',
    '更改了“密钥”',
  ]);
  expect(document.querySelector('time')?.textContent).toBe('2026-05-01 09:02:03');
});

test('moves, beginnings, ends and authors have words of their own; a reason is told once', async () => {
  const items = [
    change(5, { kind: 'deleted', userName: '张三', impersonatorName: '李四' }),
    change(4, {
      kind: 'moved',
      userName: '张三',
      byPlatform: true,
      reason: '本人要求',
      move: { label: '撤回', from: '有效', to: '已撤回' },
      changes: [value('撤回原因', null, '本人要求')],
    }),
    change(3, { kind: 'moved', move: { label: null, from: '有效', to: '已过期' } }),
    change(2, { kind: 'created', userName: '张三', changes: [value('名称', null, '旧表')] }),
  ];
  fakeServer({ [history]: () => ({ items, hasMore: false }) });
  openStage(<RowHistory resource={equipment} id={7} />);
  await screen.findByText('李四（以张三的身份）');
  const lines = [...document.querySelectorAll('ol > li')].map(({ textContent }) =>
    textContent.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, ''),
  );
  expect(lines).toEqual([
    '李四（以张三的身份） 删除了该记录',
    '平台人员（以张三的身份） 撤回：状态从“有效”变为“已撤回”原因：本人要求',
    '系统自动 状态从“有效”变为“已过期”',
    '张三 创建了该记录查看初始内容（1项）把“名称”填写为“旧表”',
  ]);
});

test('earlier changes are read from the last one on', async () => {
  const pages = [
    { items: [change(30, { userName: '甲' }), change(20, { userName: '乙' })], hasMore: true },
    { items: [change(10, { userName: '丙' })], hasMore: false },
  ];
  const requests = fakeServer({ [history]: ({ query }) => pages[query['BeforeId'] === undefined ? 0 : 1] });
  const user = openStage(<RowHistory resource={equipment} id={7} />);
  await user.click(await screen.findByRole('button', { name: '更早的变更' }));
  await screen.findByText('丙');
  expect(requests.map(({ query }) => [query['id'], query['BeforeId']])).toEqual([
    ['7', undefined],
    ['7', '20'],
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: '更早的变更' })).toBeNull());
});

test('a row without changes says so', async () => {
  fakeServer({ [history]: () => ({ items: [], hasMore: false }) });
  openStage(<RowHistory resource={equipment} id={7} />);
  await screen.findByText('还没有变更记录');
});
