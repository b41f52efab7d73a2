import { expect, test } from 'vitest';
import { compileLimits } from './compile-limits.ts';
import { normalBands } from './normal-bands.ts';
import { platformRules } from './platform-rules.ts';
import type { JudgedPerson } from './population.ts';

const bandsOf = (person: JudgedPerson): Record<string, readonly (number | null | string)[]> =>
  Object.fromEntries(
    normalBands(compileLimits({ rules: platformRules, on: '2026-03-10', person })).map(
      ({ kind, metric, min, max, mark }) => [`${kind}.${metric}`, [min, max, mark]],
    ),
  );

test('one band a figure, by the limits of the person in the usual circumstances', () => {
  expect(bandsOf({ birthday: '1990-01-01', sex: 1 })).toMatchObject({
    'bp.high': [90, 134, 'sourced'],
    'bp.low': [60, 84, 'sourced'],
    'heart.heart': [55, 100, 'pending'],
    'bloodSugar.bloodSugar': [2.8, 6, 'sourced'],
    'uricAcid.uricAcid': [null, 420, 'sourced'],
  });
  expect(bandsOf({ birthday: '1990-01-01', sex: 1, tags: ['diabetes'] })).toMatchObject({
    'bp.high': [90, 129, 'sourced'],
    'bloodSugar.bloodSugar': [4, 7, 'sourced'],
  });
});

test('a low diastolic counts only beside a low systolic, and says so', () => {
  const bands = (birthday: string): unknown[] =>
    normalBands(compileLimits({ rules: platformRules, on: '2026-03-10', person: { birthday, sex: 1 } }))
      .filter(({ kind }) => kind === 'bp')
      .map(({ metric, minNeeds }) => [metric, minNeeds]);
  expect(bands('1990-01-01')).toEqual([
    ['high', null],
    ['low', { zh: '收缩压<100', en: 'Systolic <100' }],
  ]);
  expect(bands('2016-01-01')).toEqual([
    ['high', null],
    ['low', null],
  ]);
});

test('an end whose rule waits for its confirmation says so', () => {
  expect(bandsOf({ birthday: '1944-01-01', sex: 1 })).toMatchObject({
    'bp.high': [90, 149, 'pending'],
    'bp.low': [60, 89, 'pending'],
  });
});

test('a band is confirmed where all rules of its ends are', () => {
  const confirmed = (codes: readonly string[]) =>
    platformRules.map((rule) =>
      rule.kind === 'bp' && codes.some((code) => rule.code.startsWith(code))
        ? { ...rule, mark: 'confirmed' as const }
        : rule,
    );
  const markOf = (codes: readonly string[]) =>
    normalBands(
      compileLimits({ rules: confirmed(codes), on: '2026-03-10', person: { birthday: '1990-01-01', sex: 1 } }),
    ).find(({ metric }) => metric === 'high')?.mark;
  expect([markOf([]), markOf(['BP-H']), markOf(['BP'])]).toEqual(['sourced', 'sourced', 'confirmed']);
});
