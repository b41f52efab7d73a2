import type { EffectiveTerm } from './resolve.ts';
import type { AbnormalType, AlarmLevel } from './vocabulary.ts';

/** How many readings confirm a level, and the least window for them. */
export interface Need {
  readonly count: number;
  readonly minutes: number;
  /** The readings lie on different local days. */
  readonly distinctDays: boolean;
}

/** What confirms each level of one kind of case, and what ends it. */
export interface CaseNeeds {
  readonly byLevel: ReadonlyMap<AlarmLevel, Need>;
  /** Readings in a row inside the limits by their margin that end a case of level 1-2. */
  readonly clearCount: number;
}

/** The needs per kind of case; of several rules for one level the most sensitive counts. */
export function needsOf(terms: readonly EffectiveTerm[]): ReadonlyMap<AbnormalType, CaseNeeds> {
  const needs = new Map<AbnormalType, CaseNeeds>();
  for (const type of new Set(terms.map((term) => term.type))) {
    const own = terms.filter((term) => term.type === type);
    const byLevel = new Map<AlarmLevel, Need>();
    for (const level of new Set(own.map((term) => term.level))) {
      byLevel.set(level, needOf(own.filter((term) => term.level === level)));
    }
    needs.set(type, { byLevel, clearCount: Math.max(...own.map((term) => term.rule.clearCount)) });
  }
  return needs;
}

function needOf(terms: readonly EffectiveTerm[]): Need {
  return {
    count: Math.min(...terms.map((term) => term.rule.confirmCount)),
    minutes: Math.max(...terms.map((term) => term.rule.confirmMinutes)),
    distinctDays: terms.every((term) => term.rule.condition.distinctDays === true),
  };
}
