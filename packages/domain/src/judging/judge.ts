import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { gradePressure, pressureGradeNames } from '../measurement/pressure-grade.ts';
import type { GradedPressure, PressureGrade, PressureGradeKind } from '../measurement/pressure-grade.ts';
import type { CompiledTerm, ContextLimits, Limits, QuietRange } from './compile-limits.ts';
import { findingOf, hasSymptom } from './finding.ts';
import type { Finding } from './finding.ts';
import { contextIndex } from './reading-context.ts';
import type { Operator } from './rule.ts';
import type { Sample } from './sample.ts';
import type { Level } from './vocabulary.ts';

/** Stored quality: 0 有效, 1 请复测, 2 接触不良, 3 活动中, 4 无效, 5 未佩戴. */
export type Quality = 0 | 1 | 2 | 3 | 4 | 5;

/** Answer of `judge`. */
export interface Judgement {
  readonly level: Level;
  /** At most one: a reading never gives a high and a low finding, the higher level wins. */
  readonly findings: readonly Finding[];
  readonly quality: Quality;
  /** Taken without contact, or poor contact or motion removed levels 1-2: the reading neither confirms nor clears. */
  readonly blocked: boolean;
  /** `血压偏高（家庭界值135/85）`, `1级高血压水平，未达本人界值`, `正常`. */
  readonly resultText: string;
  readonly grade?: PressureGrade;
  readonly gradeKind?: PressureGradeKind;
}

/**
 * Judges one reading by a person's limits; pure, without dates or regular expressions.
 *
 * Poor contact (contact poor, perfusion below 0.3) and motion block levels 1-2 of pressure, heart, oxygen and
 * temperature, never 3-4; in motion heart is judged by its own limits. Pressure of level 3 with a symptom is level 4.
 * A device that is not worn (contact off) makes no valid reading: levels 3-4 stay with it, blocked.
 */
export function judge(sample: Sample, limits: Limits): Judgement {
  const context = contextOf(sample, limits);
  const obstacle = obstacleOf(sample);
  const term = context && firstMet(context, sample);
  if (term === undefined && isPlain(sample, obstacle)) {
    return normal;
  }
  const quality = qualityOf(sample, obstacle);
  if (context === undefined || term === undefined || (obstacle !== 0 && term.level < 3)) {
    return {
      level: 0,
      findings: [],
      quality,
      blocked: obstacle !== 0,
      ...wordsAtZero(sample, limits, { context, obstacle }),
    };
  }
  const finding = findingOf(sample, term, context);
  return {
    level: finding.level,
    findings: [finding],
    quality,
    blocked: obstacle === notWorn,
    resultText: term.result,
    ...gradeOf(sample, limits, { context, finding }),
  };
}

/** Words and grade of a reading without a finding. */
function wordsAtZero(
  sample: Sample,
  limits: Limits,
  by: { readonly context: ContextLimits | undefined; readonly obstacle: 0 | 2 | 3 | 5 },
): Pick<Judgement, 'resultText' | 'grade' | 'gradeKind'> {
  const { context, obstacle } = by;
  const graded = context && obstacle === 0 ? gradeOf(sample, limits, { context }) : undefined;
  return { resultText: unreached(graded) ?? plainResults[obstacle], ...graded };
}

/** Words for a pressure that the guideline grades and the person's own limits allow. */
function unreached(graded: GradedPressure | undefined): string | undefined {
  return graded && graded.grade >= 2 ? `${pressureGradeNames[graded.grade]}，未达本人界值` : undefined;
}

/**
 * The words of a judgement as stored with the reading, at most 64 characters; null where level and quality suffice:
 * nothing found, or not judged.
 */
export function storedResult(judgement: Judgement | undefined): string | null {
  return judgement === undefined || unremarkable.has(judgement.resultText) ? null : judgement.resultText.slice(0, 64);
}

const notWorn = 5;
const plainResults = { 0: '正常', 2: '接触不良，未判定', 3: '活动中，未判定', [notWorn]: '未佩戴，未判定' } as const;
const unremarkable: ReadonlySet<string> = new Set(Object.values(plainResults));

/** The most frequent judgement: valid, normal and without a grade. */
const normal: Judgement = Object.freeze({
  level: 0,
  findings: [],
  quality: 0,
  blocked: false,
  resultText: plainResults[0],
});

const isPlain = ({ kind, doubtful }: Sample, obstacle: Quality): boolean =>
  kind !== 'bp' && doubtful !== true && obstacle === 0;

/** A value out of its plausible range is measured again, unless nobody wore the device. */
const qualityOf = ({ doubtful }: Sample, obstacle: Quality): Quality =>
  doubtful === true && obstacle !== notWorn ? 1 : obstacle;

/** The limits that apply in a sample's context; an oxygen flow above 0 is breathing oxygen. */
export function contextOf(sample: Sample, limits: Limits): ContextLimits | undefined {
  const flowing = sample.kind === 'spo2' && (sample.values['oxygenFlow'] ?? 0) > 0;
  return limits.ofKind(sample.kind)[flowing ? 1 : contextIndex(sample.kind, sample)];
}

const sensorKinds = new Set<MeasurementKind>(['bp', 'heart', 'spo2', 'temperature']);

function obstacleOf(sample: Sample): 0 | 2 | 3 | 5 {
  if (!sensorKinds.has(sample.kind)) {
    return 0;
  }
  const perfusion = sample.values['perfusion'];
  if (sample.contact === 'off') {
    return notWorn;
  }
  if (sample.contact === 'poor' || (perfusion !== undefined && perfusion < 0.3)) {
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

/**
 * True when every figure lies where none of its limits can be met: the usual case, decided by two comparisons per
 * figure.
 */
function isQuiet(quiet: readonly QuietRange[], values: ReadingValues): boolean {
  for (const { metric, low, high } of quiet) {
    const value = values[metric];
    if (value !== undefined && (value <= low || value >= high)) {
      return false;
    }
  }
  return true;
}

function firstMet({ quiet, terms }: ContextLimits, sample: Sample): CompiledTerm | undefined {
  if (isQuiet(quiet, sample.values)) {
    return undefined;
  }
  const withSymptom = hasSymptom(sample);
  for (const term of terms) {
    if (
      meets(term.op, sample.values[term.metric], term.limit) &&
      (!term.symptom || withSymptom) &&
      allMet(term, sample.values)
    ) {
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

/** Whether a person's pressures are graded: adults who are not pregnant. */
const isGraded = ({ profile }: Limits): boolean => profile.age >= 18 && !profile.tags.has('pregnant');

/** The grade that agrees with what the limits found; none for other kinds, persons under 18 and pregnant ones. */
function gradeOf(
  { kind, values: { high, low }, place = 1 }: Sample,
  limits: Limits,
  by: { readonly context: ContextLimits; readonly finding?: Finding },
): GradedPressure | undefined {
  if (kind !== 'bp' || high === undefined || low === undefined || !isGraded(limits)) {
    return undefined;
  }
  const { ranges } = by.context;
  const found = by.finding && {
    side: by.finding.abnormalType === 'bpLow' ? ('low' as const) : ('high' as const),
    level: by.finding.level,
  };
  return gradePressure(high, low, {
    place,
    found,
    upper: { high: ranges.get('high')?.upper, low: ranges.get('low')?.upper },
  });
}
