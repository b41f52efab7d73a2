import { describe, expect, test } from 'vitest';
import { hearts, manual, minute, reading, run, stepTexts, unregistered, watch } from '../../test/case-steps.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import type { JudgedPerson } from '../judging/population.ts';
import { emptyBook } from './case-book.ts';
import type { CaseBook, CaseStep, OpenCase, VoidPart } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { confirmLevel } from './confirm.ts';
import { runStartOf } from '../ladder/ladder.ts';
import { isLate, noticeFor, sosLateness } from './notice.ts';
import { samplingMinutes } from './sampling.ts';

describe('confirmation', () => {
  test('a normal reading between starts the count again, poor contact does not', () => {
    expect(stepTexts(run(hearts([105, 106, 90, 107, 108])).steps)).toEqual([]);
    const poor = reading('heart', [15, 90], { contact: 'poor' });
    const row = hearts([105, 106, 107]);
    expect(stepTexts(run([...row.slice(0, 2), poor, ...row.slice(2)]).steps)).toEqual(['open heartFast 1 @20 open']);
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
    expect(stepTexts(steps)).toEqual(['open bpHigh 3 @10 open', 'extend bpHigh 4 @20 raise']);
  });

  test('ketone of a meter without registration needs two for level 4', () => {
    const meter: MeasuredBy = { instrument: 'meter', registered: false };
    const pair = [0, 10].map((at) => reading('ketone', [at, 3.2], { by: meter }));
    expect(confirmLevel(pair.slice(0, 1), 0).level).toBe(3);
    expect(confirmLevel(pair, 0).level).toBe(4);
  });

  test("a child's pressure is confirmed on three different days", () => {
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
    expect(stepTexts(steps)).toEqual([
      'open heartFast 1 @20 open',
      'extend heartFast 1 @30 none',
      'extend heartFast 1 @40 none',
      'extend heartFast 1 @50 none',
      'extend heartFast 1 @60 none',
      'extend heartFast 2 @70 raise',
    ]);
    expect(book.open.get('heartFast')).toMatchObject({
      fromAt: 0,
      countNum: 8,
      peakText: '127',
      peakValue: 127,
      level: 2,
    });
  });

  test('level 1 ends after two readings inside by the margin, not at 134/84', () => {
    const by = manual;
    const pairs = [
      [145, 88],
      [134, 84],
      [128, 80],
      [131, 80],
      [128, 80],
      [130, 80],
    ] as const;
    const { steps, book } = run(pairs.map((pair, index) => reading('bp', [index * 60, pair], { by })));
    expect(stepTexts(steps)).toEqual(['open bpHigh 1 @0 open', 'clear bpHigh 1 @300 normal']);
    expect(book.open.size).toBe(0);
  });

  test('levels 3-4 and cases somebody works on do not end by themselves', () => {
    const calm = [10, 20, 30].map((at) => reading('bp', [at, [120, 75]], { by: manual }));
    expect(run([reading('bp', [0, [182, 95]], { by: manual }), ...calm]).book.open.size).toBe(1);
    const opened = run([reading('bp', [0, [145, 88]], { by: manual })]).book;
    const claimed: CaseBook = {
      ...opened,
      open: new Map([...opened.open].map(([type, each]) => [type, { ...each, state: 1 as const }])),
    };
    expect(run(calm, 0, claimed).steps).toEqual([]);
  });

  test('reminders repeat only with new abnormal readings: after 60 min at level 3', () => {
    const steps = run(
      [0, 30, 60, 90, 125].map((at) => reading('bp', [at, [182, 95]], { by: manual })),
      0,
    ).steps;
    expect(stepTexts(steps)).toEqual([
      'open bpHigh 3 @0 open',
      'extend bpHigh 3 @30 none',
      'extend bpHigh 3 @60 repeat',
      'extend bpHigh 3 @90 none',
      'extend bpHigh 3 @125 repeat',
    ]);
  });

  test('within 30 min of a handled case it reopens, unless the level is higher or the time is over', () => {
    const closed = [{ id: 9, abnormalType: 'bpHigh' as const, level: 3 as const, closedAt: 0 }];
    const after = (at: number, high: number): string[] =>
      stepTexts(run([reading('bp', [at, [high, 95]], { by: manual })], 0, { ...emptyBook, closed }).steps);
    expect(after(30, 182)).toEqual(['reopen bpHigh 3 @30 open']);
    expect(after(30, 165)).toEqual(['reopen bpHigh 2 @30 open']);
    expect(after(30, 145)).toEqual(['reopen bpHigh 1 @30 open']);
    expect(after(30, 202)).toEqual(['open bpHigh 4 @30 open']);
    expect(after(31, 182)).toEqual(['open bpHigh 3 @31 open']);
  });

  test('a late case is told by the first fresh reading that alarms, with its figure, and a mild one leaves it silent', () => {
    const late = reading('bp', [0, [205, 122]], { by: manual, late: true });
    const joined = (high: number, low: number): CaseStep | undefined =>
      run([late, reading('bp', [200, [high, low]], { by: manual })], 0).steps.at(-1);
    expect(joined(210, 125)).toMatchObject({
      notice: 'open',
      case: { level: 4, late: false, description: '血压 210/125 mmHg，达到危急线200/120', valueText: '210/125' },
    });
    expect(joined(188, 112)).toMatchObject({
      notice: 'open',
      case: {
        level: 4,
        late: false,
        description: '血压 188/112 mmHg，达到警告线180/110，此前补传 205/122，按危急级处理',
      },
    });
    expect(joined(145, 88)).toMatchObject({ notice: 'none', case: { level: 4, late: true, noticeAt: null } });
  });

  test('a notified case that late readings raised is notified anew by the first fresh reading that alarms', () => {
    const open = run([reading('bp', [0, [188, 112]], { by: manual })], 0).steps.flatMap((step) =>
      step.do === 'open' ? [{ ...(step.case as OpenCase), level: 4 as const, late: true }] : [],
    )[0];
    if (!open) throw new Error('no case');
    expect(open.noticeAt).not.toBe(null);
    expect(noticeFor(open, { at: 90 * minute, late: false, reached: 4 }, 4)).toBe('open');
    expect(noticeFor(open, { at: 90 * minute, late: false, reached: 1 }, 4)).toBe('none');
  });

  test('the ladder begins by what opened the case: full, one rung for late values of levels 3-4, none for older ones', () => {
    const starts = (figures: readonly [number, number], more: object): unknown[] =>
      run([reading('bp', [0, figures], { by: manual, ...more })], 0).steps.map(runStartOf);
    expect([
      starts([205, 122], {}),
      starts([205, 122], { late: true }),
      starts([165, 95], { late: true }),
      starts([205, 122], { late: true, past: true }),
    ]).toEqual([['full'], ['late'], ['silent'], ['silent']]);
    const row = [
      reading('bp', [0, [188, 112]], { by: manual }),
      reading('bp', [10, [190, 112]], { by: manual }),
      reading('bp', [20, [205, 122]], { by: manual }),
    ];
    expect(run(row, 0).steps.map(runStartOf)).toEqual(['full', undefined, 'full']);
    const old = [
      reading('bp', [0, [188, 112]], { by: manual }),
      reading('bp', [20, [205, 122]], { by: manual, late: true, past: true }),
    ];
    expect(run(old, 0).steps.map(runStartOf)).toEqual(['full', 'silent']);
    const both = [
      reading('bp', [0, [188, 112]], { by: manual, late: true, past: true }),
      reading('bp', [20, [188, 112]], { by: manual, late: true }),
    ];
    expect(run(both, 0).steps.map(runStartOf)).toEqual(['silent', 'late']);
  });

  test('what never alarms waits silently for a reading that reaches the level: a mild one gives it no rung', () => {
    const old = reading('bp', [0, [205, 122]], { by: manual, late: true, past: true });
    const joined = (...after: readonly CaseReading[]): unknown[] =>
      run([old, ...after], 0).steps.map((step) => [
        step.do === 'clear' ? step.do : step.notice,
        runStartOf(step),
        step.case.late,
        step.case.past,
      ]);
    const before = ['none', 'silent', true, true];
    const mild = ['none', undefined, true, true];
    const at = (minutes: number, figures: readonly [number, number], late = false): CaseReading =>
      reading('bp', [minutes, figures], { by: manual, late });
    expect(joined(at(2000, [145, 88]))).toEqual([before, mild]);
    expect(joined(at(2000, [145, 88], true))).toEqual([before, mild]);
    expect(joined(at(2000, [205, 122], true))).toEqual([before, ['none', 'late', true, false]]);
    expect(joined(at(2000, [145, 88]), at(2010, [205, 122], true))).toEqual([
      before,
      mild,
      ['none', 'late', true, false],
    ]);
    expect(joined(at(2000, [145, 88]), at(2010, [205, 122]))).toEqual([before, mild, ['open', 'full', false, false]]);
  });

  test('that a case stands for a void value is a mark of its own, whatever its words are', () => {
    const opened = run([reading('bp', [0, [205, 122]], { by: manual })], 0).book;
    const joined = (ofVoid: VoidPart, description: string): CaseStep | undefined => {
      const open = new Map([...opened.open].map(([type, each]) => [type, { ...each, ofVoid, description }]));
      return run([reading('bp', [5, [210, 125]], { by: manual })], 0, { ...opened, open }).steps.at(-1);
    };
    expect(joined('all', '血压 205/122 mmHg')).toMatchObject({
      notice: 'open',
      case: { ofVoid: 'nothing', valueText: '210/125', peakText: '210/125' },
    });
    expect(joined('nothing', '设备读数已作废：血压 205/122 mmHg')).toMatchObject({
      notice: 'none',
      case: { ofVoid: 'nothing', valueText: '205/122' },
    });
  });

  test('late readings make a case without notice; the first live one tells', () => {
    const steps = run(
      [reading('bp', [0, [182, 95]], { by: manual, late: true }), reading('bp', [200, [183, 95]], { by: manual })],
      0,
    ).steps;
    expect(stepTexts(steps)).toEqual(['open bpHigh 3 @0 none', 'extend bpHigh 3 @200 open']);
    expect(steps.map((step) => step.case.late)).toEqual([true, false]);
    const late = (kind: string, minutes: number, lateHours = 2): boolean =>
      isLate(kind, { measuredAt: 0, receivedAt: minutes * minute, lateHours });
    expect([late('bp', 120), late('bp', 121), late('bp', 121, 3), late('location', 11, 3)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(sosLateness(0, 60 * minute)).toEqual({ late: true, sounds: true });
    expect(sosLateness(0, 1441 * minute)).toEqual({ late: true, sounds: false });
  });
});
