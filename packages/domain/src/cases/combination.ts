import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseStep, OpenCase } from './case-book.ts';
import { raisedWords } from './case-words.ts';

/** Two open cases that together are graver than each alone; the first is raised. */
export interface CombinationRule {
  readonly code: string;
  readonly raised: CombinationPart;
  readonly beside: CombinationPart;
  /** Most minutes between their newest readings. */
  readonly withinMinutes: number;
  readonly level: AlarmLevel;
  readonly text: string;
  readonly needsConfirmation: boolean;
}

/** One side of a combination. */
export interface CombinationPart {
  readonly types: readonly AbnormalType[];
  readonly minLevel: AlarmLevel;
  /** Least figure of the worst reading. */
  readonly minPeak?: number;
}

/** The platform's combinations as data. */
export const combinationRules: readonly CombinationRule[] = [
  {
    code: 'CMB-SPO2-HEART',
    level: 4,
    withinMinutes: 15,
    text: '血氧偏低合并心率异常',
    needsConfirmation: false,
    raised: { types: ['spo2Low'], minLevel: 2 },
    beside: { types: ['heartFast', 'heartSlow'], minLevel: 2 },
  },
  {
    code: 'CMB-TEMP-SPO2',
    level: 3,
    withinMinutes: 60,
    text: '发热合并血氧偏低',
    needsConfirmation: true,
    raised: { types: ['spo2Low'], minLevel: 2 },
    beside: { types: ['tempHigh', 'tempLow'], minLevel: 2 },
  },
  {
    code: 'CMB-SUGAR-KETONE',
    level: 4,
    withinMinutes: 120,
    text: '高血糖合并血酮升高，建议立即就医',
    needsConfirmation: true,
    raised: { types: ['sugarHigh'], minLevel: 3, minPeak: 13.9 },
    beside: { types: ['ketone'], minLevel: 3, minPeak: 1.5 },
  },
];

/** The reading that meets a combination. */
interface Trigger {
  readonly at: number;
  readonly late: boolean;
  readonly past?: boolean | undefined;
}

/** Raises a person's open cases by combination; both sides are confirmed, because only confirmed cases are open. */
export function combinationSteps(open: ReadonlyMap<AbnormalType, OpenCase>, reading: Trigger): CaseStep[] {
  const cases = [...open.values()];
  const steps: CaseStep[] = [];
  for (const rule of combinationRules) {
    const target = cases.find((each) => isPart(each, rule.raised) && each.level < rule.level);
    const other =
      target && cases.find((each) => isPart(each, rule.beside) && isClose(each, target, rule.withinMinutes));
    if (target && other) {
      steps.push(raise(target, rule, reading));
    }
  }
  return strongestPerCase(steps);
}

/** Pressure of level 3 with a symptom that staff noted on the case is level 4; otherwise undefined. */
export function raiseForSymptom(open: OpenCase, at: number): CaseStep | undefined {
  const applies = (open.abnormalType === 'bpHigh' || open.abnormalType === 'bpLow') && open.level === 3;
  if (!applies) {
    return undefined;
  }
  const raised: OpenCase = {
    ...open,
    level: 4,
    description: `${raisedWords(open.description, '伴有症状', 4)}，建议立即就医`,
    noticeAt: at,
  };
  return { do: 'extend', case: raised, raisedFrom: 3, notice: 'raise' };
}

function raise(target: OpenCase, rule: CombinationRule, reading: Trigger): CaseStep {
  const notice = reading.late ? 'none' : target.noticeAt === null ? 'open' : 'raise';
  const raised: OpenCase = {
    ...target,
    level: rule.level,
    description: raisedWords(target.description, rule.text, rule.level),
    ruleCode: rule.code,
    ruleId: null,
    late: target.late && reading.late,
    past: target.past && reading.past,
    noticeAt: reading.late ? target.noticeAt : reading.at,
  };
  return {
    do: 'extend',
    case: raised,
    raisedFrom: target.level,
    notice,
    ...(reading.past && !target.late && { run: 'silent' as const }),
  };
}

function strongestPerCase(steps: readonly CaseStep[]): CaseStep[] {
  const best = new Map<AbnormalType, CaseStep>();
  for (const step of steps) {
    const held = best.get(step.case.abnormalType);
    if (!held || step.case.level > held.case.level) {
      best.set(step.case.abnormalType, step);
    }
  }
  return [...best.values()];
}

function isPart(each: OpenCase, part: CombinationPart): boolean {
  const peaks = part.minPeak === undefined || (each.peakValue !== null && each.peakValue >= part.minPeak);
  return part.types.includes(each.abnormalType) && each.level >= part.minLevel && peaks;
}

function isClose(a: OpenCase, b: OpenCase, minutes: number): boolean {
  return Math.abs(a.toAt - b.toAt) <= minutes * 60_000;
}
