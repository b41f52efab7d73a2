import { expect, test } from 'vitest';
import { compileLimits } from './compile-limits.ts';
import { normalBands } from './normal-bands.ts';
import { platformRules } from './platform-rules.ts';
import type { JudgedPerson } from './population.ts';

const bandsOf = (person: JudgedPerson): Record<string, readonly (number | null | boolean)[]> =>
  Object.fromEntries(normalBands(compileLimits({ rules: platformRules, on: '2026-03-10', person })).map(({ kind, metric, min, max, needsConfirmation }) => [`${kind}.${metric}`, [min, max, needsConfirmation]]));

test('one band a figure, by the limits of the person in the usual circumstances', () => {
  expect(bandsOf({ birthday: '1990-01-01', sex: 1 })).toMatchObject({
    'bp.high': [90, 134, false], 'bp.low': [60, 84, false], 'heart.heart': [55, 100, true], 'bloodSugar.bloodSugar': [2.8, 6, false], 'uricAcid.uricAcid': [null, 420, false],
  });
  expect(bandsOf({ birthday: '1990-01-01', sex: 1, tags: ['diabetes'] })).toMatchObject({ 'bp.high': [90, 129, false], 'bloodSugar.bloodSugar': [4, 7, false] });
});

test('a low diastolic counts only beside a low systolic, and says so', () => {
  const bands = (birthday: string): unknown[] => normalBands(compileLimits({ rules: platformRules, on: '2026-03-10', person: { birthday, sex: 1 } })).filter(({ kind }) => kind === 'bp').map(({ metric, minNeeds }) => [metric, minNeeds]);
  expect(bands('1990-01-01')).toEqual([['high', null], ['low', { zh: '收缩压<100', en: 'Systolic <100' }]]);
  expect(bands('2016-01-01')).toEqual([['high', null], ['low', null]]);
});

test('an end whose rule waits for its confirmation says so', () => {
  expect(bandsOf({ birthday: '1944-01-01', sex: 1 })).toMatchObject({ 'bp.high': [90, 149, true], 'bp.low': [60, 89, true] });
});
