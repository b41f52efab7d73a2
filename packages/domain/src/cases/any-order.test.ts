import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manual, minute, reading, unregistered, watch } from '../../test/case-steps.ts';
import { CaseTable } from '../../test/case-table.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import type { CaseReading } from './case-reading.ts';

type Figures = number | readonly [number, number];

const cuff: MeasuredBy = { instrument: 'cuff', registered: true };

/** Figures of every level and unusual ones, of the kinds that combine and of pressure. */
const given = fc.oneof(
  fc.record({
    kind: fc.constant('heart' as const),
    figures: fc.constantFrom<Figures>(70, 72, 96, 105, 125, 135, 165, 240),
    by: fc.constantFrom(watch, unregistered),
  }),
  fc.record({
    kind: fc.constant('spo2' as const),
    figures: fc.constantFrom<Figures>(97, 98, 94, 92, 88, 82, 60),
    by: fc.constantFrom(watch, unregistered),
  }),
  fc.record({
    kind: fc.constant('bp' as const),
    figures: fc.constantFrom<Figures>([118, 76], [128, 80], [145, 88], [165, 95], [188, 112], [205, 122]),
    by: fc.constantFrom(manual, cuff, unregistered),
  }),
  fc.record({
    kind: fc.constant('temperature' as const),
    figures: fc.constantFrom<Figures>(36.6, 37.6, 38.5, 39.4),
    by: fc.constantFrom(watch, manual),
  }),
);

const one = fc.record({
  of: given,
  gap: fc.constantFrom(0, 1, 3, 10, 20, 45, 90),
  late: fc.constantFrom('live', 'live', 'live', 'live', 'late', 'past'),
  contact: fc.constantFrom(undefined, undefined, undefined, undefined, 'poor' as const),
});

/** A day of readings with the orders of their arrival: positions, with duplicates, in deliveries of some size. */
const days = fc.array(one, { minLength: 1, maxLength: 28 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    orders: fc.tuple(
      ...[0, 1].map(() =>
        fc.record({
          places: fc.shuffledSubarray([...rows.keys()], { minLength: rows.length, maxLength: rows.length }),
          doubles: fc.array(fc.nat(rows.length - 1), { maxLength: 6 }),
          sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        }),
      ),
    ),
  }),
);

function readingsOf(
  rows: readonly {
    of: { kind: 'heart' | 'spo2' | 'bp' | 'temperature'; figures: Figures; by: MeasuredBy };
    gap: number;
    late: string;
    contact: 'poor' | undefined;
  }[],
): CaseReading[] {
  let at = 0;
  return rows.map(({ of: { kind, figures, by }, gap, late, contact }, index) => ({
    ...reading(kind, [(at += gap), figures], { by, late: late !== 'live', past: late === 'past', contact }),
    id: index + 1,
  }));
}

function delivered(readings: readonly CaseReading[], places: readonly number[], sizes: readonly number[]): CaseTable {
  const table = new CaseTable();
  const waiting = places.flatMap((place) => readings[place] ?? []);
  for (let turn = 0; waiting.length > 0; turn += 1) {
    table.deliver(waiting.splice(0, sizes[turn % sizes.length] ?? 1));
  }
  table.tick((readings.at(-1)?.at ?? 0) + 1440 * minute);
  return table;
}

test('readings in any order, with doubles, make the cases of measured order, none overlapping', () => {
  let replays = 0;
  let cases = 0;
  fc.assert(
    fc.property(days, ({ rows, orders }) => {
      const readings = readingsOf(rows);
      const inOrder = delivered(readings, [...readings.keys()], [1]);
      for (const { places, doubles, sizes } of orders) {
        const mixed = [...places];
        for (const double of doubles) {
          mixed.splice((double * 7) % (mixed.length + 1), 0, double);
        }
        const shuffled = delivered(readings, mixed, sizes);
        expect(shuffled.cases()).toEqual(inOrder.cases());
        replays += shuffled.replays;
      }
      const spans = inOrder.spans().toSorted((a, b) => a.from - b.from);
      for (const [index, span] of spans.entries()) {
        const before = spans.slice(0, index).findLast(({ type }) => type === span.type);
        expect(before?.to ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(span.from);
      }
      cases += spans.length;
    }),
    { numRuns: 1000, seed: 7 },
  );
  expect(replays).toBeGreaterThan(500);
  expect(cases).toBeGreaterThan(1000);
}, 240_000);
