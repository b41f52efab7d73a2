import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adult, manual, minute, reading, run, told, watch } from '../../test/case-steps.ts';
import { compileLimits } from '../judging/compile-limits.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import { platformRules } from '../judging/platform-rules.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { advance } from './advance.ts';
import { emptyBook } from './case-book.ts';
import type { CaseBook, OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { raiseForSymptom } from './combination.ts';
import { reconcile, replayedCases } from './reconcile.ts';
import { restoreBook, restorePeak } from './restore.ts';
import { retestFor } from './retest.ts';

describe('combinations', () => {
  const low = [0, 10].map((at) => reading('spo2', [at, 92]));
  const fast = [5, 15, 20].map((at) => reading('heart', [at, 125]));
  const inOrder = [...low, ...fast].toSorted((a, b) => a.at - b.at);

  test('low oxygen with a fast heart within 15 min is level 4', () => {
    expect(told(run(inOrder).steps)).toEqual(['open spo2Low 2 @10 open', 'open heartFast 2 @20 open', 'extend spo2Low 4 @10 raise']);
    const later = fast.map((_, index) => reading('heart', [30 + index * 5, 125]));
    expect(told(run([...low, ...later]).steps)).toEqual(['open spo2Low 2 @10 open', 'open heartFast 2 @40 open']);
  });

  test('fever with low oxygen is level 3, high glucose with ketone level 4', () => {
    const fever = [0, 20].map((at) => reading('temperature', [at, 38.5]));
    expect(told(run([...low, ...fever.slice(1).map(() => reading('temperature', [12, 38.5])), ...fever.slice(1)]).steps).at(-1)).toBe('extend spo2Low 3 @10 raise');
    const sugar = reading('bloodSugar', [0, 14], { by: manual });
    expect(told(run([sugar, reading('ketone', [60, 1.5], { by: manual })], 0).steps)).toEqual(['open sugarHigh 3 @0 open', 'open ketone 3 @60 open', 'extend sugarHigh 4 @0 raise']);
    expect(told(run([sugar, reading('ketone', [60, 1.4], { by: manual })], 0).steps)).toEqual(['open sugarHigh 3 @0 open', 'open ketone 1 @60 open']);
  });

  test('a symptom that staff notes raises pressure of level 3', () => {
    const open = run([reading('bp', [0, [182, 95]], { by: manual })], 0).book.open.get('bpHigh');
    expect(open && raiseForSymptom(open, 9)).toMatchObject({ do: 'extend', raisedFrom: 3, notice: 'raise', case: { level: 4 } });
    expect(open && raiseForSymptom({ ...open, level: 2 }, 9)).toBeUndefined();
  });
});

describe('second values', () => {
  test('watch, cuff and person', () => {
    const asked = (kind: MeasurementKind, figures: number | readonly [number, number], by: MeasuredBy): string => retestFor(kind, reading(kind, [0, figures], { by }).judgement, by);
    expect([asked('bp', [165, 90], watch), asked('bp', [140, 80], watch), asked('heart', 125, watch), asked('heart', 135, watch), asked('spo2', 92, watch)])
      .toEqual(['measure', 'none', 'none', 'measure', 'measure']);
    expect([asked('bp', [165, 90], manual), asked('bp', [140, 80], manual), asked('bp', [120, 112], manual)]).toEqual(['ask', 'none', 'ask']);
    expect(asked('bp', [190, 90], { instrument: 'cuff', registered: true })).toBe('none');
  });
});

describe('whatever the readings', () => {
  const rows = fc.array(fc.tuple(fc.constantFrom('heart' as const, 'spo2' as const), fc.integer({ min: 35, max: 190 }), fc.integer({ min: 1, max: 40 })), { maxLength: 40 });
  const readingsOf = (row: readonly (readonly ['heart' | 'spo2', number, number])[]): CaseReading[] => {
    let at = 0;
    return row.map(([kind, figure, gap]) => reading(kind, [(at += gap), kind === 'spo2' ? 60 + (figure % 41) : figure]));
  };

  test('never two open cases of a kind, levels never fall, counts only grow', () => {
    fc.assert(fc.property(rows, (row) => {
      const open = new Map<string, OpenCase>();
      for (const step of run(readingsOf(row)).steps) {
        const before = open.get(step.case.abnormalType);
        expect(before === undefined).toBe(step.do === 'open');
        expect(step.case.level).toBeGreaterThanOrEqual(before?.level ?? 1);
        expect(step.case.countNum).toBeGreaterThanOrEqual(before?.countNum ?? 1);
        expect(step.case.fromAt).toBeLessThanOrEqual(step.case.toAt);
        if (step.do === 'clear') {
          open.delete(step.case.abnormalType);
        } else {
          open.set(step.case.abnormalType, step.case);
        }
      }
    }), { numRuns: 60 });
  });

  test('a book restored from tables goes on like the one in memory', () => {
    fc.assert(fc.property(rows, (row) => {
      const readings = readingsOf(row);
      let kept: CaseBook = emptyBook;
      let restored: CaseBook = emptyBook;
      for (const [index, each] of readings.entries()) {
        const one = advance(kept, each, 10);
        const other = advance(restored, each, 10);
        expect(told(other.steps)).toEqual(told(one.steps));
        kept = one.book;
        const open = [...other.book.open.values(), ...(other.book.check ? [other.book.check] : [])];
        restored = restoreBook({ readings: readings.slice(0, index + 1).toReversed(), open, closed: [] });
      }
    }), { numRuns: 60 });
  });

  test('a stored peak gets its figures back', () => {
    const limits = compileLimits({ rules: platformRules, person: adult, on: '2026-03-10' });
    const open = run([reading('bp', [0, [205, 122]], { by: manual })], 0).book.open.get('bpHigh');
    expect(restorePeak({ kind: 'bp', metric: 'high', peakText: '205/122' }, limits)).toEqual({ peakValue: 205, peakSeverity: open?.peakSeverity });
    expect(restorePeak({ kind: 'heart', metric: 'heart', peakText: '' }, limits)).toEqual({ peakValue: null, peakSeverity: 0 });
  });
});

describe('late readings against stored cases', () => {
  const stored = { id: 5, abnormalType: 'bpHigh' as const, level: 1 as const, state: 3 as const, fromAt: 60 * minute, toAt: 120 * minute, countNum: 2 };
  const replay = (...pairs: readonly (readonly [at: number, high: number])[]): ReturnType<typeof replayedCases> => {
    const { steps, book } = run(pairs.map(([at, high]) => reading('bp', [at, [high, 70]], { by: manual })), 0);
    return replayedCases(steps, book);
  };

  test('an overlapping case widens the stored one, whatever its state', () => {
    const repairs = reconcile([stored], replay([30, 165], [60, 140], [120, 140]));
    expect(repairs).toMatchObject([{ do: 'widen', id: 5, case: { fromAt: 30 * minute, toAt: 120 * minute, countNum: 3, level: 2 } }]);
    expect(reconcile([stored], replay([60, 140], [120, 140]))).toEqual([]);
  });

  test('a case nobody had is inserted as late, ended ones as ended', () => {
    const repairs = reconcile([stored], replay([-300, 140], [-290, 120], [-280, 120], [60, 140], [120, 140]));
    expect(repairs).toMatchObject([{ do: 'insert', clearedAt: -280 * minute, case: { late: true, noticeAt: null } }]);
  });

  test('no second open case of a kind', () => {
    const open = { ...stored, state: 0 as const, fromAt: 600 * minute, toAt: 660 * minute };
    expect(reconcile([open], replay([60, 140]))).toEqual([]);
  });
});
