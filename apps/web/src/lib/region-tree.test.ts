import { expect, test } from 'vitest';

import { answersTo, onlyAnswer, regionTree } from './region-tree.ts';

const tree = regionTree([
  { code: '110000', name: '北京市', pinyin: 'bjs' },
  { code: '110100', name: '市辖区', pinyin: 'sxq', isNominal: true },
  { code: '110101', name: '东城区', pinyin: 'dcq' },
  { code: '330000', name: '浙江省', pinyin: 'zjs' },
  { code: '330100', name: '杭州市', pinyin: 'hzs' },
  { code: '330106', name: '西湖区', pinyin: 'xhq' },
]);

test('counties below a second level that nobody says stand below the province', () => {
  expect(tree.nodes.map(({ value, children }) => [value, children?.map((child) => child.value)])).toEqual([
    ['110000', ['110101']],
    ['330000', ['330100']],
  ]);
  expect([tree.codesOf('110101'), tree.codesOf('330106'), tree.codesOf('330000'), tree.codesOf('999999')]).toEqual([
    ['110000', '110101'],
    ['330000', '330100', '330106'],
    ['330000'],
    ['999999'],
  ]);
});

test('names from the province down; an unknown code as it is', () => {
  expect(['330106', '110101', '110100', '330000', '999999'].map(tree.pathOf)).toEqual([
    '浙江省 杭州市 西湖区',
    '北京市 东城区',
    '北京市 市辖区',
    '浙江省',
    '999999',
  ]);
});

const lake = [
  { label: '浙江省', pinyin: 'zjs' },
  { label: '杭州市', pinyin: 'hzs' },
  { label: '西湖区', pinyin: 'xhq' },
];
test.each([
  ['西湖', true],
  ['杭州 西湖', true],
  ['浙江省 杭州市 西湖区', true],
  ['浙江省杭州', true],
  ['xhq', true],
  ['XH', true],
  ['zj xh', true],
  ['hzsxhq', true],
  ['hq', false],
  ['东城', false],
  ['西湖 东城', false],
])('%s finds the lake: %s', (typed, found) => {
  expect(answersTo(lake, typed)).toBe(found);
});

test('the only answer is found by its words; of several none is', () => {
  expect(onlyAnswer(tree.nodes, '西湖', false)).toBe('330106');
  expect(onlyAnswer(tree.nodes, 'zj', false)).toBe('330106');
  expect(onlyAnswer(tree.nodes, 'zj', true)).toBeUndefined();
  expect(onlyAnswer(tree.nodes, '区', false)).toBeUndefined();
  expect(onlyAnswer(tree.nodes, '火星', true)).toBeUndefined();
});
