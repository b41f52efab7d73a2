import { above, atLeast, atMost, below, platformRow } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import type { AbnormalRule, BodyState, LimitValue } from './rule.ts';

const still: { readonly states: readonly BodyState[] } = { states: ['rest', 'asleep'] };
const moving: { readonly states: readonly BodyState[] } = { states: ['active'] };
const resting: { readonly states: readonly BodyState[] } = { states: ['rest'] };
const awake: { readonly states: readonly BodyState[] } = { states: ['rest', 'active'] };
const asleep: { readonly states: readonly BodyState[] } = { states: ['asleep'] };

const teenOn = { minAge: 13 } as const;
const consensus = '健康体检重要异常结果管理专家共识（2019）';

function bySmallAge(infant: number, toddler: number, preschool: number): LimitValue {
  return {
    steps: [
      { toAge: 0, value: infant },
      { toAge: 2, value: toddler },
      { toAge: 5, value: preschool },
    ],
  };
}

type HeartRow = Omit<PlatformRow, 'kind' | 'direction' | 'confirm' | 'within'>;

function fast(row: HeartRow): PlatformRow {
  return { ...row, kind: 'heart', direction: 1, confirm: 3, within: 30 };
}

/** Levels 1 and 2 need three readings in 30 min, 3 and 4 two in 20 min. */
function slow(row: HeartRow): PlatformRow {
  const urgent = row.level >= 3;
  return { ...row, kind: 'heart', direction: 2, confirm: urgent ? 2 : 3, within: urgent ? 20 : 30 };
}

const grown: readonly PlatformRow[] = [
  fast({
    code: 'HR-F1',
    level: 1,
    when: teenOn,
    terms: [above('heart', 100, still)],
    source: '诊断学 正常60-100',
    section: '国家基本公共卫生服务规范 糖尿病随访心率>100',
  }),
  fast({
    code: 'HR-F2',
    level: 2,
    when: teenOn,
    terms: [above('heart', 120, still)],
    source: 'v',
    section: 'RCP NEWS2（2017）脉搏111-130 为2分',
  }),
  fast({
    code: 'HR-F3',
    level: 3,
    when: teenOn,
    terms: [above('heart', 130, still)],
    source: 'RCP NEWS2（2017）',
    section: '脉搏≥131 单项3分，紧急评估',
  }),
  fast({
    code: 'HR-F4',
    level: 4,
    when: teenOn,
    terms: [atLeast('heart', 150, still)],
    source: consensus,
    section: 'A类 心率≥150；AHA ACLS 快速性心律失常≥150',
  }),
  fast({
    code: 'HR-F3-ACT',
    level: 3,
    when: { minAge: 6 },
    terms: [above('heart', { base: 220, perYear: -1 }, moving)],
    source: '最大心率公式 220-年龄',
    section: 'v',
    check: true,
  }),
  fast({
    code: 'HR-F4-ACT',
    level: 4,
    when: { minAge: 6 },
    terms: [above('heart', { base: 240, perYear: -1 }, moving)],
    source: 'v',
    check: true,
  }),
  slow({
    code: 'HR-S1',
    level: 1,
    when: teenOn,
    terms: [below('heart', 55, resting), below('heart', 50, asleep)],
    source: 'v',
    section: '诊断学 心动过缓<60；健康人熟睡可至40-50',
    check: true,
  }),
  slow({
    code: 'HR-S2',
    level: 2,
    when: teenOn,
    terms: [below('heart', 50, resting), below('heart', 45, asleep)],
    source: '2018 ACC/AHA/HRS 心动过缓指南',
    section: '定义 窦性心率<50（清醒）；睡眠45 v',
    check: true,
  }),
  slow({
    code: 'HR-S3',
    level: 3,
    when: teenOn,
    terms: [atMost('heart', 45, awake), below('heart', 40, asleep)],
    source: consensus,
    section: 'A类 心率≤45（清醒）；睡眠40 v',
    check: true,
  }),
  slow({
    code: 'HR-S4',
    level: 4,
    when: teenOn,
    terms: [below('heart', 40, awake), below('heart', 35, asleep)],
    source: consensus,
    section: 'A类 心电图心室率<40（清醒）；睡眠35 v',
    check: true,
  }),
];

const child: readonly PlatformRow[] = [
  fast({
    code: 'HR-F1-CHILD',
    level: 1,
    ageGroup: 'child',
    terms: [above('heart', 120, still)],
    source: 'APLS',
    section: '5-12岁 80-120',
  }),
  fast({
    code: 'HR-F2-CHILD',
    level: 2,
    ageGroup: 'child',
    terms: [above('heart', 130, still)],
    source: 'v',
    section: 'APLS 上限120与PALS 2-10岁上限140之间',
    check: true,
  }),
  fast({
    code: 'HR-F3-CHILD',
    level: 3,
    ageGroup: 'child',
    terms: [above('heart', 150, still)],
    source: 'v',
    check: true,
  }),
  fast({
    code: 'HR-F4-CHILD',
    level: 4,
    ageGroup: 'child',
    terms: [atLeast('heart', 180, still)],
    source: 'AHA PALS 心动过速流程',
    section: '儿童室上速≥180',
  }),
  slow({
    code: 'HR-S2-CHILD',
    level: 2,
    ageGroup: 'child',
    terms: [below('heart', 60, resting), below('heart', 50, asleep)],
    source: 'AHA PALS 心率表',
    section: '清醒下限60；睡眠下限2-10岁60、10岁以上50，6-10岁用50 v',
    check: true,
  }),
  slow({
    code: 'HR-S3-CHILD',
    level: 3,
    ageGroup: 'child',
    terms: [below('heart', 50, awake), below('heart', 45, asleep)],
    source: 'v',
    check: true,
  }),
  slow({ code: 'HR-S4-CHILD', level: 4, ageGroup: 'child', terms: [below('heart', 40)], source: 'v', check: true }),
];

const small: readonly PlatformRow[] = [
  fast({
    code: 'HR-F3-U6',
    level: 3,
    ageGroup: 'under6',
    terms: [above('heart', bySmallAge(190, 180, 160))],
    source: 'AHA PALS 心率表',
    section: '清醒上限（3月内205、3月-2岁190、2-10岁140）；1-5岁取值与级别 v',
    check: true,
  }),
  fast({
    code: 'HR-F4-U6',
    level: 4,
    ageGroup: 'under6',
    terms: [atLeast('heart', bySmallAge(220, 200, 180))],
    source: 'AHA PALS 心动过速流程',
    section: '室上速（婴儿≥220、儿童≥180）；1-2岁200 v',
    check: true,
  }),
  slow({
    code: 'HR-S3-U6',
    level: 3,
    ageGroup: 'under6',
    terms: [below('heart', bySmallAge(80, 75, 60))],
    source: 'AHA PALS 心率表',
    section: '睡眠下限（3月内80、3月-2岁75、2-10岁60），同段取较严',
  }),
  slow({
    code: 'HR-S4-U6',
    level: 4,
    ageGroup: 'under6',
    terms: [below('heart', bySmallAge(60, 60, 50))],
    source: 'AHA PALS 心动过缓流程',
    section: '<60 伴灌注不良；3-5岁50 v',
  }),
];

const rhythm: PlatformRow = {
  code: 'HR-RHYTHM',
  kind: 'heart',
  direction: 3,
  level: 2,
  metric: 'irregular',
  when: { minAge: 18, history: { kind: 'share', metric: 'irregular', met: 5, of: 10 } },
  source: 'v',
  section: '静息读数，同一日',
};

/** Platform rows of heart rate. */
export const heartRules: readonly AbnormalRule[] = [...grown, ...child, ...small, rhythm].map(platformRow);
