import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adult, limitsOf, reading } from '../../test/case-steps.ts';
import { emptyBook } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { DeferredReading, quietRangesOf } from './deferred-reading.ts';
import { casesOfReadings } from './replay.ts';
import type { ReplayedCase } from './replay.ts';
import { advanceUsual, byMeasurement } from './take.ts';

type Kind = 'heart' | 'spo2' | 'bp';
type Figures = number | readonly [number, number];

const one = fc.record({
  of: fc.oneof(
    fc.tuple(fc.constant<Kind>('heart'), fc.constantFrom<Figures>(70, 72, 74, 71, 73, 69, 98, 104, 125, 165, 240)),
    fc.tuple(fc.constant<Kind>('spo2'), fc.constantFrom<Figures>(97, 98, 96, 97, 98, 92, 88, 60)),
    fc.tuple(fc.constant<Kind>('bp'), fc.constantFrom<Figures>([118, 76], [119, 77], [128, 80], [165, 95], [205, 122])),
  ),
  gap: fc.constantFrom(1, 3, 10, 20, 45, 90),
  contact: fc.constantFrom(undefined, undefined, undefined, undefined, 'poor' as const),
});

/** Every reading taken by itself, none passed over. */
function byStep(readings: readonly CaseReading[]): readonly ReplayedCase[] {
  let book = emptyBook;
  const ended: ReplayedCase[] = [];
  for (const each of readings.toSorted(byMeasurement)) {
    const next = advanceUsual(book, each);
    book = next.book;
    ended.push(...next.steps.flatMap((step) => (step.do === 'clear' ? [{ case: step.case, clearedAt: step.at }] : [])));
  }
  const open = [...book.open.values(), ...(book.check ? [book.check] : [])];
  return [...ended, ...open.map((each) => ({ case: each, clearedAt: null }))].toSorted(
    (first, second) => first.case.openedAt - second.case.openedAt,
  );
}

test('passing over quiet readings, judged or not, gives the cases of taking each one', () => {
  let deferred = 0;
  let judged = 0;
  let cases = 0;
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 60 }), (rows) => {
      let at = 0;
      const readings = rows.map(({ of: [kind, figures], gap, contact }) =>
        reading(kind, [(at += gap), figures], { contact }),
      );
      const mixed = rows.map(({ of: [kind, figures] }, place): CaseReading => {
        const own = readings[place] as CaseReading;
        const values = typeof figures === 'number' ? { [kind]: figures } : { high: figures[0], low: figures[1] };
        const isQuiet = quietRangesOf(limitsOf(adult), kind).every(({ metric, low, high }) => {
          const value = (values as Readonly<Record<string, number>>)[metric];
          return value === undefined || (value > low && value < high);
        });
        if (own.doubtful || !isQuiet) {
          return own;
        }
        deferred += 1;
        return new DeferredReading(kind, own.at, () => {
          judged += 1;
          return own;
        });
      });
      const expected = byStep(readings);
      expect(casesOfReadings(readings)).toEqual(expected);
      expect(casesOfReadings(mixed)).toEqual(expected);
      cases += expected.length;
    }),
    { numRuns: 500, seed: 11 },
  );
  expect(cases).toBeGreaterThan(250);
  expect(deferred).toBeGreaterThan(1500);
  expect(judged).toBeLessThan(deferred);
});
