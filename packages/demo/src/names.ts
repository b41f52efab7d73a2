import type { Random } from './prng.ts';

/** Part of the country a family comes from; surnames depend on it. */
export type Homeland = 'north' | 'east' | 'southwest' | 'south';

type Weights = readonly (readonly [surname: string, weight: number])[];

const everywhere: Weights = [
  ['王', 72],
  ['李', 74],
  ['张', 68],
  ['刘', 54],
  ['陈', 46],
  ['杨', 31],
  ['赵', 21],
  ['黄', 22],
  ['周', 20],
  ['吴', 20],
  ['徐', 16],
  ['孙', 15],
  ['胡', 13],
  ['朱', 13],
  ['高', 12],
  ['林', 12],
  ['何', 12],
  ['郭', 12],
  ['马', 11],
  ['罗', 10],
  ['梁', 9],
  ['宋', 8],
  ['郑', 8],
  ['谢', 8],
  ['韩', 7],
  ['唐', 7],
  ['冯', 7],
  ['于', 6],
  ['董', 6],
  ['萧', 2],
  ['程', 6],
  ['曹', 6],
  ['袁', 5],
  ['邓', 6],
  ['许', 6],
  ['傅', 4],
  ['沈', 5],
  ['曾', 5],
  ['彭', 5],
  ['吕', 5],
  ['苏', 5],
  ['卢', 4],
  ['蒋', 5],
  ['蔡', 5],
  ['贾', 4],
  ['丁', 4],
  ['魏', 4],
  ['薛', 3],
  ['叶', 4],
  ['阎', 2],
  ['余', 4],
  ['潘', 4],
  ['杜', 4],
  ['戴', 3],
  ['夏', 3],
  ['钟', 3],
  ['汪', 4],
  ['田', 4],
  ['任', 3],
  ['姜', 3],
  ['范', 3],
  ['方', 3],
  ['石', 3],
  ['姚', 3],
  ['谭', 3],
  ['廖', 3],
  ['邹', 3],
  ['熊', 3],
  ['金', 3],
  ['陆', 3],
  ['郝', 2],
  ['孔', 2],
  ['白', 2],
  ['崔', 2],
  ['康', 2],
  ['毛', 2],
  ['邱', 2],
  ['秦', 2],
  ['江', 2],
  ['史', 2],
  ['顾', 2],
  ['侯', 2],
  ['邵', 2],
  ['孟', 2],
  ['龙', 2],
  ['万', 2],
  ['段', 2],
  ['雷', 2],
  ['钱', 2],
  ['汤', 2],
  ['尹', 2],
  ['黎', 2],
  ['易', 1],
  ['常', 1],
  ['武', 1],
  ['乔', 1],
  ['贺', 1],
  ['赖', 1],
  ['龚', 1],
  ['文', 1],
  ['欧阳', 1],
];

const moreOften: Readonly<Record<Homeland, Weights>> = {
  north: [
    ['王', 40],
    ['张', 30],
    ['赵', 12],
    ['孙', 10],
    ['马', 6],
    ['韩', 6],
    ['郝', 5],
    ['崔', 5],
    ['于', 6],
    ['孟', 4],
  ],
  east: [
    ['陈', 20],
    ['沈', 14],
    ['徐', 12],
    ['朱', 10],
    ['吴', 10],
    ['周', 8],
    ['陆', 8],
    ['金', 8],
    ['叶', 8],
    ['钱', 6],
    ['章', 6],
    ['俞', 5],
    ['施', 4],
    ['顾', 5],
  ],
  southwest: [
    ['杨', 28],
    ['李', 20],
    ['罗', 10],
    ['何', 8],
    ['段', 7],
    ['尹', 5],
    ['普', 3],
    ['和', 3],
    ['唐', 6],
    ['邓', 6],
    ['廖', 6],
    ['曾', 6],
    ['龙', 4],
    ['冉', 2],
  ],
  south: [
    ['陈', 40],
    ['黄', 30],
    ['林', 24],
    ['梁', 14],
    ['郑', 8],
    ['谢', 6],
    ['赖', 4],
    ['钟', 5],
    ['蔡', 6],
    ['莫', 3],
  ],
};

type Pair = readonly [first: string, second: string];

const cohorts: readonly { readonly until: number; readonly male: Pair; readonly female: Pair }[] = [
  {
    until: 1956,
    male: ['建国德志永文明家世宗玉光正福长新春云天保', '国华明福生林祥才贵荣忠义平安昌发根全清山'],
    female: ['秀桂玉淑凤兰素美金惠翠春月瑞爱琼云银彩莲', '英兰珍芳华琴梅芝莲香云仙娥芬凤贞清珠花容'],
  },
  {
    until: 1984,
    male: ['建志国海永卫文晓立宏伟学红振俊荣少庆', '军平华勇强明刚斌林东辉民峰生云涛兵昆'],
    female: ['丽秀红晓建惠玉美春雪燕海艳云琼文', '华芳萍英梅玲琼红芬敏云霞娟珍燕丽'],
  },
  {
    until: 3000,
    male: ['宇浩子俊志嘉思明文天泽一博家梓', '轩然杰豪宇辰涛鹏翔阳凯航睿霖哲'],
    female: ['雨思欣佳梦诗子晓雅婷嘉若一梓静', '涵怡婷琪彤妍雯萱瑶宁洁颖蕾悦然'],
  },
];

const surnamesOf = new Map<Homeland, Weights>(
  (Object.keys(moreOften) as Homeland[]).map((land) => [land, [...everywhere, ...moreOften[land]]]),
);

/** A surname by its frequency in that part of the country. */
export function surname(random: Random, homeland: Homeland): string {
  return random.weighted(surnamesOf.get(homeland) ?? everywhere);
}

/** A given name usual in the year of birth. */
export function givenName(random: Random, { sex, year }: { sex: 1 | 2; year: number }): string {
  const cohort = cohorts.find((each) => year < each.until) ?? cohorts[0];
  const [first, second] = (sex === 1 ? cohort?.male : cohort?.female) ?? ['安', '安'];
  const tail = random.character(second);
  if (random.chance(0.15)) return tail;
  const head = random.character(first);
  return head === tail ? tail : `${head}${tail}`;
}
