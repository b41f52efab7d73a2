import { expect, test } from 'vitest';
import { platformRules } from './platform-rules.ts';
import { isBenchable, standingOf, withProposed } from './rule-trial.ts';

const now = 1_000_000;

test.each([
  ['without a trial', { level: 4, mark: 'pending', trialUntil: null }, 'inForce'],
  ['during its trial', { level: 1, mark: 'confirmed', trialUntil: now + 1 }, 'onTrial'],
  ['of level 2 after its trial', { level: 2, mark: 'pending', trialUntil: now }, 'inForce'],
  ['of level 3 after its trial', { level: 3, mark: 'sourced', trialUntil: now }, 'waiting'],
  ['of level 4 after its trial, confirmed', { level: 4, mark: 'confirmed', trialUntil: now - 1 }, 'inForce'],
] as const)('a rule %s', (_what, rule, standing) => {
  expect(standingOf(rule, now)).toBe(standing);
});

test('a proposed rule replaces the stored one by its number, else by its code', () => {
  const [first, second] = platformRules.map((rule, id) => ({ ...rule, id }));
  const stored = [first, second].flatMap((rule) => rule ?? []);
  const changed = { ...stored[0], level: 2 } as (typeof stored)[number];
  expect(withProposed(stored, changed)).toEqual([stored[1], changed]);
  expect(withProposed(stored, { ...changed, id: 99 })).toHaveLength(3);
  const { id: _, ...unnumbered } = changed;
  expect(withProposed(stored, unnumbered)).toEqual([stored[1], unnumbered]);
});

test('rules about readings, courses and silence are benched and tried; those of a call or the battery are not', () => {
  const benched = new Set(platformRules.filter(isBenchable).map(({ code }) => code));
  expect(
    ['BP-H1-ADULT', 'WT-LOSS', 'BP-N1-SYS', 'ACT-1', 'OFF-1', 'WEAR-3'].filter((code) => !benched.has(code)),
  ).toEqual([]);
  expect(['BAT-1', 'EVT-SOS', 'EVT-FENCE', 'BED-3'].filter((code) => benched.has(code))).toEqual([]);
});
