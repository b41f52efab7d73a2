import type { CompiledTerm, ContextLimits } from './compile-limits.ts';
import { findingOf, hasSymptom } from './finding.ts';
import type { Finding } from './finding.ts';
import { meets } from './judge.ts';
import type { Sample } from './sample.ts';
import { levelNames } from './vocabulary.ts';
import type { AlarmLevel } from './vocabulary.ts';

/** A finding worded by the limit of a level. */
export interface LeveledFinding extends Finding {
  /** Level of the limit that the words name. */
  readonly line: AlarmLevel;
}

/** A finding reworded for a level. */
export interface Leveled {
  readonly context: ContextLimits;
  readonly finding: Finding;
  readonly level: AlarmLevel;
}

/**
 * A sample's finding by the limit of a lower level than its own, so that rule, words and level agree. The own figure
 * comes first; where no limit of that level is met, as where a level has none, the words name the level alone.
 */
export function findingAt(sample: Sample, { context, finding, level }: Leveled): LeveledFinding | undefined {
  const own = context.terms.filter((term) => term.type === finding.abnormalType && isMet(term, sample));
  const fitting = own.filter((term) => term.level <= level);
  const top = fitting[0]?.level ?? 0;
  const best = fitting.filter((term) => term.level === top);
  const term = best.find(({ metric }) => metric === finding.metric) ?? best[0];
  if (term && (top === level || finding.reached <= level)) {
    return { ...findingOf(sample, term, context), line: term.level };
  }
  const above = own.findLast((each) => each.level > level);
  return above && { ...findingOf(sample, { ...above, reason: `按${levelNames[level]}级处理` }, context), line: level };
}

function isMet(term: CompiledTerm, sample: Sample): boolean {
  const { values } = sample;
  return (
    meets(term.op, values[term.metric], term.limit) &&
    (!term.symptom || hasSymptom(sample)) &&
    (term.and?.every((other) => meets(other.op, values[other.metric], other.value)) ?? true)
  );
}
