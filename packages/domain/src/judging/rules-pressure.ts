import { atLeast, below, platformRow } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import type { AbnormalRule, Term } from './rule.ts';

const day = 1440;
const guide = '中国高血压防治指南（2024年修订版）';

function pair(high: number, low: number): readonly Term[] {
  return [atLeast('high', high), atLeast('low', low)];
}

/**
 *  The 95th percentile by the simplified formula (male 100 + 2.0 × age, female 100 + 1.5 × age; low 65 + age) plus a
 *  step.
 */
function percentile(plus: number): readonly Term[] {
  return [
    atLeast('high', { base: 100 + plus, perYear: 2, perYearFemale: 1.5 }),
    atLeast('low', { base: 65 + plus, perYear: 1 }),
  ];
}

/** Systolic limit of children: 70 + 2 × age, 90 from 10 years, 70 below 1 year; minus a step. */
function childLow(minus: number): readonly Term[] {
  return [below('high', { base: 70 - minus, perYear: 2 }, { maxAge: 9 }), below('high', 90 - minus, { minAge: 10 })];
}

/** Low only by a systolic figure, or a diastolic one together with a systolic below 100. */
function lowPair(high: number, low: number): readonly Term[] {
  return [below('high', high), below('low', low, { and: [{ metric: 'high', op: '<', value: 100 }] })];
}

const raised: readonly PlatformRow[] = [
  {
    code: 'BP-H1-ADULT',
    kind: 'bp',
    direction: 1,
    level: 1,
    ageGroup: 'adult',
    when: { place: 1 },
    terms: pair(135, 85),
    confirm: 2,
    within: day,
    source: guide,
    section: '诊断表：家庭血压≥135/85',
  },
  {
    code: 'BP-H1-HTN',
    kind: 'bp',
    direction: 1,
    level: 1,
    tag: 'hypertension',
    when: { place: 1, minAge: 18, maxAge: 79 },
    terms: pair(135, 85),
    confirm: 2,
    within: day,
    source: guide,
    section: '诊断表：家庭血压≥135/85；80岁及以上用 BP-H1-OLD，医生可按个人另设',
  },
  {
    code: 'BP-H1-SENIOR',
    kind: 'bp',
    direction: 1,
    level: 1,
    ageGroup: 'senior',
    terms: pair(140, 90),
    confirm: 2,
    within: day,
    source: guide,
    section: '降压目标 65-79岁<140/90（诊室）；家庭读数同用此线（诊断界值135/85）v',
    check: true,
  },
  {
    code: 'BP-H1-OLD',
    kind: 'bp',
    direction: 1,
    level: 1,
    ageGroup: 'old',
    terms: pair(150, 90),
    confirm: 2,
    within: day,
    source: '中国老年高血压管理指南（2019）',
    section: '降压目标 80岁及以上<150/90，能耐受可<140/90（诊室，家庭读数同用）',
    check: true,
  },
  {
    code: 'BP-H1-OFFICE',
    kind: 'bp',
    direction: 1,
    level: 1,
    when: { place: 2, minAge: 18, maxAge: 79 },
    terms: pair(140, 90),
    confirm: 2,
    within: day,
    source: guide,
    section: '诊断表：诊室血压≥140/90',
  },
  ...(['diabetes', 'ckd', 'heart_failure'] as const).map((tag, index): PlatformRow => ({
    code: ['BP-H1-DM', 'BP-H1-CKD', 'BP-H1-HF'][index] ?? '',
    kind: 'bp',
    direction: 1,
    level: 1,
    tag,
    when: { minAge: 18 },
    terms: pair(130, 80),
    confirm: 2,
    within: day,
    source: '中国高血压防治指南',
    section: '合并症控制目标',
  })),
  {
    code: 'BP-H2',
    kind: 'bp',
    direction: 1,
    level: 2,
    when: { minAge: 18 },
    terms: pair(160, 100),
    confirm: 2,
    within: 120,
    source: guide,
    section: '2级（诊室）；≥160/100 立即启动药物治疗',
  },
  {
    code: 'BP-H3',
    kind: 'bp',
    direction: 1,
    level: 3,
    when: { minAge: 18 },
    terms: pair(180, 110),
    confirm: 2,
    within: 15,
    source: '国家基本公共卫生服务规范（第三版）',
    section: '紧急转诊界值；健康体检重要异常结果管理专家共识（2019）A类',
  },
  {
    code: 'BP-H4',
    kind: 'bp',
    direction: 1,
    level: 4,
    when: { minAge: 18 },
    confirm: 2,
    within: 15,
    terms: [...pair(200, 120), atLeast('high', 180, { symptom: true }), atLeast('low', 110, { symptom: true })],
    source: '高血压急症（>180/120 伴急性靶器官损害）',
    section: '健康体检重要异常结果管理专家共识（2019）A类 180/110 伴急性症状；无症状收缩压200 v',
  },
  {
    code: 'BP-H3-PREG',
    kind: 'bp',
    direction: 1,
    level: 3,
    tag: 'pregnant',
    terms: pair(140, 90),
    confirm: 2,
    within: 240,
    source: '妊娠期高血压疾病诊治指南（2020）',
  },
  {
    code: 'BP-H4-PREG',
    kind: 'bp',
    direction: 1,
    level: 4,
    tag: 'pregnant',
    terms: pair(160, 110),
    confirm: 2,
    within: 15,
    source: '妊娠期高血压疾病诊治指南（2020）',
    section: '重度',
  },
];

const lowered: readonly PlatformRow[] = [
  {
    code: 'BP-L2',
    kind: 'bp',
    direction: 2,
    level: 2,
    when: { minAge: 18 },
    terms: lowPair(90, 60),
    confirm: 2,
    within: 60,
    source: '诊断学',
    section: '低血压',
  },
  {
    code: 'BP-L3',
    kind: 'bp',
    direction: 2,
    level: 3,
    when: { minAge: 18 },
    terms: lowPair(80, 50),
    confirm: 2,
    within: 15,
    source: 'v',
  },
  {
    code: 'BP-L4',
    kind: 'bp',
    direction: 2,
    level: 4,
    when: { minAge: 18 },
    terms: [below('high', 70)],
    confirm: 2,
    within: 15,
    source: 'v',
  },
];

const children: readonly PlatformRow[] = [
  {
    code: 'BP-H1-CHILD',
    kind: 'bp',
    direction: 1,
    level: 1,
    when: { minAge: 6, maxAge: 17, distinctDays: true },
    terms: percentile(0),
    confirm: 3,
    within: 10080,
    source: '中国高血压防治指南',
    section: '儿童高血压≥P95（简化公式，3-17岁）；复核按 WS/T 610-2018',
  },
  {
    code: 'BP-H2-CHILD',
    kind: 'bp',
    direction: 1,
    level: 2,
    when: { minAge: 6, maxAge: 17 },
    confirm: 2,
    within: day,
    terms: [...percentile(12), atLeast('high', 140, { minAge: 13 }), atLeast('low', 90, { minAge: 13 })],
    source: 'AAP 2017',
    section: '表3 2级（P95+12；13岁及以上140/90），P95 用简化公式',
  },
  {
    code: 'BP-H3-CHILD',
    kind: 'bp',
    direction: 1,
    level: 3,
    when: { maxAge: 17 },
    terms: percentile(20),
    confirm: 2,
    within: 15,
    source: 'v',
    check: true,
  },
  {
    code: 'BP-H4-CHILD',
    kind: 'bp',
    direction: 1,
    level: 4,
    when: { maxAge: 17 },
    terms: percentile(30),
    confirm: 2,
    within: 15,
    source: '儿童高血压急症 P95+30，无症状亦然（Pediatric Emergency Medicine Practice 2019，依 AAP 2017）',
    section: '青少年同用此线，恒严于180/120',
  },
  {
    code: 'BP-L3-CHILD',
    kind: 'bp',
    direction: 2,
    level: 3,
    when: { maxAge: 17 },
    terms: childLow(0),
    confirm: 2,
    within: 15,
    source: 'AHA PALS 低血压定义',
    section: '1-10岁<70+2×年龄，10岁以上<90，婴儿<70',
  },
  {
    code: 'BP-L4-CHILD',
    kind: 'bp',
    direction: 2,
    level: 4,
    when: { maxAge: 17 },
    terms: childLow(10),
    confirm: 2,
    within: 15,
    source: 'v',
    section: 'PALS 低血压界值再低10',
    check: true,
  },
];

const report: PlatformRow = {
  code: 'BP-PP',
  kind: 'bp',
  direction: 1,
  level: 1,
  when: { minAge: 18, reportOnly: true },
  terms: [atLeast('pulsePressure', 60)],
  source: '中国高血压防治指南',
  section: '老年脉压增大；周均值',
};

/** Platform rows of blood pressure. */
export const pressureRules: readonly AbnormalRule[] = [...raised, ...lowered, ...children, report].map(platformRow);
