import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimMinutes } from '../cases/case-state.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import {
  climbsAt,
  dueAfterRelease,
  dueAfterSilentRise,
  firstRungAt,
  isProven,
  next,
  nextEarly,
  type LadderCase,
} from './ladder.ts';
import { policyProblems, type AlarmPolicy } from './policy.ts';

const minute = 60_000;
const rounds = 5000;

interface Story extends LadderCase {
  readonly claimedAt: number | null;
  /** Until when a handled case is observed. */
  readonly observeUntil: number | null;
}

const holdMinutes = 60;

const policies = fc
  .record({
    first: fc.integer({ min: 0, max: 10 }),
    minutes: fc.uniqueArray(fc.integer({ min: 11, max: 1440 }), { maxLength: 5 }),
    repeatMinutes: fc.integer({ min: 1, max: 120 }),
  })
  .map(({ first, minutes, repeatMinutes }): AlarmPolicy => ({
    rungs: [first, ...minutes]
      .toSorted((one, other) => one - other)
      .map((afterMinutes) => ({ afterMinutes, to: ['manager'], channels: ['inapp'] })),
    repeatMinutes,
  }));

const events = fc.array(
  fc.tuple(
    fc.constantFrom(
      'claim',
      'contact',
      'rise',
      'silentRise',
      'release',
      'unseen',
      'close',
      'hold',
      'endHold',
      'reopen',
      'wait',
    ),
    fc.integer({ min: 0, max: 90 }),
  ),
  { maxLength: 25 },
);

const opened = (level: AlarmLevel, policy: AlarmPolicy, now: number): Story => ({
  level,
  state: 0,
  late: false,
  step: 0,
  alarmedAt: now,
  firstContactAt: null,
  claimedAt: null,
  observeUntil: null,
  nextDueAt: firstRungAt(policy, 'full', now),
});

function claim(row: Story, now: number): Story {
  const minutes = claimMinutes(row.level);
  const isHeldBefore = row.claimedAt !== null && row.claimedAt >= (row.alarmedAt ?? 0);
  const isHeld = minutes !== null && !isProven(row) && !isHeldBefore;
  return { ...row, state: 1, claimedAt: now, nextDueAt: isHeld ? now + minutes * minute : row.nextDueAt };
}

type Act = (row: Story, policy: AlarmPolicy, now: number) => Story;

/** An abnormal or missing last reading opens a case again at the end of its observation, for everybody. */
const openAgain: Act = (row, policy, now) => opened(row.level, policy, now);

const handledActs: Record<string, Act> = {
  endHold: (row, policy, now) => (row.observeUntil === null ? row : openAgain(row, policy, now)),
  // Who reopens a case holds the new run.
  reopen: (row, policy, now) => claim(openAgain(row, policy, now), now),
  rise: (row, policy, now) => (row.observeUntil === null ? row : opened(4, policy, now)),
};

const acts: Record<string, Act> = {
  claim: (row, _, now) => (row.state === 0 ? claim(row, now) : row),
  contact: (row, _, now) => ({ ...row, state: 2, firstContactAt: row.firstContactAt ?? now, nextDueAt: null }),
  rise: (row, policy, now) => ({
    ...opened(4, policy, now),
    state: row.state,
    claimedAt: row.claimedAt,
  }),
  // Old readings raise a live case: it keeps its due rung, and earlier contacts prove nothing.
  silentRise: (row, _, now) => {
    const raised = { ...row, level: 4, step: 0, alarmedAt: now, firstContactAt: null } as const;
    return { ...raised, nextDueAt: dueAfterSilentRise(raised, now) };
  },
  release: (row, policy, now) => ({ ...row, state: 0, nextDueAt: dueAfterRelease(row, policy, now) }),
  unseen: (row, policy, now) => {
    const rung = row.state === 0 ? nextEarly(row, policy, now) : undefined;
    return rung ? { ...row, step: rung.step, nextDueAt: rung.nextDueAt } : row;
  },
  close: (row) => ({ ...row, state: 3, nextDueAt: null }),
  hold: (row, _, now) => ({ ...row, state: 3, nextDueAt: null, observeUntil: now + holdMinutes * minute }),
};

/** Takes the rungs that are due until `now`, as the clock does. */
function runUntil(row: Story, policy: AlarmPolicy, now: number): Story {
  const { observeUntil } = row;
  if (observeUntil !== null && observeUntil <= now) return runUntil(openAgain(row, policy, observeUntil), policy, now);
  const due = climbsAt(row);
  if (due === null || due > now) return row;
  const rung = next(row, policy, due);
  if (!rung) throw new Error('a due rung is not taken');
  return runUntil(
    { ...row, state: rung.lapses ? 0 : row.state, step: rung.step, nextDueAt: rung.nextDueAt },
    policy,
    now,
  );
}

/** What an act does to an open or to a handled case. */
const act = (row: Story, what: string): Act | undefined => (row.state < 3 ? acts : handledActs)[what];

test('at levels 3 and 4 an alarm is closed, observed, proven since its rise, or has a next rung', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(policies, fc.constantFrom<AlarmLevel>(3, 4), events, (policy, level, history) => {
      expect(policyProblems(level, policy)).toEqual([]);
      let now = 0;
      let row = opened(level, policy, now);
      for (const [what, minutes] of history) {
        now += minutes * minute;
        row = runUntil(row, policy, now);
        const before = row;
        row = act(row, what)?.(row, policy, now) ?? row;
        if (row !== before) seen.add(what);
        const due = climbsAt(row);
        expect(row.state >= 3 || isProven(row) || (due !== null && due >= now)).toBe(true);
        if (row.observeUntil !== null) expect([row.state, row.observeUntil > now]).toEqual([3, true]);
      }
    }),
    { numRuns: rounds },
  );
  const all = [...Object.keys(acts), ...Object.keys(handledActs)];
  expect([...seen].toSorted()).toEqual([...new Set(all)].toSorted());
});
