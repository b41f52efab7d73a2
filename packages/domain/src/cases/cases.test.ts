import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLimits } from '../judging/compile-limits.ts';
import type { Limits } from '../judging/compile-limits.ts';
import { isTrusted } from '../judging/confirmation-needs.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import { platformRules } from '../judging/platform-rules.ts';
import type { JudgedPerson } from '../judging/population.ts';
import type { Sample } from '../judging/sample.ts';
import { checkReading } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { advance, advanceAll } from './advance.ts';
import { emptyBook } from './case-book.ts';
import type { CaseBook, CaseStep, OpenCase } from './case-book.ts';
import { caseReading } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { checkDueAt, riseCheck } from './check-case.ts';
import { raiseForSymptom } from './combination.ts';
import { confirmLevel } from './confirm.ts';
import { isLate, sosLateness } from './notice.ts';
import { reconcile, replayedCases } from './reconcile.ts';
import { restoreBook, restorePeak } from './restore.ts';
import { retestFor } from './retest.ts';
import { samplingMinutes } from './sampling.ts';

const minute = 60_000;
const manual: MeasuredBy = { instrument: 'manual', registered: true };
const watch: MeasuredBy = { instrument: 'wearable', registered: true };
const unregistered: MeasuredBy = { instrument: 'wearable', registered: false };
const adult: JudgedPerson = { birthday: '1981-01-15', sex: 1 };

interface Told extends Partial<Omit<Sample, 'kind'>> {
  readonly by?: MeasuredBy;
  readonly late?: boolean;
  readonly person?: JudgedPerson;
}

const compiled = new Map<JudgedPerson, Limits>();

function limitsOf(person: JudgedPerson): Limits {
  const limits = compiled.get(person) ?? compileLimits({ rules: platformRules, person, on: '2026-03-10' });
  compiled.set(person, limits);
  return limits;
}

/** A reading `at` minutes after the beginning; figures in the order high, low for pressure. */
function reading(kind: MeasurementKind, [at, figures]: readonly [at: number, figures: number | readonly [number, number]], told: Told = {}): CaseReading {
  const { by = watch, late = false, person = adult, ...more } = told;
  const values = typeof figures === 'number' ? { [kind]: figures } : { high: figures[0], low: figures[1] };
  const checked = checkReading(kind, values);
  const limits = limitsOf(person);
  const sample: Sample = { kind, values, trusted: isTrusted(by), doubtful: checked.status === 'ok' && checked.quality === 1, ...more };
  return caseReading({ id: at, sample, by, measuredAt: at * minute, day: `2026-03-${10 + Math.floor(at / 1440)}`, late }, limits);
}

function run(readings: readonly CaseReading[], sampling = 10, from: CaseBook = emptyBook): ReturnType<typeof advanceAll> {
  return advanceAll(readings, () => sampling, from);
}

function told(steps: readonly CaseStep[]): string[] {
  return steps.map((step) => {
    const { abnormalType, level, toAt } = step.case;
    const at = (step.do === 'clear' ? step.at : toAt) / minute;
    return `${step.do} ${abnormalType} ${level} @${at}${step.do === 'clear' ? ` ${step.reason}` : ` ${step.notice}`}`;
  });
}

function hearts(rates: readonly number[], more: Told = {}): CaseReading[] {
  return rates.map((rate, index) => reading('heart', [index * 10, rate], { heartState: 1, ...more }));
}

describe('confirmation', () => {
  test('a normal reading between starts the count again, poor contact does not', () => {
    expect(told(run(hearts([105, 106, 90, 107, 108])).steps)).toEqual([]);
    const poor = reading('heart', [15, 90], { contact: 'poor' });
    const row = hearts([105, 106, 107]);
    expect(told(run([...row.slice(0, 2), poor, ...row.slice(2)]).steps)).toEqual(['open heartFast 1 @20 open']);
  });

  test('readings further apart than the window do not confirm, n sampling intervals always do', () => {
    const apart = [0, 60].map((at) => reading('spo2', [at, 92]));
    expect(confirmLevel(apart, 10).level).toBe(0);
    expect(confirmLevel(apart, 30).level).toBe(2);
  });

  test('the confirmed level is the highest that all of the last n reach', () => {
    expect(confirmLevel(hearts([105, 125, 135]), 10)).toMatchObject({ level: 1 });
    expect(confirmLevel(hearts([125, 135, 160]), 10)).toMatchObject({ level: 2 });
    expect(confirmLevel(hearts([105, 125, 135, 160, 170]), 10)).toMatchObject({ level: 3 });
  });

  test('a registered cuff confirms levels 3-4 alone, levels 1-2 need two; a manual value always stands alone', () => {
    const cuff: MeasuredBy = { instrument: 'cuff', registered: true };
    expect(confirmLevel([reading('bp', [0, [182, 95]], { by: cuff })], 0).level).toBe(3);
    expect(confirmLevel([reading('bp', [0, [150, 95]], { by: cuff })], 0).level).toBe(0);
    expect(confirmLevel([reading('bp', [0, [182, 95]], { by: { ...cuff, registered: false } })], 0).level).toBe(0);
    expect(confirmLevel([reading('bp', [0, [136, 80]], { by: manual })], 0).level).toBe(1);
  });

  test('pressure of a watch without registration stays at 3 until a manual value confirms', () => {
    const wrist = [0, 10].map((at) => reading('bp', [at, [205, 122]], { by: unregistered }));
    expect(confirmLevel(wrist, 10).level).toBe(3);
    const { steps } = run([...wrist, reading('bp', [20, [204, 121]], { by: manual })]);
    expect(told(steps)).toEqual(['open bpHigh 3 @10 open', 'extend bpHigh 4 @20 raise']);
  });

  test('ketone of a meter without registration needs two for level 4', () => {
    const meter: MeasuredBy = { instrument: 'meter', registered: false };
    const pair = [0, 10].map((at) => reading('ketone', [at, 3.2], { by: meter }));
    expect(confirmLevel(pair.slice(0, 1), 0).level).toBe(3);
    expect(confirmLevel(pair, 0).level).toBe(4);
  });

  test('a child\'s pressure is confirmed on three different days', () => {
    const boy: JudgedPerson = { birthday: '2018-01-15', sex: 1 };
    const on = (...at: number[]): CaseReading[] => at.map((each) => reading('bp', [each, [118, 70]], { person: boy }));
    expect(confirmLevel(on(0, 10, 20, 1450), 0).level).toBe(0);
    expect(confirmLevel(on(0, 1450, 2900), 0).level).toBe(1);
    expect(confirmLevel(on(0, 1450, 10 * 1440), 0).level).toBe(0);
  });

  test('sampling interval: setting, times of day, median gap', () => {
    expect(samplingMinutes({ intervalMinutes: 30, measuredAt: [0, minute] })).toBe(30);
    expect(samplingMinutes({ timesOfDay: [1200, 420, 960, 600] })).toBe(660);
    expect(samplingMinutes({ timesOfDay: [480] })).toBe(1440);
    expect(samplingMinutes({ measuredAt: [0, 10, 25, 35].map((at) => at * minute) })).toBe(10);
    expect(samplingMinutes({ measuredAt: [0, 5 * 1440 * minute] })).toBe(1440);
    expect(samplingMinutes({})).toBe(0);
  });
});

describe('one open case per kind', () => {
  test('further readings extend, count and raise; the peak stays', () => {
    const { steps, book } = run(hearts([105, 106, 107, 112, 104, 125, 126, 127]));
    expect(told(steps)).toEqual([
      'open heartFast 1 @20 open', 'extend heartFast 1 @30 none', 'extend heartFast 1 @40 none', 'extend heartFast 1 @50 none',
      'extend heartFast 1 @60 none', 'extend heartFast 2 @70 raise',
    ]);
    expect(book.open.get('heartFast')).toMatchObject({ fromAt: 0, countNum: 8, peakText: '127', peakValue: 127, level: 2 });
  });

  test('level 1 ends after two readings inside by the margin, not at 134/84', () => {
    const by = manual;
    const pairs = [[145, 88], [134, 84], [128, 80], [131, 80], [128, 80], [130, 80]] as const;
    const { steps, book } = run(pairs.map((pair, index) => reading('bp', [index * 60, pair], { by })));
    expect(told(steps)).toEqual(['open bpHigh 1 @0 open', 'clear bpHigh 1 @300 normal']);
    expect(book.open.size).toBe(0);
  });

  test('levels 3-4 and cases somebody works on do not end by themselves', () => {
    const calm = [10, 20, 30].map((at) => reading('bp', [at, [120, 75]], { by: manual }));
    expect(run([reading('bp', [0, [182, 95]], { by: manual }), ...calm]).book.open.size).toBe(1);
    const opened = run([reading('bp', [0, [145, 88]], { by: manual })]).book;
    const claimed: CaseBook = { ...opened, open: new Map([...opened.open].map(([type, each]) => [type, { ...each, state: 1 as const }])) };
    expect(run(calm, 0, claimed).steps).toEqual([]);
  });

  test('reminders repeat only with new abnormal readings: after 60 min at level 3', () => {
    const steps = run([0, 30, 60, 90, 125].map((at) => reading('bp', [at, [182, 95]], { by: manual })), 0).steps;
    expect(told(steps)).toEqual([
      'open bpHigh 3 @0 open', 'extend bpHigh 3 @30 none', 'extend bpHigh 3 @60 repeat', 'extend bpHigh 3 @90 none', 'extend bpHigh 3 @125 repeat',
    ]);
  });

  test('within 30 min of a handled case it reopens, unless the level is higher or the time is over', () => {
    const closed = [{ id: 9, abnormalType: 'bpHigh' as const, level: 3 as const, closedAt: 0 }];
    const after = (at: number, high: number): string[] => told(run([reading('bp', [at, [high, 95]], { by: manual })], 0, { ...emptyBook, closed }).steps);
    expect(after(30, 182)).toEqual(['reopen bpHigh 3 @30 open']);
    expect(after(30, 165)).toEqual(['reopen bpHigh 3 @30 open']);
    expect(after(30, 202)).toEqual(['open bpHigh 4 @30 open']);
    expect(after(31, 182)).toEqual(['open bpHigh 3 @31 open']);
  });

  test('late readings make a case without notice; the first live one tells', () => {
    const steps = run([reading('bp', [0, [182, 95]], { by: manual, late: true }), reading('bp', [200, [183, 95]], { by: manual })], 0).steps;
    expect(told(steps)).toEqual(['open bpHigh 3 @0 none', 'extend bpHigh 3 @200 open']);
    expect(steps.map((step) => step.case.late)).toEqual([true, false]);
    expect([isLate('bp', 0, 120 * minute), isLate('bp', 0, 121 * minute), isLate('location', 0, 11 * minute)]).toEqual([false, true, true]);
    expect(sosLateness(0, 60 * minute)).toEqual({ late: true, sounds: true });
    expect(sosLateness(0, 1441 * minute)).toEqual({ late: true, sounds: false });
  });
});

describe('check case', () => {
  test('rises to 3 when no valid reading follows within 15 min, by the clock or by the next reading', () => {
    const { book } = run([reading('spo2', [0, 48])]);
    expect(checkDueAt(book.check)).toBe(15 * minute);
    expect(told(riseCheck(book.check, 15 * minute).steps)).toEqual(['extend check 3 @0 raise']);
    expect(riseCheck(book.check, 14 * minute).steps).toEqual([]);
    expect(told(run([reading('spo2', [20, 97])], 10, book).steps)).toEqual(['extend check 3 @0 raise', 'clear check 3 @20 normal']);
    expect(told(run([reading('spo2', [15, 97])], 10, book).steps)).toEqual(['clear check 2 @15 normal']);
  });

  test('a confirming reading moves it into the medical case', () => {
    expect(told(run([reading('spo2', [0, 60]), reading('spo2', [5, 62])], 30).steps)).toEqual(['open check 2 @0 open', 'open spo2Low 4 @5 open', 'clear check 2 @5 moved']);
  });

  test('an abnormal plausible value stops the rise and keeps the case', () => {
    const { book, steps } = run([reading('spo2', [0, 60]), reading('spo2', [5, 94])]);
    expect(told(steps)).toEqual(['open check 2 @0 open']);
    expect(checkDueAt(book.check)).toBeNull();
  });

  test('two kinds wait in one case', () => {
    const readings = [reading('spo2', [0, 60]), reading('heart', [1, 240]), reading('spo2', [2, 97]), reading('heart', [3, 70])];
    expect(told(run(readings).steps)).toEqual(['open check 2 @0 open', 'extend check 2 @1 none', 'clear check 2 @3 normal']);
  });

  test('a manual odd value opens its medical case at once, with 请复测', () => {
    const { steps } = run([reading('spo2', [0, 60], { by: manual })], 0);
    expect(told(steps)).toEqual(['open spo2Low 4 @0 open']);
    expect(steps[0]?.case.description).toBe('血氧 60%，低于危急线85，请复测');
  });

  test('an odd value within all limits is still checked', () => {
    const { steps } = run([reading('bp', [0, [120, 38]], { by: manual })], 0);
    expect(told(steps)).toEqual(['open check 2 @0 open']);
    expect(steps[0]?.case.description).toBe('血压数值少见，请复测');
  });
});

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
