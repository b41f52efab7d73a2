import type { AbnormalType } from '../judging/vocabulary.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { advance } from './advance.ts';
import { bookDepth } from './case-book.ts';
import type { Advance, CaseBook, CaseStep } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { combinationRules } from './combination.ts';
import { mayClear } from './episode.ts';
import { runStartOf } from '../ladder/ladder.ts';
import { samplingMinutes } from './sampling.ts';

/** Order of measurement; readings of one instant have an order independent of their arrival. */
export function byMeasurement(one: CaseReading, other: CaseReading): number {
  return one.at - other.at || compare(one.kind, other.kind) || compareRanks(ranksOf(one), ranksOf(other));
}

const ranksOf = ({ judgement, finding, doubtful, id }: CaseReading): readonly number[] => [
  judgement.level,
  finding?.severity ?? 0,
  Number(doubtful),
  id ?? 0,
];

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((rank, at) => rank !== other[at]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Adds one more reading in measured order; its sampling interval is the usual one of the kind's last 20 readings. Only
 * an abnormal reading needs it.
 */
export function advanceUsual(book: CaseBook, reading: CaseReading): Advance {
  if (!reading.finding) {
    return advance(book, reading, 0);
  }
  const readings = [...(book.recent.get(reading.kind) ?? []), reading].slice(-bookDepth);
  return advance(book, reading, samplingMinutes({ measuredAt: readings.map(({ at }) => at) }));
}

/** Whether a reading may change more than the newest readings of its kind; a run passes over the others. */
export function hasEffect(book: CaseBook, { finding, doubtful, kind }: CaseReading): boolean {
  if (finding || doubtful || book.check) {
    return true;
  }
  return book.open.size > 0 && [...book.open.values()].some((open) => mayClear(open, kind));
}

/** Readings of one kind in measured order, the newest last, with the instants of those that are new. */
export interface FreshReadings {
  readonly kind: MeasurementKind;
  readonly readings: readonly CaseReading[];
  readonly times: ReadonlySet<number>;
}

/** Adds a person's new readings of all kinds to the book in measured order. */
export function takeReadings(book: CaseBook, kinds: readonly FreshReadings[]): Advance {
  const recent = new Map<MeasurementKind, readonly CaseReading[]>();
  const fresh: CaseReading[] = [];
  for (const { kind, readings, times } of kinds) {
    const first = Math.min(...times);
    recent.set(kind, readings.filter(({ at }) => at < first).slice(-bookDepth));
    fresh.push(...readings.filter(({ at }) => times.has(at)));
  }
  let current: CaseBook = { ...book, recent };
  const steps: CaseStep[] = [];
  for (const reading of fresh.toSorted(byMeasurement)) {
    const next = advanceUsual(current, reading);
    current = next.book;
    steps.push(...next.steps);
  }
  return { book: current, steps: condensed(steps) };
}

const isQuiet = (step: CaseStep): boolean =>
  step.do === 'extend' && step.notice === 'none' && runStartOf(step) === undefined;

/**
 * Drops steps that only lengthen a case which the next step of its type lengthens further: every step contains the
 * whole case.
 */
function condensed(steps: readonly CaseStep[]): readonly CaseStep[] {
  const next = new Map<string, CaseStep>();
  const kept: CaseStep[] = [];
  for (const step of steps.toReversed()) {
    const { abnormalType } = step.case;
    if (!isQuiet(step) || next.get(abnormalType)?.do !== 'extend') {
      kept.push(step);
    }
    next.set(abnormalType, step);
  }
  return kept.toReversed();
}

const combined = new Set<AbnormalType>(
  combinationRules.flatMap(({ raised, beside }) => [...raised.types, ...beside.types]),
);
const combinedKinds = new Set<MeasurementKind>(['spo2', 'heart', 'temperature', 'bloodSugar', 'ketone']);

interface KnownCase {
  readonly abnormalType: AbnormalType;
  readonly kind: MeasurementKind | null;
  readonly toAt: number;
}

const knownCases = ({
  open,
  check,
  ended = [],
}: CaseBook): { readonly open: readonly KnownCase[]; readonly ended: readonly KnownCase[] } => ({
  open: [...open.values(), ...(check ? [check] : [])],
  ended,
});

/** Whether readings may change a person's cases: one is abnormal, or a case is open or ended after them. */
export function mayChangeCases(
  book: CaseBook | undefined,
  readings: { readonly worst: number; readonly first: number },
): boolean {
  if (readings.worst > 0 || !book) {
    return readings.worst > 0;
  }
  const { open, ended } = knownCases(book);
  return open.length > 0 || ended.some(({ toAt }) => toAt >= readings.first);
}

/** Whether an open case of the kind already contains readings after `first`: then all must be processed again. */
export function isBehindCase(book: CaseBook, kind: MeasurementKind, first: number): boolean {
  return [...book.open.values()].some((each) => each.kind === kind && first <= each.toAt);
}

/**
 * Whether cases of other kinds depend on the order of a reading: combinations compare cases of several kinds, and one
 * check case covers all. Then a younger reading of another kind that was followed before is out of order too.
 */
export function isLinked(book: CaseBook, kind: MeasurementKind, first: number): boolean {
  const { open, ended } = knownCases(book);
  return [...open, ...ended.filter(({ toAt }) => toAt >= first)].some(
    ({ abnormalType, kind: other }) =>
      abnormalType === 'check' || (other !== kind && combinedKinds.has(kind) && combined.has(abnormalType)),
  );
}
