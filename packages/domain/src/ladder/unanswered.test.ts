import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimMinutes } from '../cases/case-state.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import { climbsAt, dueAfterRelease, firstRungAt, isProven, next, nextEarly, type LadderCase } from './ladder.ts';
import { policyProblems, type AlarmPolicy } from './policy.ts';

const minute = 60_000;
const rounds = 5000;

interface Story extends LadderCase {
  readonly claimedAt: number | null;
}

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
    fc.constantFrom('claim', 'contact', 'rise', 'release', 'unseen', 'close', 'wait'),
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
  nextDueAt: firstRungAt(policy, 'full', now),
});

function claim(row: Story, now: number): Story {
  const minutes = claimMinutes(row.level);
  const isHeldBefore = row.claimedAt !== null && row.claimedAt >= (row.alarmedAt ?? 0);
  const isHeld = minutes !== null && !isProven(row) && !isHeldBefore;
  return { ...row, state: 1, claimedAt: now, nextDueAt: isHeld ? now + minutes * minute : row.nextDueAt };
}

const acts: Record<string, (row: Story, policy: AlarmPolicy, now: number) => Story> = {
  claim: (row, _, now) => (row.state === 0 ? claim(row, now) : row),
  contact: (row, _, now) => ({ ...row, state: 2, firstContactAt: row.firstContactAt ?? now, nextDueAt: null }),
  rise: (row, policy, now) => ({
    ...opened(4, policy, now),
    state: row.state,
    claimedAt: row.claimedAt,
  }),
  release: (row, policy, now) => ({ ...row, state: 0, nextDueAt: dueAfterRelease(row, policy, now) }),
  unseen: (row, policy, now) => {
    const rung = row.state === 0 ? nextEarly(row, policy, now) : undefined;
    return rung ? { ...row, step: rung.step, nextDueAt: rung.nextDueAt } : row;
  },
  close: (row) => ({ ...row, state: 3, nextDueAt: null }),
};

/** Takes the rungs that are due until `now`, as the clock does. */
function runUntil(row: Story, policy: AlarmPolicy, now: number): Story {
  const due = climbsAt(row);
  if (due === null || due > now) return row;
  const rung = next(row, policy, due);
  if (!rung) throw new Error('a due rung is not taken');
  return runUntil({ ...row, state: 0, step: rung.step, nextDueAt: rung.nextDueAt }, policy, now);
}

test('at levels 3 and 4 an alarm is closed, proven since its rise, or has a next rung', () => {
  fc.assert(
    fc.property(policies, fc.constantFrom<AlarmLevel>(3, 4), events, (policy, level, history) => {
      expect(policyProblems(level, policy)).toEqual([]);
      let now = 0;
      let row = opened(level, policy, now);
      for (const [what, minutes] of history) {
        now += minutes * minute;
        row = runUntil(row, policy, now);
        if (row.state < 3) row = acts[what]?.(row, policy, now) ?? row;
        const due = climbsAt(row);
        expect(row.state >= 3 || isProven(row) || (due !== null && due >= now)).toBe(true);
      }
    }),
    { numRuns: rounds },
  );
});
