import { describe, expect, test } from 'vitest';
import { manual, minute, reading } from '../../test/case-steps.ts';
import type { CaseReading } from './case-reading.ts';
import { correctCases, type QuestionedCase } from './corrected.ts';
import { casesOfReadings } from './replay.ts';

const pressure = (at: number, high: number, low: number): CaseReading => reading('bp', [at, [high, low]], { by: manual });
const living = (...readings: readonly CaseReading[]) => casesOfReadings(readings);
const critical: QuestionedCase = { id: 7, abnormalType: 'bpHigh', kind: 'bp', level: 4, state: 0, fromAt: 0, toAt: 20 * minute, description: '血压211/118mmHg' };
const typo = [{ kind: 'bp' as const, at: 20 * minute }];

describe('a corrected or void reading', () => {
  test('ends a case that nobody took and nothing else supports', () => {
    expect(correctCases([critical], typo, living(pressure(20, 121, 81)))).toEqual([{ do: 'end', id: 7, reason: '读数已更正或作废，异常不再成立' }]);
  });

  test('marks a case that somebody took, once', () => {
    const claimed: QuestionedCase = { ...critical, state: 1 };
    const [first] = correctCases([claimed], typo, living());
    expect(first).toEqual({ do: 'mark', id: 7, description: '读数已更正：血压211/118mmHg' });
    expect(correctCases([{ ...claimed, description: '读数已更正：血压' }], typo, living())).toEqual([{ do: 'mark', id: 7, description: '读数已更正：血压' }]);
  });

  test.each([0, 1, 2] as const)('leaves a case in state %d with the level of the readings that remain', (state) => {
    const [made] = correctCases([{ ...critical, state }], typo, living(pressure(0, 152, 92), pressure(20, 121, 81)));
    expect(made).toMatchObject({ do: 'follow', id: 7, case: { id: 7, state, valueText: '152/92', countNum: 1, toAt: 0 } });
    expect(made?.do === 'follow' && made.case.level).toBeLessThan(4);
    expect(made?.do === 'follow' && made.case.description).toMatch(/^读数已更正：/);
  });

  test.each([
    ['of another kind', { kind: 'heart' as const }], ['outside its time', { fromAt: 30 * minute, toAt: 40 * minute }], ['that is closed', { state: 3 as const }], ['that no single reading made', { kind: null }],
  ])('leaves a case %s alone', (_what, change) => {
    expect(correctCases([{ ...critical, ...change }], typo, living())).toEqual([]);
  });
});
