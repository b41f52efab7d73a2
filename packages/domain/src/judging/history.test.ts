import { describe, expect, test } from 'vitest';
import { courseValue, describeCourse, historyConfirmed, historyMet, isNightJudged, median } from './history.ts';
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

  test('the mean of at least seven readings of a night', () => {
    const rule = condition('BP-N1-SYS');
    const night = [118, 119, 120, 120, 121, 121, 121];
    expect(historyMet(rule, sameDay(night))).toBe(true);
    expect(historyMet(rule, sameDay([...night.slice(1), 117]))).toBe(false);
    expect(historyMet(rule, sameDay([180, 180, 180, 180, 180, 180]))).toBe(false);
    expect([isNightJudged(rule, sameDay(night)), isNightJudged(rule, sameDay([150]))]).toEqual([true, false]);
    expect(historyMet(condition('BP-N1-DIA'), sameDay([70, 70, 70, 70, 70, 70, 70]))).toBe(true);
    expect(historyMet(condition('BP-N1-DIA'), sameDay([70, 70, 70, 70, 70, 70, 69]))).toBe(false);
    expect(courseValue(rule, sameDay(night))).toBe(120);
  });

  test('a rule that wants to be met twice within a week', () => {
    const rule = platformRules.find(({ code }) => code === 'WT-LOSS');
    const timed = (days: readonly (readonly [day: number, value: number])[]) =>
      days.map(([day, value]) => ({ day: `2026-03-${String(day).padStart(2, '0')}`, value, at: day * 86_400_000 }));
    expect(
      rule &&
        historyConfirmed(
          rule,
          timed([
            [1, 60],
            [10, 56.9],
          ]),
        ),
    ).toBe(false);
    expect(
      rule &&
        historyConfirmed(
          rule,
          timed([
            [1, 60],
            [10, 56.9],
            [12, 56.5],
          ]),
        ),
    ).toBe(true);
    expect(
      rule &&
        historyConfirmed(
          rule,
          timed([
            [1, 60],
            [10, 56.9],
            [18, 56.5],
          ]),
        ),
    ).toBe(false);
    expect(
      rule &&
        historyConfirmed(
          rule,
          timed([
            [1, 60],
            [10, 56.9],
            [12, 59],
          ]),
        ),
    ).toBe(false);
  });

  test('courses in words', () => {
    const courseText = (code: string, course: readonly CoursePoint[]): string => {
      const rule = platformRules.find((row) => row.code === code);
      return rule ? describeCourse(rule, course) : '';
    };
    expect(courseText('WT-HF', daily([70, 70.5, 71, 72.3]))).toBe('体重3天内增加 2.3 kg，达到警告线');
    expect(courseText('WT-LOSS', daily([60, 57]))).toBe('体重30天内下降 5%，达到关注线');
    expect(courseText('HR-RHYTHM', sameDay([1, 1, 1, 1, 0, 0, 0, 1]))).toBe('静息读数 8 次中 5 次心律不齐，达到关注线');
    expect(courseText('SLP-AHI2', daily([31, 3, 3, 20, 3, 3, 31]))).toMatch(
      /^\S+近 7 次中 3 次不低于 15 \S+，达到关注线，建议就诊$/,
    );
    expect(courseText('ACT-1', daily([900]))).toBe('连续3天步数不足平时的 30%，达到提示线');
    expect(courseText('BP-1', daily([1]))).toBe('');
  });

  test('median', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
  });
});
