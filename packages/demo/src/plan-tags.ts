import { type FactRule, type Facts, meetsRule, type RuleTag, ruleTags } from '@kangmai/domain';
import type { Person } from './people.ts';

/** A tag of the demo: one by hand names its clients' condition, an automatic one has a rule. */
export interface DemoTag {
  readonly code: string;
  readonly name: string;
  readonly category: 'disease' | 'risk' | 'crowd' | 'behaviour' | 'service' | 'custom';
  readonly color: string;
  readonly rule?: FactRule;
  /** The rule in words. */
  readonly ruleText?: string;
  /** Which of the people have the tag by hand. */
  readonly has?: (person: Person, place: number) => boolean;
}

const over = (age: number): FactRule => ({ fact: 'age', sign: '>=', value: age });

const riskTags: ReadonlySet<RuleTag> = new Set(['frail']);
const crowdTags: ReadonlySet<RuleTag> = new Set(['pregnant', 'highland']);

/** Groups with limits of their own. Every tenant has these tags; people have them by their conditions. */
export const groupTags: readonly DemoTag[] = (Object.keys(ruleTags) as RuleTag[]).map((code) => ({
  code,
  name: ruleTags[code],
  category: riskTags.has(code) ? 'risk' : crowdTags.has(code) ? 'crowd' : 'disease',
  color: '#CF1322',
  has: ({ tags }) => tags.includes(code),
}));

/** Tags of the demo in all categories. */
export const demoTags: readonly DemoTag[] = [
  ...groupTags,
  {
    code: 'OLDEST',
    name: '高龄',
    category: 'crowd',
    color: '#0958D9',
    rule: { all: [over(80)] },
    ruleText: '年龄 ≥ 80岁',
  },
  {
    code: 'OLD_WOMAN',
    name: '老年女性',
    category: 'crowd',
    color: '#C41D7F',
    rule: { all: [over(65), { fact: 'gender', sign: 'in', value: ['2'] }] },
    ruleText: '年龄 ≥ 65岁，且性别为女',
  },
  {
    code: 'OVERWEIGHT',
    name: '超重',
    category: 'risk',
    color: '#D4380D',
    rule: { all: [{ fact: 'bmi', sign: '>=', value: 24 }] },
    ruleText: '体质指数 ≥ 24kg/m²',
  },
  {
    code: 'OBESE',
    name: '肥胖',
    category: 'risk',
    color: '#A8071A',
    rule: { all: [{ fact: 'bmi', sign: '>=', value: 28 }] },
    ruleText: '体质指数 ≥ 28kg/m²',
  },
  {
    code: 'YOUNG_OLD',
    name: '低龄老人',
    category: 'crowd',
    color: '#2F54EB',
    rule: { all: [over(60), { fact: 'age', sign: '<', value: 75 }] },
    ruleText: '年龄 ≥ 60岁，且年龄 < 75岁',
  },
  {
    code: 'HARD_OF_HEARING',
    name: '听力下降',
    category: 'service',
    color: '#13A8A8',
    has: ({ age }, place) => age >= 70 && place % 7 === 3,
  },
  {
    code: 'FALLS',
    name: '跌倒风险',
    category: 'risk',
    color: '#AD4E00',
    has: (person, place) => person.age >= 75 && place % 3 === 0,
  },
  {
    code: 'SMOKES',
    name: '吸烟',
    category: 'behaviour',
    color: '#595959',
    has: ({ sex }, place) => sex === 1 && place % 4 === 0,
  },
  {
    code: 'WALKS',
    name: '坚持步行',
    category: 'behaviour',
    color: '#389E0D',
    has: (_person, place) => place % 5 === 1,
  },
  {
    code: 'CALL_FIRST',
    name: '上门前先电话',
    category: 'service',
    color: '#08979C',
    has: (_person, place) => place % 8 === 2,
  },
  {
    code: 'VOLUNTEER',
    name: '志愿者',
    category: 'custom',
    color: '#1D39C4',
    has: ({ age }, place) => age < 70 && place % 6 === 0,
  },
];

const factsOf = ({ age, sex, height, weight }: Person): Facts => ({
  age: { value: age, at: null },
  gender: { value: String(sex), at: null },
  bmi: { value: Math.round((weight / (height / 100) ** 2) * 10) / 10, at: null },
});

/** Whether somebody has a tag. */
export const hasTag = ({ rule, has }: DemoTag, person: Person, place: number): boolean =>
  rule ? meetsRule(rule, factsOf(person), 0) === true : has?.(person, place) === true;
