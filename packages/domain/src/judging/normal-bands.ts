import { measurementKinds } from '../measurement/metric.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { CompiledTerm, ContextLimits, Limits } from './compile-limits.ts';
import { looksHigh, lowerWithText, strictest } from './limit-text.ts';
import type { NormalRange } from './limit-text.ts';
import type { RuleMark } from './rule-mark.ts';

/** The normal band of one figure of a person; an end without a limit is null. */
export interface NormalBand {
  readonly kind: MeasurementKind;
  readonly metric: string;
  /** First and last value that are still normal, in the unit of the metric. */
  readonly min: number | null;
  readonly max: number | null;
  /** What must hold together with a value below `min`, in both languages; null where it counts alone. */
  readonly minNeeds: { readonly zh: string; readonly en: string } | null;
  /** The lowest mark of the rules that set the ends: 待确认 before 有依据 before 已确认; null where no rule has one. */
  readonly mark: RuleMark | null;
}

/**
 *  The bands of a person's charts, one a figure: the limits in the usual circumstances (at home, at rest, breathing
 *  air, fasting).
 */
export function normalBands(limits: Limits): readonly NormalBand[] {
  return measurementKinds.flatMap((kind) => {
    const usual = limits.ofKind(kind)[0];
    return usual
      ? [...usual.ranges].map(([metric, range]) => ({
          kind,
          metric,
          min: range.lower ?? null,
          max: range.upper ?? null,
          minNeeds: needsOf(kind, range),
          mark: leastMark(usual, metric),
        }))
      : [];
  });
}

const needsOf = (kind: MeasurementKind, range: NormalRange): NormalBand['minNeeds'] =>
  range.lowerWith ? { zh: lowerWithText(kind, range), en: lowerWithText(kind, range, 'en') } : null;

const fromLeast: readonly RuleMark[] = ['pending', 'sourced', 'confirmed'];

function leastMark({ terms }: ContextLimits, metric: string): RuleMark | null {
  const own = terms.filter((term) => term.metric === metric && !term.symptom);
  const marks = [own.filter(({ op }) => looksHigh(op)), own.filter(({ op }) => !looksHigh(op))].map((side) =>
    strictestMark(side, metric),
  );
  return fromLeast.find((mark) => marks.includes(mark)) ?? null;
}

function strictestMark(side: readonly CompiledTerm[], metric: string): RuleMark | undefined {
  return strictest(side).get(metric)?.rule.mark;
}
