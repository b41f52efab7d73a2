import { above, atLeast, atMost, below } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import { pregnancyGuide, publicHealth } from './rule-sources.ts';

const fasting = [1] as const;

const afterMeal = [2, 4, 6] as const;

const fastingOrBefore = [1, 3, 5] as const;

const notFasting = [2, 3, 4, 5, 6, 7, 8, 9] as const;

const notBefore = [2, 4, 6, 7, 8, 9] as const;

const withoutDiabetes = { withoutTags: ['diabetes'] } as const;

const diabetesGuide = '中国2型糖尿病防治指南';

export const glucose: readonly PlatformRow[] = [
  {
    code: 'BS-H1',
    kind: 'bloodSugar',
    direction: 1,
    level: 1,
    when: withoutDiabetes,
    terms: [atLeast('bloodSugar', 6.1, { periods: fasting }), atLeast('bloodSugar', 7.8, { periods: afterMeal })],
    source: diabetesGuide,
    section: '糖代谢分类（空腹6.1-7.0，负荷后2 h 7.8-11.1）',
  },
  {
    code: 'BS-H2',
    kind: 'bloodSugar',
    direction: 1,
    level: 2,
    when: withoutDiabetes,
    terms: [atLeast('bloodSugar', 7, { periods: fasting }), atLeast('bloodSugar', 11.1, { periods: notFasting })],
    source: diabetesGuide,
    section: '诊断界值（提示就诊）',
  },
  {
    code: 'BS-H1-DM',
    kind: 'bloodSugar',
    direction: 1,
    level: 1,
    tag: 'diabetes',
    confirm: 2,
    within: 4320,
    terms: [above('bloodSugar', 7, { periods: fastingOrBefore }), atLeast('bloodSugar', 10, { periods: notBefore })],
    source: diabetesGuide,
    section: '控制目标4.4-7.0 / <10.0',
    version: 2,
  },
  {
    code: 'BS-H1-PREG',
    kind: 'bloodSugar',
    direction: 1,
    level: 1,
    tag: 'pregnant',
    when: withoutDiabetes,
    confirm: 2,
    within: 4320,
    terms: [atLeast('bloodSugar', 5.1, { periods: fasting }), atLeast('bloodSugar', 8.5, { periods: afterMeal })],
    source: pregnancyGuide,
    section: '妊娠期糖尿病 OGTT 诊断界值：空腹5.1、1 h 10.0、2 h 8.5；家庭读数同用，时段只有餐后2 h',
    check: true,
  },
  {
    code: 'BS-H1-PREG-DM',
    kind: 'bloodSugar',
    direction: 1,
    level: 1,
    tag: 'pregnant',
    when: { withTags: ['diabetes'] },
    confirm: 2,
    within: 4320,
    terms: [atLeast('bloodSugar', 5.3, { periods: fasting }), atLeast('bloodSugar', 6.7, { periods: afterMeal })],
    source: pregnancyGuide,
    section: '控制目标：空腹<5.3、餐后1 h<7.8、餐后2 h<6.7；时段只有餐后2 h',
    check: true,
  },
  {
    code: 'BS-H3',
    kind: 'bloodSugar',
    direction: 1,
    level: 3,
    terms: [atLeast('bloodSugar', 13.9)],
    source: diabetesGuide,
    section: '建议测酮体',
  },
  {
    code: 'BS-H4',
    kind: 'bloodSugar',
    direction: 1,
    level: 4,
    terms: [atLeast('bloodSugar', 16.7)],
    source: publicHealth,
    section: '紧急转诊',
  },
  {
    code: 'BS-L3',
    kind: 'bloodSugar',
    direction: 2,
    level: 3,
    tag: 'diabetes',
    terms: [atMost('bloodSugar', 3.9)],
    source: publicHealth,
    section: '指南 低血糖',
  },
  {
    code: 'BS-L4',
    kind: 'bloodSugar',
    direction: 2,
    level: 4,
    terms: [below('bloodSugar', 2.8)],
    source: `ADA 糖尿病诊疗标准（2024）第6节与${diabetesGuide}`,
    section: '非糖尿病2.8',
  },
  {
    code: 'BS-L4-DM',
    kind: 'bloodSugar',
    direction: 2,
    level: 4,
    tag: 'diabetes',
    terms: [below('bloodSugar', 3)],
    source: `ADA 糖尿病诊疗标准（2024）第6节与${diabetesGuide}`,
    section: '2级低血糖<3.0',
  },
];
