import { describe, expect, test } from 'vitest';
import { manual, minute, reading, run, stepTexts, unregistered } from '../../test/case-steps.ts';
import type { CaseBook } from './case-book.ts';
import { afterHold, heldAt, holdFault } from './hold.ts';
import { replayReadings } from './replay.ts';
import { isToldAlready, unanswered } from './unanswered.ts';

const pressure = (at: number, high: number, low = 85) => reading('bp', [at, [high, low]], { by: manual });
const hour = 60;

/** A case of level 2 that was handled at 10 minutes and is observed for a day. */
function handled(until = 24 * hour, high = 165): CaseBook {
  const opened = run([pressure(0, high)]);
  const own = opened.book.open.get('bpHigh');
  if (!own) throw new Error('no case');
  const hold = { until: until * minute, case: { ...own, id: 7 } };
  return {
    ...opened.book,
    open: new Map(),
    closed: [{ id: 7, abnormalType: 'bpHigh', level: own.level, closedAt: 10 * minute, hold }],
  };
}

describe('a handled case under observation', () => {
  test('counts readings of its kind that are neither higher nor worse, without notice', () => {
    const { steps, book } = run([pressure(90, 163), pressure(300, 150), pressure(400, 120, 75)], 10, handled());
    expect(stepTexts(steps)).toEqual(['count bpHigh 2 @90 none', 'count bpHigh 2 @300 none']);
    expect(book.open.size).toBe(0);
    expect(heldAt(book, 'bpHigh', 500 * minute)?.hold.case).toMatchObject({ countNum: 3, toAt: 300 * minute });
  });

  test('is ended by a higher level, which opens a case of its own', () => {
    const { steps, book } = run([pressure(90, 186), pressure(120, 163)], 10, handled());
    expect(stepTexts(steps)).toEqual(['open bpHigh 3 @90 open', 'extend bpHigh 3 @120 none']);
    expect(steps[0]).toMatchObject({ breaks: 7 });
    expect(heldAt(book, 'bpHigh', 130 * minute)).toBeUndefined();
  });

  test('opens again with a value worse than the worst one handled', () => {
    const { steps } = run([pressure(90, 168), pressure(120, 163)], 10, handled());
    expect(stepTexts(steps)).toEqual(['reopen bpHigh 2 @90 open', 'extend bpHigh 2 @120 none']);
    expect(steps[0]).toMatchObject({ id: 7 });
  });

  test('a worse value that a milder one confirms ends it as well', () => {
    const watched = (at: number, high: number) => reading('bp', [at, [high, 85]], { by: unregistered });
    const { steps } = run([watched(90, 168), watched(100, 162)], 10, { ...handled(), recent: new Map() });
    expect(stepTexts(steps)).toEqual(['reopen bpHigh 2 @100 open']);
  });

  test('ends with its time and concerns its own kind alone', () => {
    expect(stepTexts(run([pressure(130, 163)], 10, handled(2 * hour)).steps)).toEqual(['open bpHigh 2 @130 open']);
    expect(stepTexts(run([reading('spo2', [90, 91], { by: manual })], 10, handled()).steps)).toEqual([
      'open spo2Low 2 @90 open',
    ]);
  });

  test('no check opens for a value that it covers, one for a worse value', () => {
    const book = handled(8 * hour, 188);
    const silentOf = (high: number) => unanswered([reading('bp', [60, [high, 85]], { by: unregistered })], 10);
    const [covered, worse] = [silentOf(185), silentOf(195)];
    expect(covered && isToldAlready(book, covered)).toBe(true);
    expect(worse && isToldAlready(book, worse)).toBe(false);
  });

  test('is part of a replay of readings that arrived out of order', () => {
    const readings = [pressure(0, 165), pressure(90, 163), pressure(120, 150)];
    const delta = replayReadings({
      readings,
      isFresh: ({ at }) => at === 90 * minute,
      closings: [{ caseId: 7, abnormalType: 'bpHigh', level: 2, at: 10 * minute, until: 24 * hour * minute }],
    });
    expect([delta.before, delta.now]).toEqual([[], []]);
  });
});

describe('the end of an observation', () => {
  const end = { now: 24 * hour * minute };
  const held = heldAt(handled(), 'bpHigh', 60 * minute);
  if (!held) throw new Error('not held');

  test('opens the case again at the level of an abnormal last reading, never above the handled one', () => {
    expect(afterHold(held, { ...end, last: pressure(900, 150) })).toMatchObject({
      id: 7,
      level: 1,
      state: 0,
      noticeAt: end.now,
      valueText: '150/85',
    });
    expect(afterHold(held, { ...end, last: pressure(900, 190) })?.level).toBe(2);
  });

  test('opens it again when nothing was measured, and leaves it closed after a normal reading', () => {
    expect(afterHold(held, { ...end, last: undefined })).toMatchObject({
      level: 2,
      description: expect.stringMatching(/^观察期内无新读数，此前血压/) as unknown,
    });
    expect(afterHold(held, { ...end, last: pressure(900, 120, 75) })).toBeUndefined();
  });
});

test('the longest time depends on the level', () => {
  const at = (hours: number): number => hours * hour * minute;
  const faults = [
    [2, 24],
    [2, 24.5],
    [3, 8],
    [3, 8.1],
    [4, 2],
    [4, 3],
    [1, 0],
  ].map(([level, hours]) => holdFault(at(hours ?? 0), { level: level as 1 | 2 | 3 | 4, now: 0 }));
  expect(faults).toEqual([undefined, 'tooLong', undefined, 'tooLong', undefined, 'tooLong', 'past']);
});
