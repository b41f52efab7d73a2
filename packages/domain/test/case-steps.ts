import { compileLimits } from '../src/judging/compile-limits.ts';
import type { Limits } from '../src/judging/compile-limits.ts';
import { isTrusted } from '../src/judging/confirmation-needs.ts';
import type { MeasuredBy } from '../src/judging/confirmation-needs.ts';
import { platformRules } from '../src/judging/platform-rules.ts';
import type { JudgedPerson } from '../src/judging/population.ts';
import type { Sample } from '../src/judging/sample.ts';
import { checkReading } from '../src/measurement/check-reading.ts';
import type { MeasurementKind } from '../src/measurement/metric.ts';
import { advanceAll } from '../src/cases/advance.ts';
import { emptyBook } from '../src/cases/case-book.ts';
import type { CaseBook, CaseStep } from '../src/cases/case-book.ts';
import { caseReading } from '../src/cases/case-reading.ts';
import type { CaseReading } from '../src/cases/case-reading.ts';

export const minute = 60_000;
export const manual: MeasuredBy = { instrument: 'manual', registered: true };
export const watch: MeasuredBy = { instrument: 'wearable', registered: true };
export const unregistered: MeasuredBy = { instrument: 'wearable', registered: false };
export const adult: JudgedPerson = { birthday: '1981-01-15', sex: 1 };

export interface Told extends Partial<Omit<Sample, 'kind'>> {
  readonly by?: MeasuredBy;
  readonly late?: boolean;
  readonly past?: boolean;
  readonly person?: JudgedPerson;
}

const compiled = new Map<JudgedPerson, Limits>();

export function limitsOf(person: JudgedPerson): Limits {
  const limits = compiled.get(person) ?? compileLimits({ rules: platformRules, person, on: '2026-03-10' });
  compiled.set(person, limits);
  return limits;
}

/** A reading `at` minutes after the beginning; figures in the order high, low for pressure. */
export function reading(
  kind: MeasurementKind,
  [at, figures]: readonly [at: number, figures: number | readonly [number, number]],
  told: Told = {},
): CaseReading {
  const { by = watch, late = false, past = false, person = adult, ...more } = told;
  const values = typeof figures === 'number' ? { [kind]: figures } : { high: figures[0], low: figures[1] };
  const checked = checkReading(kind, values);
  const limits = limitsOf(person);
  const sample: Sample = {
    kind,
    values,
    trusted: isTrusted(by),
    doubtful: checked.status === 'ok' && checked.quality === 1,
    ...more,
  };
  return caseReading(
    { id: at, sample, by, measuredAt: at * minute, day: `2026-03-${10 + Math.floor(at / 1440)}`, late, past },
    limits,
  );
}

export function run(
  readings: readonly CaseReading[],
  sampling = 10,
  from: CaseBook = emptyBook,
): ReturnType<typeof advanceAll> {
  return advanceAll(readings, () => sampling, from);
}

export function stepTexts(steps: readonly CaseStep[]): string[] {
  return steps.map((step) => {
    const { abnormalType, level, toAt } = step.case;
    const at = (step.do === 'clear' ? step.at : toAt) / minute;
    return `${step.do} ${abnormalType} ${level} @${at}${step.do === 'clear' ? ` ${step.reason}` : ` ${step.notice}`}`;
  });
}

export function hearts(rates: readonly number[], more: Told = {}): CaseReading[] {
  return rates.map((rate, index) => reading('heart', [index * 10, rate], { heartState: 1, ...more }));
}
