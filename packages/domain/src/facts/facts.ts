import { metricOf } from '../measurement/catalogue.ts';
import type { MeasurementKind } from '../measurement/metric.ts';

/** The metric of the newest reading that gives a fact. */
interface FromReading {
  readonly kind: MeasurementKind;
  readonly metric: string;
}

/** One thing that may be known of a person. */
export interface FactKind {
  readonly label: string;
  readonly en: string;
  /** `codes` are several codes of a dictionary, `code` is one. */
  readonly type: 'number' | 'code' | 'codes' | 'yesNo';
  readonly unit?: string;
  readonly dictionary?: string;
  readonly source: 'file' | 'cases' | 'devices' | FromReading;
  /** An older value counts as missing. */
  readonly maxDays?: number;
}

function reading(kind: MeasurementKind, metric: string, maxDays: number): FactKind {
  const { zh, en, unit } = metricOf(kind, metric) ?? { zh: metric, en: metric, unit: '' };
  return { label: `最近${zh}`, en: `Latest ${en}`, type: 'number', unit, source: { kind, metric }, maxDays };
}

/** All facts of a person by their key; rules name nothing else. */
export const factKinds = {
  age: { label: '年龄', en: 'Age', type: 'number', unit: '岁', source: 'file' },
  gender: { label: '性别', en: 'Sex', type: 'code', dictionary: 'gender', source: 'file' },
  crowdTypes: { label: '重点人群', en: 'Key population', type: 'codes', dictionary: 'crowd_group', source: 'file' },
  livingState: { label: '居住情况', en: 'Living situation', type: 'code', dictionary: 'living_state', source: 'file' },
  bmi: { label: '体质指数', en: 'BMI', type: 'number', unit: 'kg/m²', source: 'file' },
  isVip: { label: '是否VIP', en: 'VIP', type: 'yesNo', source: 'file' },
  earlyWarning: { label: '早期预警评分', en: 'Early warning score', type: 'number', unit: '分', source: 'file' },
  openCases: { label: '未处理异常数', en: 'Open cases', type: 'number', unit: '条', source: 'cases' },
  hasDevice: { label: '佩戴设备', en: 'Wears a device', type: 'yesNo', source: 'devices' },
  systolic: reading('bp', 'high', 90),
  diastolic: reading('bp', 'low', 90),
  heartRate: reading('heart', 'heart', 30),
  spo2: reading('spo2', 'spo2', 30),
  bloodSugar: reading('bloodSugar', 'bloodSugar', 90),
  temperature: reading('temperature', 'temperature', 7),
} as const satisfies Readonly<Record<string, FactKind>>;

export type FactKey = keyof typeof factKinds;

export const factKeys = Object.keys(factKinds) as readonly FactKey[];

export type FactValue = number | string | boolean | readonly string[];

/** A known value of a person with its day. A fact without a value is missing, which differs from false. */
export interface Fact {
  readonly value: FactValue;
  readonly at: number | null;
}

export type Facts = { readonly [K in FactKey]?: Fact };

const dayMs = 86_400_000;

/** A fact that is not too old to count. */
export function freshFact(facts: Facts, key: FactKey, now: number): FactValue | undefined {
  const fact = facts[key];
  const { maxDays }: FactKind = factKinds[key];
  const isOld = maxDays !== undefined && fact?.at !== null && fact !== undefined && now - fact.at > maxDays * dayMs;
  return isOld ? undefined : fact?.value;
}
