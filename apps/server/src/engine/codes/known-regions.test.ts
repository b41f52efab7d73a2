import { expect, test } from 'vitest';
import { knownRegions } from './known-regions.ts';
import { regions } from './regions.ts';

test.each([
  ['330106', '330106'],
  ['浙江省 杭州市 西湖区', '330106'],
  ['浙江省杭州市西湖区', '330106'],
  ['浙江省/杭州市/西湖区', '330106'],
  ['杭州市西湖区', '330106'],
  ['浙江省', '330000'],
  ['杭州市', '330100'],
  ['北京市 东城区', '110101'],
  ['北京市 市辖区 东城区', '110101'],
  ['东莞市', '441900'],
  ['海南省 五指山市', '469001'],
])('%s is %s', (word, code) => expect(knownRegions.codeOf(word)).toBe(code));

test.each(['西湖区', '朝阳区', '市辖区', '', '杭州', '999999', '浙江省 西湖区 杭州市'])(
  '%j is none, or not one alone',
  (word) => expect(knownRegions.codeOf(word)).toBeUndefined(),
);

test('what is shown of a region is read as the same region again', () => {
  const lost = regions.filter(({ code }) => knownRegions.codeOf(knownRegions.pathOf(code) ?? '') !== code);
  expect(lost).toEqual([]);
  expect([
    knownRegions.pathOf('330106'),
    knownRegions.pathOf('110101'),
    knownRegions.pathOf('441900'),
    knownRegions.pathOf('999999'),
  ]).toEqual(['浙江省 杭州市 西湖区', '北京市 东城区', '广东省 东莞市', undefined]);
});
