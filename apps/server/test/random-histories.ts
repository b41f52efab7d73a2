import fc from 'fast-check';

/** What happens to one person in four hours: readings, calls and staff, made at random. */

export const historyMinutes = 240;
export const staffNames = ['admin', 'wang', 'li'] as const;
export type StaffName = (typeof staffNames)[number];

export type Event =
  | { readonly do: 'measure'; readonly figure: readonly [number, number]; readonly ago: number }
  | { readonly do: 'press' }
  | { readonly do: 'claim' | 'release' | 'reopen' | 'endObservation'; readonly staff: StaffName }
  | { readonly do: 'contact'; readonly staff: StaffName; readonly outcome: number }
  | { readonly do: 'close'; readonly staff: StaffName; readonly observeMinutes: number | null; readonly way: number }
  | { readonly do: 'handOver'; readonly staff: StaffName }
  | { readonly do: 'provider'; readonly answer: 'OK' | 'isv.MOBILE_NUMBER_ILLEGAL' | 'broken' };

export interface Step {
  readonly minute: number;
  readonly event: Event;
}

/** Pressures of the levels 0 to 4. */
const figures = [
  [118, 74],
  [146, 92],
  [166, 102],
  [188, 112],
  [205, 122],
] as const;

const staff = fc.constantFrom(...staffNames);
const measured = fc.record({
  do: fc.constant('measure' as const),
  figure: fc.constantFrom(...figures, figures[3], figures[4], figures[4]),
  ago: fc.constantFrom(0, 0, 0, 0, 1, 20, 130, 200),
});

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: measured },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('press' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('claim' as const), staff }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('contact' as const), staff, outcome: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      staff,
      observeMinutes: fc.constantFrom(null, null, 15, 45, 110),
      way: fc.constantFrom(1, 5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'reopen' as const, 'endObservation' as const),
      staff,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('handOver' as const), staff }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('provider' as const),
      answer: fc.constantFrom('OK' as const, 'isv.MOBILE_NUMBER_ILLEGAL' as const, 'broken' as const),
    }),
  },
);

const history = fc.array(fc.record({ minute: fc.integer({ min: 1, max: historyMinutes - 1 }), event }), {
  minLength: 12,
  maxLength: 45,
});

/** The history that a seed makes, in order of time. */
export const historyOf = (seed: number): readonly Step[] =>
  (fc.sample(history, { seed, numRuns: 1 })[0] ?? []).toSorted((one, other) => one.minute - other.minute);
