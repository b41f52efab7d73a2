import { kindOf } from '../measurement/catalogue.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { gradePressure } from '../measurement/pressure-grade.ts';
import type { PressureGrade, PressureGradeKind } from '../measurement/pressure-grade.ts';
import type { CompiledTerm, ContextLimits, Limits } from './compile-limits.ts';
import { plain } from './limit-text.ts';
import { contextIndex } from './reading-context.ts';
import type { Circumstances } from './reading-context.ts';
import type { Operator } from './rule.ts';
import type { AbnormalType, AlarmLevel, Direction, Level } from './vocabulary.ts';

/** Stored quality: 0 有效, 1 请复测, 2 接触不良, 3 活动中, 4 无效. */
export type Quality = 0 | 1 | 2 | 3 | 4;

/** A reading as `judge` sees it, after `checkReading`. */
export interface Sample extends Circumstances {
  readonly kind: MeasurementKind;
  readonly values: ReadingValues;
  /** `checkReading` found a value outside its plausible range. */
  readonly doubtful?: boolean | undefined;
  /** Sensor contact as sent. */
  readonly contact?: 'good' | 'poor' | 'off' | undefined;
  /** Pressure: symptoms entered with the value. */
  readonly symptoms?: readonly string[] | undefined;
  /** A manual entry or a device whose product has a registration number; without it level 4 is capped at 3. */
  readonly trusted: boolean;
}

/** What is wrong with a reading. */
export interface Finding {
  readonly abnormalType: AbnormalType;
  /** Stored level: 4 of a device without registration is capped at 3 until confirmed. */
  readonly level: AlarmLevel;
  /** Level by the figures alone. */
  readonly reached: AlarmLevel;
  readonly direction: Direction;
  readonly metric: string;
  readonly ruleCode: string;
  readonly ruleId: number | null;
  readonly ruleVersion: number;
  readonly needsConfirmation: boolean;
  /** `血压 186/112 mmHg，达到警告线180/110`. */
  readonly description: string;
  /** `186/112`. */
  readonly valueText: string;
  /** Normal range, `90-134/60-84`. */
  readonly rangeText: string;
  /** How far outside the normal range (1 is the edge), to compare readings of one kind of case. */
  readonly severity: number;
}

/** Answer of `judge`. */
export interface Judgement {
  readonly level: Level;
  /** At most one: a reading never makes a high and a low finding, the higher level wins. */
  readonly findings: readonly Finding[];
  readonly quality: Quality;
  /** Poor contact or motion took levels 1-2 away: the reading neither confirms nor clears. */
  readonly blocked: boolean;
  /** `血压偏高（家庭界值135/85）`, `正常`. */
  readonly resultText: string;
  readonly grade?: PressureGrade;
  readonly gradeKind?: PressureGradeKind;
}

/**
 * Judges one reading by a person's limits; pure, without dates or regular expressions.
 *
 * Poor contact (contact poor or off, perfusion below 0.3) and motion block levels 1-2 of pressure, heart, oxygen and
 * temperature, never 3-4; in motion heart is judged by its own limits. Pressure of level 3 with a symptom is level 4.
 */
export function judge(sample: Sample, limits: Limits): Judgement {
  const context = limits.kinds.get(sample.kind)?.[contextIndex(sample.kind, sample)];
  const obstacle = obstacleOf(sample);
  const quality: Quality = sample.doubtful === true ? 1 : obstacle;
  const term = context === undefined ? undefined : firstMet(context.terms, sample);
  const graded = sample.kind === 'bp' ? gradeOf(sample, limits) : undefined;
  if (context === undefined || term === undefined || (obstacle !== 0 && term.level < 3)) {
    return { level: 0, findings: [], quality, blocked: obstacle !== 0, resultText: plainResults[obstacle], ...graded };
  }
  const finding = findingOf(sample, term, context);
  return { level: finding.level, findings: [finding], quality, blocked: false, resultText: term.result, ...graded };
}

const plainResults = { 0: '正常', 2: '接触不良，未判定', 3: '活动中，未判定' } as const;

function obstacleOf(sample: Sample): 0 | 2 | 3 {
  switch (sample.kind) {
    case 'bp': case 'heart': case 'spo2': case 'temperature':
      break;
    default:
      return 0;
  }
  const perfusion = sample.values['perfusion'];
  if (sample.contact === 'poor' || sample.contact === 'off' || (perfusion !== undefined && perfusion < 0.3)) {
    return 2;
  }
  return sample.motion === true || sample.heartState === 2 ? 3 : 0;
}

/** Compares a figure with a limit; a missing figure meets nothing. */
export function meets(op: Operator, value: number | undefined, limit: number): boolean {
  if (value === undefined) {
    return false;
  }
  switch (op) {
    case '>=':
      return value >= limit;
    case '>':
      return value > limit;
    case '<=':
      return value <= limit;
    case '<':
      return value < limit;
  }
}

function firstMet(terms: readonly CompiledTerm[], sample: Sample): CompiledTerm | undefined {
  const withSymptom = sample.symptoms !== undefined && sample.symptoms.length > 0;
  for (const term of terms) {
    if (meets(term.op, sample.values[term.metric], term.limit) && (!term.symptom || withSymptom) && allMet(term, sample.values)) {
      return term;
    }
  }
  return undefined;
}

function allMet(term: CompiledTerm, values: ReadingValues): boolean {
  if (term.and === undefined) {
    return true;
  }
  for (const other of term.and) {
    if (!meets(other.op, values[other.metric], other.value)) {
      return false;
    }
  }
  return true;
}

function findingOf(sample: Sample, term: CompiledTerm, context: ContextLimits): Finding {
  const symptomatic = sample.kind === 'bp' && term.level === 3 && sample.symptoms !== undefined && sample.symptoms.length > 0;
  const reached: AlarmLevel = symptomatic ? 4 : term.level;
  const valueText = valueTextOf(sample, term);
  return {
    abnormalType: term.type,
    level: reached === 4 && !sample.trusted ? 3 : reached,
    reached,
    direction: term.rule.direction,
    metric: term.metric,
    ruleCode: term.rule.code,
    ruleId: term.rule.id ?? null,
    ruleVersion: term.rule.version,
    needsConfirmation: term.rule.needsConfirmation,
    description: describe(sample, term, { valueText, symptomatic }),
    valueText,
    rangeText: term.normal,
    severity: severityOf(sample.values, term, context),
  };
}

function valueTextOf(sample: Sample, term: CompiledTerm): string {
  const { values } = sample;
  return sample.kind === 'bp' ? `${plain(values['high'] ?? 0)}/${plain(values['low'] ?? 0)}` : plain(values[term.metric] ?? 0);
}

function describe(sample: Sample, term: CompiledTerm, said: { readonly valueText: string; readonly symptomatic: boolean }): string {
  const kind = kindOf(sample.kind);
  const metric = kind.metrics.find((each) => each.key === term.metric);
  const name = sample.kind === 'bloodLipid' || sample.kind === 'sleep' ? (metric?.zh ?? kind.zh) : kind.zh;
  const unit = metric?.unit ?? '';
  const gap = unit === '%' || unit === '℃' ? '' : ' ';
  let text = `${name} ${said.valueText}${gap}${unit}，${term.reason}`;
  if (said.symptomatic) {
    text += '，伴有症状，建议立即就医';
  }
  for (const extra of term.rule.condition.addText ?? []) {
    if ((sample.values[extra.metric] ?? Number.NEGATIVE_INFINITY) >= extra.from) {
      text += `，${extra.text}`;
      break;
    }
  }
  if (sample.doubtful === true) {
    text += '，请复测';
  }
  return sample.trusted ? text : `${text}（仅供参考）`;
}

/** Only the side that the finding is about counts, so that readings of one kind of case compare. */
function severityOf(values: ReadingValues, term: CompiledTerm, context: ContextLimits): number {
  let worst = 0;
  for (const [metric, range] of context.ranges) {
    const value = values[metric];
    if (value === undefined) {
      continue;
    }
    const own = metric === term.metric;
    if (range.upper !== undefined && range.upper > 0 && (own || term.rule.direction === 1)) {
      worst = Math.max(worst, value / range.upper);
    }
    if (range.lower !== undefined && value > 0 && (own || term.rule.direction === 2)) {
      worst = Math.max(worst, range.lower / value);
    }
  }
  return worst;
}

function gradeOf(sample: Sample, limits: Limits): { grade: PressureGrade; gradeKind?: PressureGradeKind } | undefined {
  const { high, low } = sample.values;
  const graded = limits.profile.age >= 18 && !limits.profile.tags.has('pregnant');
  return graded && high !== undefined && low !== undefined ? gradePressure(high, low, { place: sample.place ?? 1 }) : undefined;
}
