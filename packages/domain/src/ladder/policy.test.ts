import { expect, test } from 'vitest';
import { policyFor, policyProblems, rungAt, rungs, type AlarmRung, type StoredPolicy } from './policy.ts';

const rung = (afterMinutes: number, more: Partial<AlarmRung> = {}): AlarmRung => ({
  afterMinutes,
  to: ['manager'],
  channels: ['inapp'],
  ...more,
});

test('problems stand at their place; levels 3 and 4 need a rung and a repetition', () => {
  expect(policyProblems(4, { rungs: [rung(0), rung(3)], repeatMinutes: 10 })).toEqual([]);
  expect(policyProblems(2, { rungs: [], repeatMinutes: null })).toEqual([]);
  expect(policyProblems(4, { rungs: [], repeatMinutes: null })).toEqual([
    { field: 'steps', reason: 'policy.no-rung' },
    { field: 'repeatMinutes', reason: 'policy.repeat-needed' },
  ]);
  expect(
    policyProblems(1, { rungs: [rung(0), rung(5), rung(5, { to: [], channels: [] })], repeatMinutes: null }),
  ).toEqual([
    { field: 'steps[2].afterMinutes', reason: 'policy.not-ascending' },
    { field: 'steps[2].to', reason: 'policy.receiver-needed' },
    { field: 'steps[2].channels', reason: 'policy.channel-needed' },
  ]);
});

test('a grave alarm has a rung soon, and a rung on screens alone a receiver who signs in', () => {
  const onScreens = rung(0, { to: ['wearer', 'dutyPhone'] });
  expect(policyProblems(4, { rungs: [onScreens], repeatMinutes: 10 })).toEqual([
    { field: 'steps[0].channels', reason: 'policy.screen-needs-user' },
  ]);
  expect(policyProblems(4, { rungs: [{ ...onScreens, channels: ['inapp', 'sms'] }], repeatMinutes: 10 })).toEqual([]);
  const tooLate = [{ field: 'steps[0].afterMinutes', reason: 'policy.first-too-late' }];
  expect(policyProblems(4, { rungs: [rung(11)], repeatMinutes: 10 })).toEqual(tooLate);
  expect(policyProblems(3, { rungs: [rung(61)], repeatMinutes: 10 })).toEqual(tooLate);
  expect(policyProblems(2, { rungs: [rung(1440)], repeatMinutes: null })).toEqual([]);
});

test('the alarm itself takes a rung of minute 0; steps beyond the last rung repeat it', () => {
  const at0 = { rungs: [rung(0), rung(3)], repeatMinutes: 5 };
  expect([0, 1, 2, 7].map((step) => rungAt(at0, step)?.afterMinutes)).toEqual([0, 3, 3, 3]);
  const later = { rungs: [rung(2), rung(4)], repeatMinutes: 5 };
  expect([0, 1, 2, 3].map((step) => rungAt(later, step)?.afterMinutes)).toEqual([undefined, 2, 4, 4]);
  expect(rungs(later).map(({ step, afterMinutes }) => [step, afterMinutes])).toEqual([
    [1, 2],
    [2, 4],
  ]);
  expect(rungAt({ rungs: [], repeatMinutes: null }, 0)).toBeUndefined();
});

test('the policy of the kind precedes that of every kind, an own one a built-in one, a newer one an older one', () => {
  const policy = (id: number, more: Partial<StoredPolicy> = {}): StoredPolicy => ({
    id,
    level: 4,
    kind: 'any',
    isSystem: false,
    rungs: [rung(0)],
    repeatMinutes: 10,
    ...more,
  });
  const all = [policy(1, { isSystem: true }), policy(2), policy(3), policy(4, { kind: 'sos', isSystem: true })];
  const idOf = (policies: readonly StoredPolicy[], kind: StoredPolicy['kind']) =>
    policyFor(policies, { level: 4, kind })?.id;
  expect([idOf(all, 'sos'), idOf(all, 'reading'), idOf(all.slice(0, 1), 'sos')]).toEqual([4, 3, 1]);
  expect(policyFor(all, { level: 3, kind: 'sos' })).toBeUndefined();
});
