import type { MeasurementKind } from '../measurement/metric.ts';

/** 0 正常, 1 提示, 2 关注, 3 警告, 4 危急. */
export type Level = 0 | 1 | 2 | 3 | 4;

/** A level that opens a case. */
export type AlarmLevel = 1 | 2 | 3 | 4;

/** Names of the levels. */
export const levelNames: Readonly<Record<Level, string>> = { 0: '正常', 1: '提示', 2: '关注', 3: '警告', 4: '危急' };

/** 1 偏高, 2 偏低, 3 事件. */
export type Direction = 1 | 2 | 3;

/** 0 平台默认, 1 租户, 2 人群, 3 个人. */
export type ScopeType = 0 | 1 | 2 | 3;

/** Kinds of rules that are not about a reading's figures. */
export type EventKind = 'wear' | 'offline' | 'battery' | 'check' | 'sos' | 'fence';

/** What a rule concerns. */
export type RuleKind = MeasurementKind | EventKind;

/** Kinds of cases with their names (the wire's `abnormaL_TYPE`). */
export const abnormalTypes = {
  bpHigh: '血压偏高',
  bpLow: '血压偏低',
  bpNight: '夜间血压偏高',
  heartFast: '心率过快',
  heartSlow: '心率过慢',
  rhythm: '心律不齐',
  spo2Low: '血氧偏低',
  spo2High: '吸氧血氧偏高',
  sugarHigh: '血糖偏高',
  sugarLow: '血糖偏低',
  tempHigh: '发热',
  tempLow: '体温过低',
  uricHigh: '尿酸偏高',
  lipid: '血脂异常',
  ketone: '血酮偏高',
  weight: '体重异常',
  sleep: '睡眠异常',
  breath: '呼吸异常',
  inactive: '活动过少',
  fall: '跌倒',
  sos: '求助',
  fence: '电子围栏',
  gateway: '居家安全',
  wear: '长时间未佩戴',
  offline: '设备离线',
  battery: '低电量',
  check: '数据待核实',
} as const;

/** Key of a kind of case. */
export type AbnormalType = keyof typeof abnormalTypes;

/** Age groups of rules with their whole years, both ends included. */
export const ageGroups = {
  all: { name: '全部', min: 0, max: 200 },
  under6: { name: '0-5岁', min: 0, max: 5 },
  child: { name: '6-12岁', min: 6, max: 12 },
  teen: { name: '13-17岁', min: 13, max: 17 },
  adult: { name: '18-64岁', min: 18, max: 64 },
  senior: { name: '65-79岁', min: 65, max: 79 },
  old: { name: '80岁及以上', min: 80, max: 200 },
} as const;

/** Key of an age group. */
export type AgeGroup = keyof typeof ageGroups;

/** Tags of persons that rules know, with the tag library's names. */
export const ruleTags = {
  hypertension: '高血压',
  diabetes: '糖尿病',
  copd: '慢阻肺',
  ckd: '慢性肾病',
  pregnant: '孕产妇',
  'heart_failure': '心力衰竭',
  highland: '高原常住',
  dementia: '失智',
  frail: '衰弱',
} as const;

/** Key of a tag that rules know. */
export type RuleTag = keyof typeof ruleTags;

/** The age group of a person by whole years. */
export function ageGroupOf(age: number): Exclude<AgeGroup, 'all'> {
  if (age < 6) {
    return 'under6';
  }
  if (age < 13) {
    return 'child';
  }
  if (age < 18) {
    return 'teen';
  }
  if (age < 65) {
    return 'adult';
  }
  return age < 80 ? 'senior' : 'old';
}

const typesByKind: Readonly<Record<RuleKind, readonly [high: AbnormalType, low: AbnormalType, event: AbnormalType]>> = {
  bp: ['bpHigh', 'bpLow', 'bpHigh'],
  heart: ['heartFast', 'heartSlow', 'rhythm'],
  spo2: ['spo2High', 'spo2Low', 'spo2Low'],
  bloodSugar: ['sugarHigh', 'sugarLow', 'sugarHigh'],
  temperature: ['tempHigh', 'tempLow', 'tempHigh'],
  uricAcid: ['uricHigh', 'uricHigh', 'uricHigh'],
  bloodLipid: ['lipid', 'lipid', 'lipid'],
  ketone: ['ketone', 'ketone', 'ketone'],
  bodyFat: ['weight', 'weight', 'weight'],
  weight: ['weight', 'weight', 'weight'],
  leatherRuler: ['weight', 'weight', 'weight'],
  sleep: ['sleep', 'sleep', 'sleep'],
  walk: ['inactive', 'inactive', 'inactive'],
  ys: ['check', 'check', 'check'],
  sb: ['check', 'check', 'check'],
  location: ['fence', 'fence', 'fence'],
  wear: ['wear', 'wear', 'wear'],
  offline: ['offline', 'offline', 'offline'],
  battery: ['battery', 'battery', 'battery'],
  check: ['check', 'check', 'check'],
  sos: ['sos', 'sos', 'sos'],
  fence: ['fence', 'fence', 'fence'],
};

/** The kind of case of a rule; breathing at night is a case of its own. */
export function abnormalTypeOf(kind: RuleKind, direction: Direction, metric: string): AbnormalType {
  return metric === 'avgBreath' ? 'breath' : typesByKind[kind][direction === 1 ? 0 : direction === 2 ? 1 : 2];
}

/** The kind of case of a rule by its condition; the mean of a night is a case of its own. */
export function caseTypeOf(rule: {
  readonly kind: RuleKind;
  readonly direction: Direction;
  readonly metric: string;
  readonly condition: { readonly history?: { readonly kind: string } };
}): AbnormalType {
  return rule.condition.history?.kind === 'nightMean'
    ? 'bpNight'
    : abnormalTypeOf(rule.kind, rule.direction, rule.metric);
}

/** Kinds whose cases never exceed 关注: laboratory values and sleep scores. */
export function highestLevelOf(kind: RuleKind): AlarmLevel {
  return kind === 'uricAcid' || kind === 'bloodLipid' || kind === 'sleep' ? 2 : 4;
}

const readingKinds = [
  'bp',
  'heart',
  'spo2',
  'bloodSugar',
  'temperature',
  'uricAcid',
  'bloodLipid',
  'ketone',
  'bodyFat',
  'sleep',
  'walk',
] as const;

/** The kind of reading of a kind of case; null for cases of devices, calls and fences. */
export function readingKindOf(type: AbnormalType): MeasurementKind | null {
  if (type === 'breath') {
    return 'sleep';
  }
  return type === 'bpNight' ? 'bp' : (readingKinds.find((kind) => typesByKind[kind].includes(type)) ?? null);
}
