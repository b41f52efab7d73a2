import { describe, expect, test } from 'vitest';
import { manual, minute, reading, run, stepTexts, unregistered } from '../../test/case-steps.ts';
import { emptyBook } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { answerSilence, checkDueAt, checkSilence } from './check-case.ts';
import { answerMinutes, unanswered } from './unanswered.ts';

const spo2 = (at: number, value: number, more: Parameters<typeof reading>[2] = {}): CaseReading =>
  reading('spo2', [at, value], more);
const unansweredOf = (readings: readonly CaseReading[], sampling = 30): unknown => {
  const silent = unanswered(readings, sampling);
  return silent && [silent.reading.at / minute, silent.level, silent.isWorn, silent.dueAt / minute];
};

describe('an alarming value that nothing follows', () => {
  test('waits 15 minutes, or one and a half intervals, at most an hour', () => {
    expect([0, 5, 20, 30, 660].map(answerMinutes)).toEqual([15, 15, 30, 45, 60]);
  });

  test('the level by the figures decides: 4 makes a check of level 3, 3 one of level 2', () => {
    expect(unansweredOf([spo2(0, 82)])).toEqual([0, 3, true, 45]);
    expect(unansweredOf([spo2(0, 82, { by: unregistered })])).toEqual([0, 3, true, 45]);
    expect(unansweredOf([spo2(0, 88)])).toEqual([0, 2, true, 45]);
    expect(unansweredOf([spo2(0, 92)])).toBeUndefined();
  });

  test('a valid value answers it, poor contact and a device that is not worn do not', () => {
    expect(unansweredOf([spo2(0, 82), spo2(10, 97)])).toBeUndefined();
    expect(unansweredOf([spo2(0, 82), spo2(10, 92)])).toBeUndefined();
    expect(unansweredOf([spo2(0, 82), spo2(10, 97, { contact: 'poor' })])).toEqual([0, 3, true, 45]);
    expect(unansweredOf([spo2(0, 82), spo2(10, 75, { contact: 'off' })])).toEqual([0, 3, true, 45]);
  });

  test('what a run confirms needs no check; a second value that confirms less does', () => {
    expect(unansweredOf([spo2(0, 88), spo2(10, 88)])).toBeUndefined();
    expect(unansweredOf([spo2(0, 92), spo2(10, 82)])).toEqual([10, 3, true, 55]);
  });

  test('so does one of a cuff without registration; of a registered one a single value opens the medical case', () => {
    const bp = (at: number, more: Parameters<typeof reading>[2]): CaseReading => reading('bp', [at, [205, 122]], more);
    const cuff = (registered: boolean) => ({ by: { instrument: 'cuff', registered } as const });
    expect(unansweredOf([bp(0, cuff(false))], 720)).toEqual([0, 3, true, 60]);
    expect(unansweredOf([bp(0, cuff(false)), bp(2, cuff(false))], 720)).toBeUndefined();
    expect(unansweredOf([bp(0, cuff(true))], 720)).toBeUndefined();
    expect(unansweredOf([bp(0, { by: { instrument: 'other', registered: false } })], 720)).toEqual([0, 3, true, 60]);
  });

  test('late, doubtful and manual values make none', () => {
    expect(unansweredOf([spo2(0, 82, { late: true })])).toBeUndefined();
    expect(unansweredOf([spo2(0, 48)])).toBeUndefined();
    expect(unansweredOf([spo2(0, 82, { by: manual })])).toBeUndefined();
  });

  test('a device that is not worn: level 2 by its first value, whatever the figures say', () => {
    const off = { contact: 'off' as const };
    expect(unansweredOf([spo2(0, 75, off), spo2(10, 75, off)])).toEqual([0, 2, false, 45]);
    expect(unansweredOf([spo2(0, 97), spo2(10, 75, off), spo2(20, 92)])).toBeUndefined();
    expect(unansweredOf([spo2(0, 48, off)])).toEqual([0, 2, false, 45]);
  });
});

describe('the check case that silence opens', () => {
  const silent = unanswered([spo2(0, 82)], 30);
  const opened = silent ? checkSilence(emptyBook, silent, 45 * minute) : undefined;

  test('is opened once and does not rise by itself', () => {
    expect(stepTexts(opened?.steps ?? [])).toEqual(['open check 3 @0 open']);
    expect(opened?.steps[0]?.case).toMatchObject({ openedAt: 45 * minute, valueText: '82' });
    const weaker = unanswered([spo2(0, 88)], 30);
    const check = weaker ? checkSilence(emptyBook, weaker, 45 * minute).check : null;
    expect(check?.level).toBe(2);
    expect(checkDueAt(check)).toBeNull();
    if (silent) {
      expect(checkSilence({ ...emptyBook, check: opened?.check ?? null }, silent, 50 * minute).steps).toEqual([]);
    }
  });

  test('a graver value raises the open one', () => {
    const weaker = unanswered([spo2(0, 88)], 30);
    const graver = unanswered([spo2(0, 88), spo2(1440, 82)], 30);
    const check = weaker ? checkSilence(emptyBook, weaker, 45 * minute).check : null;
    expect(stepTexts(graver ? checkSilence({ ...emptyBook, check }, graver, 1485 * minute).steps : [])).toEqual([
      'extend check 3 @1440 raise',
    ]);
  });

  test('ends by values that were followed out of order, as it would have in order', () => {
    const check = opened?.check ?? null;
    expect(stepTexts(answerSilence(check, [spo2(0, 82), spo2(20, 97), spo2(60, 98)], 30).steps)).toEqual([
      'clear check 3 @20 normal',
    ]);
    expect(stepTexts(answerSilence(check, [spo2(0, 82), spo2(20, 83)], 30).steps)).toEqual(['clear check 3 @20 moved']);
    expect(answerSilence(check, [spo2(-20, 97), spo2(0, 82)], 30).steps).toEqual([]);
    expect(answerSilence(check, [spo2(0, 82), spo2(20, 94)], 30).steps).toEqual([]);
  });

  test('a plausible normal value ends it, a confirming one moves it into the medical case', () => {
    const book = { ...run([spo2(0, 82)], 30).book, check: opened?.check ?? null };
    expect(stepTexts(run([spo2(60, 97)], 30, book).steps)).toEqual(['clear check 3 @60 normal']);
    expect(stepTexts(run([spo2(60, 83)], 30, book).steps)).toEqual([
      'open spo2Low 4 @60 open',
      'clear check 3 @60 moved',
    ]);
  });
});

describe('a device that is not worn', () => {
  test('confirms nothing, extends nothing and clears nothing', () => {
    const off = { contact: 'off' as const };
    expect(stepTexts(run([spo2(0, 75, off), spo2(10, 75, off)]).steps)).toEqual([]);
    const open = run([spo2(0, 92), spo2(10, 92)], 10);
    expect(stepTexts(open.steps)).toEqual(['open spo2Low 2 @10 open']);
    expect(
      run([spo2(20, 75, off), spo2(30, 99, off), spo2(40, 99, off), spo2(50, 99, off)], 10, open.book).steps,
    ).toEqual([]);
  });
});
