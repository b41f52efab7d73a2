import type { ContextLimits, Limits } from '../judging/compile-limits.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import type { Finding } from '../judging/finding.ts';
import { findingAt } from '../judging/finding-at.ts';
import type { LeveledFinding } from '../judging/finding-at.ts';
import { contextOf, judge, meets } from '../judging/judge.ts';
import type { Judgement } from '../judging/judge.ts';
import { looksHigh } from '../judging/limit-text.ts';
import type { CaseNeeds } from '../judging/margins.ts';
import type { Sample } from '../judging/sample.ts';
import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { TwinMark } from './twin-mark.ts';

/** A stored reading as input of the case logic. */
export interface ReadingInput {
  /** Id of the stored row, for the case's source. */
  readonly id: number | null;
  readonly sample: Sample;
  readonly by: MeasuredBy;
  /** Epoch ms. */
  readonly measuredAt: number;
  /** Local day YYYY-MM-DD of the measurement. */
  readonly day: string;
  /** Arrived late (`isLate`): cases without notices. */
  readonly late: boolean;
  /** Never alarms, whatever its level: over 24 h old (`isPast`) or imported. */
  readonly past?: boolean | undefined;
  /** Identifies the same value from another source; absent where that is impossible. */
  readonly twin?: TwinMark | undefined;
}

/** A judged reading with all that confirmation and clearing need. */
export interface CaseReading {
  readonly id: number | null;
  readonly kind: MeasurementKind;
  readonly at: number;
  readonly day: string;
  readonly by: MeasuredBy;
  readonly late: boolean;
  readonly past: boolean;
  readonly doubtful: boolean;
  /** Not worn, poor contact or motion: neither confirms nor clears. */
  readonly blocked: boolean;
  readonly judgement: Judgement;
  /** Undefined for a blocked reading, whatever its level. */
  readonly finding: Finding | undefined;
  /** Needs of the finding's kind of case. */
  readonly needs: CaseNeeds | undefined;
  /** Kinds of cases whose limits this normal reading meets by their margin, with the count that ends them. */
  readonly calms: ReadonlyMap<AbnormalType, number>;
  /** The finding in the words of a level that it reaches or exceeds. */
  readonly findingAt: (level: AlarmLevel) => LeveledFinding | undefined;
  readonly twin?: TwinMark | undefined;
}

/** Judges a stored reading and derives what it means for cases. */
export function caseReading(input: ReadingInput, limits: Limits): CaseReading {
  const { sample } = input;
  const judgement = judge(sample, limits);
  const finding = judgement.blocked ? undefined : judgement.findings[0];
  const context = contextOf(sample, limits);
  return {
    id: input.id,
    kind: sample.kind,
    at: input.measuredAt,
    day: input.day,
    by: input.by,
    late: input.late,
    past: input.past === true,
    twin: input.twin,
    doubtful: judgement.quality === 1,
    blocked: judgement.blocked,
    judgement,
    finding,
    needs: finding && context ? context.needs.get(finding.abnormalType) : undefined,
    calms:
      context && !finding && !judgement.blocked && sample.doubtful !== true
        ? calmedTypes(sample.values, context)
        : new Map(),
    findingAt: (level) => (finding && context ? findingAt(sample, { context, finding, level }) : undefined),
  };
}

const dust = 1e-9;

function calmedTypes(values: ReadingValues, context: ContextLimits): ReadonlyMap<AbnormalType, number> {
  const calmed = new Map<AbnormalType, number>();
  for (const [type, needs] of context.needs) {
    const own = context.terms.filter((term) => term.type === type);
    const compared = own.filter((term) => values[term.metric] !== undefined && !term.symptom);
    if (compared.length > 0 && compared.every((term) => isInside(term, values))) {
      calmed.set(type, needs.clearCount);
    }
  }
  return calmed;
}

/** Inside by the margin: at most limit − margin of a high limit, at least limit + margin of a low one. */
function isInside(term: ContextLimits['terms'][number], values: ReadingValues): boolean {
  const value = values[term.metric];
  const margin = term.rule.clearMargin;
  if (value === undefined || term.and?.some((other) => !meets(other.op, values[other.metric], other.value))) {
    return true;
  }
  return looksHigh(term.op) ? value <= term.limit - margin + dust : value >= term.limit + margin - dust;
}
