import type { CompiledTerm, ContextLimits } from './compile-limits.ts';
import type { Operator } from './rule.ts';

/** An end of a range; infinite where the range is open on that side. */
export interface RangeEnd {
  readonly at: number;
  /** The end belongs to the range. */
  readonly included: boolean;
}

/** The values of one figure between two ends. */
export interface ValueRange {
  readonly from: RangeEnd;
  readonly to: RangeEnd;
}

/**
 *  Values that one limit finds abnormal: those of which every figure lies in its range; figures without a range do not
 *  count.
 */
export interface AbnormalArea {
  readonly side: 'high' | 'low';
  readonly ranges: ReadonlyMap<string, ValueRange>;
}

const everything: ValueRange = { from: { at: -Infinity, included: false }, to: { at: Infinity, included: false } };

/**
 * What limits find abnormal, as areas that a database can compare stored figures with: a reading whose figures lie in
 * any of them is outside the person's limits. Limits for readings with symptoms are omitted. Areas within others of the
 * same side are dropped, so that few remain.
 */
export function abnormalAreas({ terms }: ContextLimits): readonly AbnormalArea[] {
  const kept: AbnormalArea[] = [];
  for (const area of terms.filter(({ symptom }) => !symptom).map(areaOf)) {
    if (!kept.some((other) => contains(other, area))) {
      kept.splice(0, kept.length, ...kept.filter((other) => !contains(area, other)), area);
    }
  }
  return kept;
}

function areaOf(term: CompiledTerm): AbnormalArea {
  const ranges = new Map([[term.metric, narrowed(everything, term.op, term.limit)]]);
  for (const { metric, op, value } of term.and ?? []) {
    ranges.set(metric, narrowed(ranges.get(metric) ?? everything, op, value));
  }
  return { side: term.rule.direction === 2 ? 'low' : 'high', ranges };
}

/** The part of a range that also satisfies a comparison. */
function narrowed(range: ValueRange, op: Operator, limit: number): ValueRange {
  const end: RangeEnd = { at: limit, included: op === '>=' || op === '<=' };
  if (op === '>' || op === '>=') {
    return beginsBy(range.from, end) ? { ...range, from: end } : range;
  }
  return lastsTo(range.to, end) ? { ...range, to: end } : range;
}

/** Whether a range that begins with `one` includes everything that begins with `other`. */
function beginsBy(one: RangeEnd, other: RangeEnd): boolean {
  return one.at < other.at || (one.at === other.at && (one.included || !other.included));
}

/** Whether a range that ends with `one` includes everything that ends with `other`. */
function lastsTo(one: RangeEnd, other: RangeEnd): boolean {
  return one.at > other.at || (one.at === other.at && (one.included || !other.included));
}

function contains(outer: AbnormalArea, inner: AbnormalArea): boolean {
  return (
    outer.side === inner.side &&
    [...outer.ranges].every(([metric, range]) => covers(range, inner.ranges.get(metric) ?? everything))
  );
}

function covers(outer: ValueRange, inner: ValueRange): boolean {
  return beginsBy(outer.from, inner.from) && lastsTo(outer.to, inner.to);
}
