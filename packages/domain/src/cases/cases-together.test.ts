import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adult, manual, minute, reading, run, stepTexts, watch } from '../../test/case-steps.ts';
import type { Told } from '../../test/case-steps.ts';
import { compileLimits } from '../judging/compile-limits.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import { platformRules } from '../judging/platform-rules.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { advance } from './advance.ts';
import { emptyBook } from './case-book.ts';
import type { CaseBook, CaseState, OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { raiseForSymptom } from './combination.ts';
import { runStartOf } from '../ladder/ladder.ts';
import { reconcile } from './reconcile.ts';
import type { StoredCase } from './reconcile.ts';
import { replayReadings } from './replay.ts';
import type { StaffClosing } from './replay.ts';
import { restoreBook, restorePeak } from './restore.ts';
import { retestFor } from './retest.ts';

describe('combinations', () => {
  const low = [0, 10].map((at) => reading('spo2', [at, 92]));
  const fast = [5, 15, 20].map((at) => reading('heart', [at, 125]));
  const inOrder = [...low, ...fast].toSorted((a, b) => a.at - b.at);

  test('low oxygen with a fast heart within 15 min is level 4', () => {
    expect(stepTexts(run(inOrder).steps)).toEqual([
      'open spo2Low 2 @10 open',
      'open heartFast 2 @20 open',
      'extend spo2Low 4 @10 raise',
    ]);
    const later = fast.map((_, index) => reading('heart', [30 + index * 5, 125]));
    expect(stepTexts(run([...low, ...later]).steps)).toEqual(['open spo2Low 2 @10 open', 'open heartFast 2 @40 open']);
  });

  test('fever with low oxygen is level 3, high glucose with ketone level 4', () => {
    const fever = [0, 20].map((at) => reading('temperature', [at, 38.5]));
    expect(
      stepTexts(
        run([...low, ...fever.slice(1).map(() => reading('temperature', [12, 38.5])), ...fever.slice(1)]).steps,
      ).at(-1),
    ).toBe('extend spo2Low 3 @10 raise');
    const sugar = reading('bloodSugar', [0, 14], { by: manual });
    expect(stepTexts(run([sugar, reading('ketone', [60, 1.5], { by: manual })], 0).steps)).toEqual([
      'open sugarHigh 3 @0 open',
      'open ketone 3 @60 open',
      'extend sugarHigh 4 @0 raise',
    ]);
    expect(stepTexts(run([sugar, reading('ketone', [60, 1.4], { by: manual })], 0).steps)).toEqual([
      'open sugarHigh 3 @0 open',
      'open ketone 1 @60 open',
    ]);
  });

  test('a symptom that staff notes raises pressure of level 3', () => {
    const open = run([reading('bp', [0, [182, 95]], { by: manual })], 0).book.open.get('bpHigh');
    expect(open && raiseForSymptom(open, 9)).toMatchObject({
      do: 'extend',
      raisedFrom: 3,
      notice: 'raise',
      case: { level: 4 },
    });
    expect(open && raiseForSymptom({ ...open, level: 2 }, 9)).toBeUndefined();
  });
});

describe('second values', () => {
  test('watch, cuff and person', () => {
    const retestOf = (kind: MeasurementKind, figures: number | readonly [number, number], by: MeasuredBy): string =>
      retestFor(kind, reading(kind, [0, figures], { by }).judgement, by);
    expect([
      retestOf('bp', [165, 90], watch),
      retestOf('bp', [140, 80], watch),
      retestOf('heart', 125, watch),
      retestOf('heart', 135, watch),
      retestOf('spo2', 92, watch),
    ]).toEqual(['measure', 'none', 'none', 'measure', 'measure']);
    expect([
      retestOf('bp', [165, 90], manual),
      retestOf('bp', [140, 80], manual),
      retestOf('bp', [120, 112], manual),
    ]).toEqual(['ask', 'none', 'ask']);
    expect(retestOf('bp', [190, 90], { instrument: 'cuff', registered: true })).toBe('none');
  });
});

describe('whatever the readings', () => {
  const rows = fc.array(
    fc.tuple(
      fc.constantFrom('heart' as const, 'spo2' as const),
      fc.integer({ min: 35, max: 190 }),
      fc.integer({ min: 1, max: 40 }),
    ),
    { maxLength: 40 },
  );
  const readingsOf = (row: readonly (readonly ['heart' | 'spo2', number, number])[]): CaseReading[] => {
    let at = 0;
    return row.map(([kind, figure, gap]) =>
      reading(kind, [(at += gap), kind === 'spo2' ? 60 + (figure % 41) : figure]),
    );
  };

  test('never two open cases of a kind, levels never fall, counts only grow', () => {
    fc.assert(
      fc.property(rows, (row) => {
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
      }),
      { numRuns: 60 },
    );
  });

  test('a book restored from tables goes on like the one in memory', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const readings = readingsOf(row);
        let kept: CaseBook = emptyBook;
        let restored: CaseBook = emptyBook;
        for (const [index, each] of readings.entries()) {
          const one = advance(kept, each, 10);
          const other = advance(restored, each, 10);
          expect(stepTexts(other.steps)).toEqual(stepTexts(one.steps));
          kept = one.book;
          const open = [...other.book.open.values(), ...(other.book.check ? [other.book.check] : [])];
          restored = restoreBook({ readings: readings.slice(0, index + 1).toReversed(), open, closed: [] });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a stored peak gets its figures back', () => {
    const limits = compileLimits({ rules: platformRules, person: adult, on: '2026-03-10' });
    const open = run([reading('bp', [0, [205, 122]], { by: manual })], 0).book.open.get('bpHigh');
    expect(restorePeak({ kind: 'bp', metric: 'high', peakText: '205/122' }, limits)).toEqual({
      peakValue: 205,
      peakSeverity: open?.peakSeverity,
    });
    expect(restorePeak({ kind: 'heart', metric: 'heart', peakText: '' }, limits)).toEqual({
      peakValue: null,
      peakSeverity: 0,
    });
  });
});

describe('readings out of order against stored cases', () => {
  const pressure = (at: number, high: number, more: Told = {}): CaseReading =>
    reading('bp', [at, [high, 70]], { by: manual, ...more });
  const caseOf = (...readings: readonly CaseReading[]): OpenCase => {
    const found = run(readings, 0).steps.findLast(({ case: { abnormalType } }) => abnormalType === 'bpHigh')?.case;
    if (!found) {
      throw new Error('no case');
    }
    return found;
  };
  const stored = (state: CaseState, own: OpenCase, acted: boolean): StoredCase => ({
    id: 5,
    state,
    acted,
    case: { ...own, id: 5 },
  });
  interface Late {
    readonly fresh: readonly number[];
    readonly closings?: readonly StaffClosing[];
  }
  const repairs = (
    row: StoredCase,
    readings: readonly CaseReading[],
    { fresh, closings = [] }: Late,
  ): ReturnType<typeof reconcile> =>
    reconcile([row], replayReadings({ readings, isFresh: ({ at }) => fresh.includes(at / minute), closings }));

  test('a case that nobody acted on becomes that of measured order', () => {
    const [one, two, three] = [pressure(60, 140), pressure(120, 142), pressure(30, 165)];
    expect(repairs(stored(0, caseOf(one, two), false), [one, two, three], { fresh: [30] })).toMatchObject({
      withdrawn: [],
      past: [],
      steps: [
        {
          do: 'extend',
          raisedFrom: 1,
          notice: 'raise',
          case: { id: 5, fromAt: 30 * minute, toAt: 120 * minute, countNum: 3, level: 2 },
        },
      ],
    });
  });

  test('one that nothing supports any more is withdrawn, never one that somebody acted on', () => {
    const beats = [0, 10, 20].map((at) => reading('heart', [at, 125], { heartState: 1 }));
    const calm = reading('heart', [15, 70], { heartState: 1 });
    const open = run(beats).book.open.get('heartFast');
    const row = (acted: boolean): StoredCase => ({
      id: 7,
      state: acted ? 1 : 0,
      acted,
      case: { ...(open ?? caseOf()), id: 7 },
    });
    const after = (acted: boolean): ReturnType<typeof reconcile> =>
      reconcile(
        [row(acted)],
        replayReadings({ readings: [...beats, calm], isFresh: (each) => each === calm, closings: [] }),
      );
    expect(after(false)).toEqual({ withdrawn: [7], steps: [], past: [] });
    expect(after(true)).toEqual({ withdrawn: [], steps: [], past: [] });
  });

  test('what staff closed is widened, and opens again for a higher level', () => {
    const [one, two] = [pressure(60, 140), pressure(120, 142)];
    const closing: StaffClosing = { caseId: 5, abnormalType: 'bpHigh', level: 1, at: 130 * minute };
    const closed = stored(3, caseOf(one, two), true);
    expect(repairs(closed, [one, two, pressure(90, 141)], { fresh: [90], closings: [closing] }).steps).toMatchObject([
      { do: 'extend', raisedFrom: null, notice: 'none', case: { id: 5, countNum: 3, level: 1 } },
    ]);
    expect(repairs(closed, [one, two, pressure(90, 205)], { fresh: [90], closings: [closing] }).steps).toMatchObject([
      { do: 'reopen', id: 5, notice: 'open', case: { level: 4, late: false } },
    ]);
    const old = pressure(90, 205, { late: true, past: true });
    expect(repairs(closed, [one, two, old], { fresh: [90], closings: [closing] }).steps).toMatchObject([
      { do: 'reopen', id: 5, notice: 'none', case: { level: 4, late: true, past: true } },
    ]);
  });

  test('what staff closed stays closed beside an open one of its type, which takes over the higher level', () => {
    const [one, two, open] = [pressure(60, 140), pressure(120, 142), pressure(600, 141)];
    const closing: StaffClosing = { caseId: 5, abnormalType: 'bpHigh', level: 1, at: 130 * minute };
    const calm = [300, 310].map((at) => pressure(at, 118));
    const late = [90, 100].map((at) => pressure(at, 205, { late: true }));
    const rows = (acted: boolean): readonly StoredCase[] => [
      stored(3, caseOf(one, two), true),
      { id: 6, state: 0, acted, case: { ...caseOf(open), id: 6 } },
    ];
    for (const acted of [false, true]) {
      const found = reconcile(
        rows(acted),
        replayReadings({
          readings: [one, ...late, two, ...calm, open],
          isFresh: (each) => late.includes(each),
          closings: [closing],
        }),
      );
      expect(found.steps.filter((step) => step.do === 'reopen' || step.do === 'open')).toEqual([]);
      expect(found).toMatchObject({ withdrawn: [], past: [] });
      expect(found.steps).toContainEqual(
        expect.objectContaining({ do: 'extend', raisedFrom: 1, case: expect.objectContaining({ id: 6, level: 4 }) }),
      );
    }
  });

  test('what was over before it was heard of is stored as past; older readings leave younger cases alone', () => {
    const young = [pressure(600, 140), pressure(660, 142)];
    const old = [
      [-300, 140],
      [-290, 120],
      [-280, 120],
    ].map(([at = 0, high = 0]) => pressure(at, high, { late: true }));
    expect(
      repairs(stored(0, caseOf(...young), false), [...young, ...old], { fresh: [-300, -290, -280] }),
    ).toMatchObject({
      withdrawn: [],
      steps: [],
      past: [{ case: { late: true, fromAt: -300 * minute }, clearedAt: -280 * minute }],
    });
  });

  test('late readings raise a live case without notice, those past all alarms without a rung', () => {
    const live = pressure(60, 188);
    const raised = (more: Told): unknown =>
      repairs(stored(0, caseOf(live), false), [live, pressure(30, 205, more)], { fresh: [30] }).steps.map((step) => [
        step.do !== 'clear' && step.notice,
        runStartOf(step),
      ]);
    expect([raised({}), raised({ late: true }), raised({ late: true, past: true })]).toEqual([
      [['raise', 'full']],
      [['none', 'full']],
      [['none', 'silent']],
    ]);
  });
});
