import { describe, expect, test } from 'vitest';
import { leavesBaseline } from '../judging/baseline.ts';
import { platformRules } from '../judging/platform-rules.ts';
import { parseInstant } from '../time/parse-instant.ts';
import { localTime } from '../time/calendar.ts';
import { batteryLevel, silenceDues } from './silence.ts';
import type { SilenceInput } from './silence.ts';

const zone = 'Asia/Shanghai';

function dues(kind: 'wear' | 'offline', last: string, more: Partial<SilenceInput> = {}): string[] {
  const lastAt = parseInstant(`2026-03-10 ${last}`, zone) ?? 0;
  const input: SilenceInput = { rules: platformRules, kind, lastAt, tags: [], sosWearer: false, quiet: { from: 1320, to: 450 }, zone, ...more };
  return silenceDues(input).map(({ ruleCode, level, dueAt }) => {
    const { day, minuteOfDay } = localTime(dueAt, zone);
    return `${ruleCode} ${level} ${day.slice(8)}. ${Math.floor(minuteOfDay / 60)}:${String(minuteOfDay % 60).padStart(2, '0')}`;
  });
}

describe('silence of a device', () => {
  test('everybody after 12 h, a gateway after 1 h', () => {
    expect(dues('offline', '14:00')).toEqual(['OFF-1 1 11. 2:00']);
    expect(dues('offline', '14:00', { gateway: true })).toEqual(['OFF-1 2 10. 15:00']);
  });

  test('SOS wearers after 2 h of waking time; what falls due at night fires at its end', () => {
    expect(dues('offline', '14:00', { sosWearer: true })[0]).toBe('OFF-2 2 10. 16:00');
    expect(dues('offline', '21:00', { sosWearer: true })[0]).toBe('OFF-2 2 11. 7:30');
    expect(dues('offline', '02:00', { sosWearer: true })[0]).toBe('OFF-2 2 10. 7:30');
    expect(dues('wear', '05:40', { sosWearer: true })[0]).toBe('WEAR-2 2 10. 7:40');
  });

  test('wearers with dementia after 1 h, day and night', () => {
    expect(dues('offline', '14:00', { tags: ['dementia'], sosWearer: true })[0]).toBe('OFF-3 3 10. 15:00');
    expect(dues('offline', '02:00', { tags: ['dementia'], sosWearer: true })[0]).toBe('OFF-3 3 10. 3:00');
  });

  test('the charger counts as worn for two hours', () => {
    const chargingSince = parseInstant('2026-03-10 14:00', zone) ?? 0;
    expect(dues('wear', '14:00', { tags: ['dementia'], chargingSince })[0]).toBe('WEAR-3 3 10. 17:00');
  });

  test('battery', () => {
    expect([100, 20, 19, 10, 9].map((percent) => batteryLevel(percent, platformRules))).toEqual([0, 0, 1, 1, 2]);
    expect(batteryLevel(5, [])).toBe(0);
  });
});

describe('own baseline', () => {
  const usual = [60, 61, 62, 63, 60, 61, 62, 63, 60, 61, 62, 63, 61, 62];

  test('two days far outside, on one side', () => {
    expect(leavesBaseline([...usual, 70, 71])).toBe(true);
    expect(leavesBaseline([...usual, 50, 51])).toBe(true);
    expect(leavesBaseline([...usual, 70, 62])).toBe(false);
    expect(leavesBaseline([...usual, 70, 50])).toBe(false);
    expect(leavesBaseline([...usual, 64, 64])).toBe(false);
  });

  test('not before two weeks, and not with days that are all alike', () => {
    expect(leavesBaseline([...usual.slice(1), 70, 71])).toBe(false);
    expect(leavesBaseline([...usual.map(() => 60), 70, 71])).toBe(false);
  });
});
