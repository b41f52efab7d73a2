import { describe, expect, test } from 'vitest';
import { historyMet, median } from './history.ts';
import type { CoursePoint } from './history.ts';
import { platformRules } from './platform-rules.ts';
import type { HistoryCondition } from './rule.ts';

function condition(code: string): HistoryCondition {
  const found = platformRules.find((row) => row.code === code)?.condition.history;
  if (!found) {
    throw new Error(`no history in ${code}`);
  }
  return found;
}

function daily(values: readonly number[]): CoursePoint[] {
  return values.map((value, index) => ({ day: `2026-03-${String(index + 1).padStart(2, '0')}`, value }));
}

function sameDay(values: readonly number[]): CoursePoint[] {
  return values.map((value) => ({ day: '2026-03-10', value }));
}

describe('rules over several readings', () => {
  test('irregular in 5 of 10 readings of one day', () => {
    expect(historyMet(condition('HR-RHYTHM'), sameDay([1, 1, 1, 1, 0, 0, 0, 1]))).toBe(true);
    expect(historyMet(condition('HR-RHYTHM'), sameDay([1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]))).toBe(false);
    expect(historyMet(condition('HR-RHYTHM'), [...daily([1, 1, 1]), ...sameDay([1, 1])])).toBe(false);
    expect(historyMet(condition('HR-RHYTHM'), [])).toBe(false);
  });

  test('two kilograms within three days', () => {
    expect(historyMet(condition('WT-HF'), daily([70, 70.5, 71, 72]))).toBe(true);
    expect(historyMet(condition('WT-HF'), daily([70, 70.5, 71, 71.9]))).toBe(false);
    expect(historyMet(condition('WT-HF'), daily([70, 71, 71, 71, 72]))).toBe(false);
    expect(historyMet(condition('WT-HF'), daily([72]))).toBe(false);
  });

  test('five per cent lost within thirty days', () => {
    expect(historyMet(condition('WT-LOSS'), daily([60, 59, 57]))).toBe(true);
    expect(historyMet(condition('WT-LOSS'), daily([60, 59, 57.1]))).toBe(false);
  });

  test('short nights and breathing stops', () => {
    expect(historyMet(condition('SLP-1'), daily([400, 290, 299, 200]))).toBe(true);
    expect(historyMet(condition('SLP-1'), daily([290, 300, 290]))).toBe(false);
    expect(historyMet(condition('SLP-1'), daily([290, 290]))).toBe(false);
    expect(historyMet(condition('SLP-AHI2'), daily([15, 3, 3, 20, 3, 3, 16]))).toBe(true);
    expect(historyMet(condition('SLP-AHI2'), daily([15, 3, 3, 20, 3, 3, 3, 16]))).toBe(false);
  });

  test('three days below a third of the usual steps', () => {
    const usual = Array.from({ length: 14 }, () => 5000);
    expect(historyMet(condition('ACT-1'), daily([...usual, 1000, 1499, 900]))).toBe(true);
    expect(historyMet(condition('ACT-1'), daily([...usual, 1000, 1500, 900]))).toBe(false);
    expect(historyMet(condition('ACT-1'), daily([...usual.slice(1), 1000, 1000, 900]))).toBe(false);
  });

  test('median', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
  });
});
