import { expect, test } from 'vitest';
import { afterTick, permissionNodes } from './permission-nodes.ts';

const named = (name: string, displayName: string) => ({
  name,
  displayName,
  parentName: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
});
const permissions = [
  named('Pages', '页面'),
  named('Pages.A', '客户'),
  named('Pages.A.Edit', '编辑客户'),
  named('Pages.B', '设备'),
];

test('a search keeps what stands above what it finds', () => {
  expect(permissionNodes(permissions, '编辑')).toEqual([
    {
      key: 'Pages',
      title: '页面',
      children: [{ key: 'Pages.A', title: '客户', children: [{ key: 'Pages.A.Edit', title: '编辑客户' }] }],
    },
  ]);
  expect(permissionNodes(permissions, '没有')).toEqual([]);
});

test('a tick ticks what stands above, taking one away takes what stands below', () => {
  expect([...afterTick(new Set(), 'Pages.A.Edit', true)].toSorted()).toEqual(['Pages', 'Pages.A', 'Pages.A.Edit']);
  expect([...afterTick(new Set(['Pages', 'Pages.A', 'Pages.A.Edit', 'Pages.AB']), 'Pages.A', false)]).toEqual([
    'Pages',
    'Pages.AB',
  ]);
});
