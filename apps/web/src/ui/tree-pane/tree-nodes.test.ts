import { expect, test } from 'vitest';
import { idsAbove, idsBelow, treeNodes, wayTo } from './tree-nodes.ts';

const entry = (id: number, parentId: number | null) => ({ id, parentId, name: `u${id}` });
const entries = [entry(1, null), entry(3, 1), entry(2, 1), entry(4, 3)];

test('entries stand below their parents in the given order', () => {
  expect(treeNodes(entries)).toEqual([
    {
      key: 1,
      title: 'u1',
      children: [
        { key: 3, title: 'u3', children: [{ key: 4, title: 'u4' }] },
        { key: 2, title: 'u2' },
      ],
    },
  ]);
});

test('a word leaves what has it and what stands above it', () => {
  expect(treeNodes(entries, 'U4')).toEqual([
    { key: 1, title: 'u1', children: [{ key: 3, title: 'u3', children: [{ key: 4, title: 'u4' }] }] },
  ]);
  expect(treeNodes(entries, 'nothing')).toEqual([]);
});

test('what stands below an entry, and the way to it', () => {
  expect(idsBelow(entries, 3)).toEqual([3, 4]);
  expect(wayTo(entries, 4)).toEqual(['u1', 'u3', 'u4']);
  expect(wayTo(entries, 9)).toEqual([]);
});

test('an entry is found by further words too, a group is never chosen, and what stands above an entry is known', () => {
  const [group, ward] = [
    { ...entry(1, null), isGroup: true as const },
    { ...entry(2, 1), words: 'ward_code' },
  ];
  expect(treeNodes([group, ward], 'WARD')).toEqual([
    { key: 1, title: 'u1', selectable: false, children: [{ key: 2, title: 'u2' }] },
  ]);
  expect([idsAbove(entries, 4), idsAbove(entries, 1), idsAbove(entries, null)]).toEqual([[1, 3], [], []]);
});
