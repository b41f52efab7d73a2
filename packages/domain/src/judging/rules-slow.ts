import { above, atLeast, below, platformRow } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import type { AbnormalRule, EventCondition, HistoryCondition } from './rule.ts';

const adult = { minAge: 18 } as const;
const seeDoctor = '建议就诊';
const uricGuide = '中国高尿酸血症与痛风诊疗指南（2019）';
const lipidGuide = '中国血脂管理指南（2023年）';
const weightStandard = 'WS/T 428-2013';
const ketoneConsensus = '中国糖尿病血酮监测专家共识';

const laboratory: readonly PlatformRow[] = [
  {
    code: 'UA-1',
    kind: 'uricAcid',
    direction: 1,
    level: 1,
    terms: [above('uricAcid', 420)],
    source: uricGuide,
    section: '两次不同日空腹才称高尿酸',
  },
  {
    code: 'UA-2',
    kind: 'uricAcid',
    direction: 1,
    level: 2,
    terms: [atLeast('uricAcid', 480)],
    source: uricGuide,
    section: '有合并症起始治疗',
    when: { addText: [{ metric: 'uricAcid', from: 540, text: seeDoctor }] },
  },
  {
    code: 'LIP-1',
    kind: 'bloodLipid',
    direction: 1,
    level: 1,
    when: adult,
    source: lipidGuide,
    section: '边缘升高 / 降低',
    terms: [atLeast('tc', 5.2), atLeast('ldl', 3.4), atLeast('tg', 1.7), below('hdl', 1)],
  },
  {
    code: 'LIP-2',
    kind: 'bloodLipid',
    direction: 1,
    level: 2,
    source: lipidGuide,
    section: '升高',
    when: {
      minAge: 18,
      addText: [
        { metric: 'tc', from: 7.2, text: seeDoctor },
        { metric: 'ldl', from: 4.9, text: seeDoctor },
        { metric: 'tg', from: 5.6, text: seeDoctor },
      ],
    },
    terms: [atLeast('tc', 6.2), atLeast('ldl', 4.1), atLeast('tg', 2.3)],
  },
  { code: 'KET-1', kind: 'ketone', direction: 1, level: 1, terms: [atLeast('ketone', 0.6)], source: ketoneConsensus },
  { code: 'KET-3', kind: 'ketone', direction: 1, level: 3, terms: [atLeast('ketone', 1.5)], source: ketoneConsensus },
  {
    code: 'KET-4',
    kind: 'ketone',
    direction: 1,
    level: 4,
    terms: [atLeast('ketone', 3)],
    source: '糖尿病酮症酸中毒诊断界值',
  },
];

const figure: readonly PlatformRow[] = [
  {
    code: 'BMI-1',
    kind: 'bodyFat',
    direction: 1,
    level: 1,
    ageGroup: 'adult',
    when: { reportOnly: true },
    terms: [below('bmi', 18.5), atLeast('bmi', 24)],
    source: weightStandard,
    section: '成人体重判定',
  },
  {
    code: 'BMI-2',
    kind: 'bodyFat',
    direction: 1,
    level: 2,
    ageGroup: 'adult',
    when: { reportOnly: true },
    terms: [atLeast('bmi', 28)],
    source: weightStandard,
  },
  {
    code: 'BMI-1-SENIOR',
    kind: 'bodyFat',
    direction: 1,
    level: 1,
    when: { minAge: 65, reportOnly: true },
    terms: [below('bmi', 20), above('bmi', 26.9)],
    source: '中国居民膳食指南（2022）',
    section: '老年人',
  },
  {
    code: 'FAT-1',
    kind: 'bodyFat',
    direction: 1,
    level: 1,
    when: { minAge: 18, reportOnly: true },
    terms: [above('bodyFatRate', 25, { sex: 1 }), above('bodyFatRate', 30, { sex: 2 })],
    source: '肥胖体脂率常用界值',
  },
  {
    code: 'WAIST-1',
    kind: 'leatherRuler',
    direction: 1,
    level: 1,
    when: { minAge: 18, reportOnly: true },
    terms: [atLeast('waist', 90, { sex: 1 }), atLeast('waist', 85, { sex: 2 })],
    source: weightStandard,
    section: '中心型肥胖',
  },
  {
    code: 'CALF-1',
    kind: 'leatherRuler',
    direction: 2,
    level: 1,
    when: { minAge: 65, reportOnly: true },
    terms: [below('calf', 34, { sex: 1 }), below('calf', 33, { sex: 2 })],
    source: 'AWGS 2019',
    section: '肌少症筛查',
  },
];

function course(history: HistoryCondition, minAge?: number): NonNullable<PlatformRow['when']> {
  return minAge === undefined ? { history } : { history, minAge };
}

const courses: readonly PlatformRow[] = [
  {
    code: 'WT-HF',
    kind: 'bodyFat',
    direction: 3,
    level: 3,
    tag: 'heart_failure',
    metric: 'weight',
    when: course({ kind: 'change', metric: 'weight', amount: 2, unit: 'absolute', days: 3 }),
    source: '中国心力衰竭诊断和治疗指南',
  },
  {
    code: 'WT-LOSS',
    kind: 'bodyFat',
    direction: 3,
    level: 2,
    metric: 'weight',
    confirm: 2,
    within: 10080,
    when: course({ kind: 'change', metric: 'weight', amount: -5, unit: 'percent', days: 30 }, 65),
    source: 'v',
    section: '营养不良筛查',
  },
  {
    code: 'SLP-1',
    kind: 'sleep',
    direction: 3,
    level: 1,
    metric: 'totalMinutes',
    source: 'v',
    when: course({ kind: 'days', metric: 'totalMinutes', op: '<', value: 300, met: 3, of: 3 }, 18),
  },
  {
    code: 'SLP-AHI2',
    kind: 'sleep',
    direction: 3,
    level: 2,
    metric: 'ahi',
    source: '成人阻塞性睡眠呼吸暂停诊治指南',
    section: '中度',
    when: {
      minAge: 18,
      history: { kind: 'days', metric: 'ahi', op: '>=', value: 15, met: 3, of: 7 },
      addText: [{ metric: 'ahi', from: 30, text: seeDoctor }],
    },
  },
  {
    code: 'BR-2',
    kind: 'sleep',
    direction: 1,
    level: 2,
    when: adult,
    terms: [above('avgBreath', 24), below('avgBreath', 10)],
    confirm: 2,
    within: 4320,
    source: '诊断学',
    section: '呼吸12-20，>24过速；<10 v',
  },
  {
    code: 'ACT-1',
    kind: 'walk',
    direction: 3,
    level: 1,
    metric: 'steps',
    source: 'v',
    when: course({ kind: 'belowMedian', metric: 'steps', percent: 30, medianDays: 14, met: 3 }, 65),
  },
];

interface EventRow {
  readonly code: string;
  readonly kind: PlatformRow['kind'];
  readonly level: PlatformRow['level'];
  readonly event: EventCondition;
  readonly tag?: 'dementia';
  readonly minAge?: number;
  readonly check?: true;
  readonly version?: number;
}

function eventRow(row: EventRow): PlatformRow {
  const { event, minAge, ...rest } = row;
  return {
    ...rest,
    direction: 3,
    metric: event.event,
    when: minAge === undefined ? { event } : { event, minAge },
    source: 'v',
  };
}

const eventRows: readonly EventRow[] = [
  { code: 'BED-3', kind: 'sleep', level: 3, event: { event: 'outOfBed', minutes: 30 }, minAge: 65 },
  { code: 'WEAR-1', kind: 'wear', level: 1, event: { event: 'notWorn', minutes: 1440, wakingTime: true }, version: 2 },
  {
    code: 'WEAR-2',
    kind: 'wear',
    level: 2,
    event: { event: 'notWorn', minutes: 120, wakingTime: true, sosWearer: true },
    check: true,
  },
  { code: 'WEAR-3', kind: 'wear', level: 3, tag: 'dementia', event: { event: 'notWorn', minutes: 60 }, check: true },
  {
    code: 'OFF-1',
    kind: 'offline',
    level: 1,
    event: { event: 'offline', minutes: 720, wakingTime: true, raise: { level: 2, minutes: 60, gateway: true } },
    version: 2,
  },
  {
    code: 'OFF-2',
    kind: 'offline',
    level: 2,
    event: { event: 'offline', minutes: 120, wakingTime: true, sosWearer: true },
    check: true,
  },
  { code: 'OFF-3', kind: 'offline', level: 3, tag: 'dementia', event: { event: 'offline', minutes: 60 }, check: true },
  { code: 'BAT-1', kind: 'battery', level: 1, event: { event: 'battery', below: 20, raise: { level: 2, below: 10 } } },
  {
    code: 'EVT-CHECK',
    kind: 'check',
    level: 2,
    event: { event: 'implausible', raise: { level: 3, minutes: 15 } },
    check: true,
  },
  { code: 'EVT-SOS', kind: 'sos', level: 4, event: { event: 'sos' } },
  { code: 'EVT-FENCE', kind: 'fence', level: 3, event: { event: 'fenceLeft' } },
];

/** Platform rows of laboratory values, body figures, courses over days, devices and calls. */
export const slowRules: readonly AbnormalRule[] = [
  ...laboratory,
  ...figure,
  ...courses,
  ...eventRows.map(eventRow),
].map(platformRow);
