import { describe, expect, test } from 'vitest';
import { manual, minute, reading, watch } from '../../test/case-steps.ts';
import type { CaseReading } from './case-reading.ts';
import { correctCases, type Correction, type CorrectionInput, type QuestionedCase } from './corrected.ts';
import { casesOfReadings } from './replay.ts';

const pressure = (at: number, high: number, low: number): CaseReading =>
  reading('bp', [at, [high, low]], { by: manual });
const living = (...readings: readonly CaseReading[]) => casesOfReadings(readings);
const critical: QuestionedCase = {
  id: 7,
  abnormalType: 'bpHigh',
  kind: 'bp',
  level: 4,
  state: 0,
  fromAt: 0,
  toAt: 20 * minute,
  openedAt: 0,
  countNum: 2,
  description: '血压211/118mmHg',
  valueText: '211/118',
  rangeText: '',
  peakText: '211/118',
  peakValue: 211,
  peakSeverity: 4,
  ruleCode: 'BP-4',
  ruleId: null,
  ruleVersion: 1,
  sourceId: null,
  ofVoid: 'nothing',
  late: false,
  noticeAt: 0,
};
const typo = [{ kind: 'bp' as const, at: 20 * minute }];
const corrected = (
  open: readonly QuestionedCase[],
  replaced: CorrectionInput['replaced'],
  cases: CorrectionInput['living'],
): Correction[] => correctCases({ open, replaced, living: cases, now: 20 * minute });

describe('a corrected or void reading', () => {
  test('ends a case that nobody took and nothing else supports', () => {
    expect(corrected([critical], typo, living(pressure(20, 121, 81)))).toEqual([
      { do: 'end', id: 7, reason: '读数已更正或作废，异常不再成立' },
    ]);
  });

  test('marks a case that somebody took, once', () => {
    const claimed: QuestionedCase = { ...critical, state: 1 };
    const [first] = corrected([claimed], typo, living());
    expect(first).toEqual({ do: 'mark', id: 7, description: '读数已更正：血压211/118mmHg' });
    expect(corrected([{ ...claimed, description: '读数已更正：血压' }], typo, living())).toEqual([
      { do: 'mark', id: 7, description: '读数已更正：血压' },
    ]);
  });

  test.each([0, 1, 2] as const)('leaves a case in state %d with the level of the readings that remain', (state) => {
    const [made] = corrected([{ ...critical, state }], typo, living(pressure(0, 152, 92), pressure(20, 121, 81)));
    expect(made).toMatchObject({
      do: 'follow',
      id: 7,
      case: { id: 7, state, valueText: '152/92', countNum: 1, toAt: 0 },
    });
    expect(made?.do === 'follow' && made.case.level).toBeLessThan(4);
    expect(made?.do === 'follow' && made.case.description).toMatch(/^读数已更正：/);
  });

  test.each([
    ['of another kind', { kind: 'heart' as const }],
    ['outside its time', { fromAt: 30 * minute, toAt: 40 * minute }],
    ['that is closed', { state: 3 as const }],
    ['that no single reading made', { kind: null }],
    ['whose level a course of days gave', { byCourse: true }],
  ])('leaves a case %s alone', (_what, change) => {
    expect(corrected([{ ...critical, ...change }], typo, living())).toEqual([]);
  });

  test('takes a symptom back that raised a level', () => {
    const [made] = corrected([{ ...critical, level: 4 }], typo, living(pressure(20, 185, 112)));
    expect(made).toMatchObject({ do: 'follow', case: { level: 3, valueText: '185/112' } });
    expect(
      living(reading('bp', [20, [185, 112]], { by: manual, symptoms: ['headache'] })).map((each) => each.case.level),
    ).toEqual([4]);
  });
});

describe('a device reading that staff declared void', () => {
  const byStaff = typo.map((each) => ({ ...each, isDeviceVoid: true }));

  test.each([3, 4] as const)('leaves an alarm of level %d standing, with its words', (level) => {
    expect(corrected([{ ...critical, level }], byStaff, living())).toEqual([
      { do: 'note', id: 7, description: '设备读数已作废：血压211/118mmHg' },
    ]);
    expect(corrected([{ ...critical, level, state: 1 }], byStaff, living(pressure(0, 152, 92)))).toMatchObject([
      { do: 'note' },
    ]);
  });

  test('keeps its alarm when another reading is corrected later', () => {
    expect(corrected([{ ...critical, hasDeviceVoid: true }], typo, living())).toMatchObject([{ do: 'note' }]);
  });

  test('ends a case of a lower level', () => {
    expect(corrected([{ ...critical, level: 2 }], byStaff, living())).toMatchObject([{ do: 'end' }]);
  });
});

describe('a case that a combination raised', () => {
  const oxygen = [0, 5, 10, 15].map((at) => reading('spo2', [at, 90], { by: watch }));
  const fast = [1, 6, 11, 14].map((at) => reading('heart', [at, 140], { by: watch, heartState: 1 }));
  const combined: QuestionedCase = {
    ...critical,
    abnormalType: 'spo2Low',
    kind: 'spo2',
    ruleCode: 'CMB-SPO2-HEART',
    toAt: 15 * minute,
  };

  test('falls to its own level with the other side', () => {
    const alone = living(...oxygen);
    const both = living(...oxygen, ...fast);
    const own = alone.find((each) => each.case.abnormalType === 'spo2Low');
    expect(both.find((each) => each.case.abnormalType === 'spo2Low')?.case).toMatchObject({
      level: 4,
      ruleCode: 'CMB-SPO2-HEART',
    });
    expect(own?.case.level).toBeLessThan(4);
    const [made] = corrected([combined], [{ kind: 'heart', at: 14 * minute }], alone);
    expect(made).toMatchObject({ do: 'follow', case: { level: own?.case.level, ruleCode: own?.case.ruleCode } });
  });

  test('stays while another reading of the other side supports it', () => {
    const [made] = corrected([combined], [{ kind: 'heart', at: 14 * minute }], living(...oxygen, ...fast.slice(0, 3)));
    expect(made).toMatchObject({ do: 'follow', case: { level: 4, ruleCode: 'CMB-SPO2-HEART' } });
  });

  test('is not asked about a reading far from it', () => {
    expect(corrected([combined], [{ kind: 'heart', at: 90 * minute }], living(...oxygen))).toEqual([]);
  });
});

describe('a check case', () => {
  const doubtful = (at: number): CaseReading => reading('bp', [at, [70, 62]], { by: watch });
  const check: QuestionedCase = {
    ...critical,
    abnormalType: 'check',
    level: 2,
    ruleCode: 'EVT-CHECK',
    waiting: new Map([['bp', { since: 0, answered: false }]]),
  };

  test('ends with its only doubtful value', () => {
    expect(living(doubtful(0)).some((each) => each.case.abnormalType === 'check')).toBe(true);
    expect(corrected([check], [{ kind: 'bp', at: 0 }], living(pressure(0, 121, 81)))).toMatchObject([{ do: 'end' }]);
  });

  test('stays, risen as it was, for another doubtful value', () => {
    const [made] = corrected([{ ...check, level: 3 }], typo, living(doubtful(0)));
    expect(made).toMatchObject({ do: 'follow', case: { level: 3, countNum: 1, toAt: 0 } });
    expect(made?.do === 'follow' && made.case.description).not.toMatch(/^读数已更正/);
  });

  test('of two kinds waits for the one that is left, whichever was first', () => {
    const both = new Map([
      ['bp', { since: 0, answered: false }],
      ['spo2', { since: 5 * minute, answered: false }],
    ] as const);
    const [made] = corrected([{ ...check, waiting: both }], [{ kind: 'spo2', at: 5 * minute }], living(doubtful(0)));
    expect(made?.do === 'follow' && 'waiting' in made.case && [...made.case.waiting.keys()]).toEqual(['bp']);
  });

  test('that silence made ends with the silent value alone', () => {
    const silent: QuestionedCase = {
      ...check,
      kind: 'spo2',
      level: 2,
      waiting: new Map([['spo2', { since: 5 * minute, answered: false, silence: 'worn' }]]),
    };
    expect(corrected([silent], [{ kind: 'spo2', at: 5 * minute }], living())).toMatchObject([{ do: 'end' }]);
    const [made] = corrected([silent], [{ kind: 'spo2', at: 0 }], living());
    expect(made).toMatchObject({ do: 'follow', case: { level: 2 } });
    expect(made?.do === 'follow' && 'waiting' in made.case && made.case.waiting.get('spo2')?.silence).toBe('worn');
  });
});
