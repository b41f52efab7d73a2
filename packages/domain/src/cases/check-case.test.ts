import { describe, expect, test } from 'vitest';
import { manual, minute, reading, run, stepTexts } from '../../test/case-steps.ts';
import type { CaseReading } from './case-reading.ts';
import { checkDueAt, riseCheck } from './check-case.ts';
import { runStartOf } from '../ladder/ladder.ts';

describe('check case', () => {
  test('rises to 3 when no valid reading follows within 15 min, by the clock or by the next reading', () => {
    const { book } = run([reading('spo2', [0, 48])]);
    expect(checkDueAt(book.check)).toBe(15 * minute);
    expect(stepTexts(riseCheck(book.check, 15 * minute).steps)).toEqual(['extend check 3 @0 raise']);
    expect(riseCheck(book.check, 14 * minute).steps).toEqual([]);
    expect(stepTexts(run([reading('spo2', [20, 97])], 10, book).steps)).toEqual([
      'extend check 3 @0 raise',
      'clear check 3 @20 normal',
    ]);
    expect(stepTexts(run([reading('spo2', [15, 97])], 10, book).steps)).toEqual(['clear check 2 @15 normal']);
  });

  test('a confirming reading moves it into the medical case', () => {
    expect(stepTexts(run([reading('spo2', [0, 60]), reading('spo2', [5, 62])], 30).steps)).toEqual([
      'open check 2 @0 open',
      'open spo2Low 4 @5 open',
      'clear check 2 @5 moved',
    ]);
  });

  test('an abnormal plausible value stops the rise and keeps the case', () => {
    const { book, steps } = run([reading('spo2', [0, 60]), reading('spo2', [5, 94])]);
    expect(stepTexts(steps)).toEqual(['open check 2 @0 open', 'extend check 2 @0 none']);
    expect(checkDueAt(book.check)).toBeNull();
  });

  test('a doubtful value after an answer waits for one of its own', () => {
    const { book } = run([reading('spo2', [0, 48]), reading('spo2', [30, 94]), reading('spo2', [50, 48])], 0);
    expect(book.check?.waiting.get('spo2')).toEqual({ since: 50 * minute, answered: false });
  });

  test('late ones are listed, those of a day ago without any rung, and the first fresh one is told with its figure', () => {
    const starts = (more: object, after: readonly CaseReading[] = []): unknown[] =>
      run([reading('spo2', [0, 48], { late: true, ...more }), ...after], 0).steps.map((step) => [
        step.do,
        step.case.level,
        runStartOf(step),
      ]);
    const next = [reading('heart', [30, 72], { late: true })];
    expect(starts({}, next)).toEqual([
      ['open', 2, 'silent'],
      ['extend', 3, 'late'],
    ]);
    expect(starts({ past: true }, next)).toEqual([
      ['open', 2, 'silent'],
      ['extend', 3, 'silent'],
    ]);
    const told = run([reading('spo2', [0, 48], { late: true }), reading('spo2', [140, 51])], 0).steps.at(-1);
    expect(told).toMatchObject({
      do: 'extend',
      notice: 'open',
      case: { abnormalType: 'check', late: false, valueText: '51' },
    });
  });

  test('two kinds wait in one case', () => {
    const readings = [
      reading('spo2', [0, 60]),
      reading('heart', [1, 240]),
      reading('spo2', [2, 97]),
      reading('heart', [3, 70]),
    ];
    expect(stepTexts(run(readings).steps)).toEqual([
      'open check 2 @0 open',
      'extend check 2 @1 none',
      'extend check 2 @1 none',
      'clear check 2 @3 normal',
    ]);
  });

  test('a manual odd value opens its medical case at once, with 请复测', () => {
    const { steps } = run([reading('spo2', [0, 60], { by: manual })], 0);
    expect(stepTexts(steps)).toEqual(['open spo2Low 4 @0 open']);
    expect(steps[0]?.case.description).toBe('血氧 60%，低于危急线85，请复测');
  });

  test('an odd value within all limits is still checked', () => {
    const { steps } = run([reading('bp', [0, [120, 38]], { by: manual })], 0);
    expect(stepTexts(steps)).toEqual(['open check 2 @0 open']);
    expect(steps[0]?.case.description).toBe('血压数值少见，请复测');
  });
});
