import { describe, expect, test } from 'vitest';
import { leavesBaseline } from '../judging/baseline.ts';
import { platformRules } from '../judging/platform-rules.ts';
import { parseInstant } from '../time/parse-instant.ts';
import { localTime } from '../time/calendar.ts';
import { batteryLevel, chargingHours, parseQuietHours, silenceAt, silenceDues, stillnessDue } from './silence.ts';
import type { SilenceInput } from './silence.ts';

const zone = 'Asia/Shanghai';

function dues(kind: 'wear' | 'offline', last: string, more: Partial<SilenceInput> = {}): string[] {
  const lastAt = parseInstant(`2026-03-10 ${last}`, zone) ?? 0;
  const input: SilenceInput = {
    rules: platformRules,
    kind,
    lastAt,
    tags: [],
    sosWearer: false,
    quiet: { from: 1320, to: 450 },
    zone,
    ...more,
  };
  return silenceDues(input).map(({ ruleCode, level, dueAt }) => {
    const { day, minuteOfDay } = localTime(dueAt, zone);
    return `${ruleCode} ${level} ${day.slice(8)}. ${Math.floor(minuteOfDay / 60)}:${String(minuteOfDay % 60).padStart(2, '0')}`;
  });
}

describe('silence of a device', () => {
  test('everybody after 12 h, a gateway after 1 h', () => {
    expect(dues('offline', '09:00')).toEqual(['OFF-1 1 10. 21:00']);
    expect(dues('offline', '14:00')).toEqual(['OFF-1 1 11. 7:30']);
    expect(dues('offline', '14:00', { gateway: true })).toEqual(['OFF-1 2 10. 15:00']);
  });

  test('SOS wearers after 2 h of waking time; what falls due at night fires at its end', () => {
    expect(dues('offline', '14:00', { sosWearer: true })[0]).toBe('OFF-2 2 10. 16:00');
    expect(dues('offline', '21:00', { sosWearer: true })[0]).toBe('OFF-2 2 11. 7:30');
    expect(dues('offline', '02:00', { sosWearer: true })[0]).toBe('OFF-2 2 10. 7:30');
    expect(dues('wear', '05:40', { sosWearer: true })[0]).toBe('WEAR-2 2 10. 7:40');
  });

  test('V15 wearers with dementia after 1 h, day and night', () => {
    expect(dues('offline', '14:00', { tags: ['dementia'], sosWearer: true })[0]).toBe('OFF-3 3 10. 15:00');
    expect(dues('offline', '02:00', { tags: ['dementia'], sosWearer: true })).toContain('OFF-3 3 10. 3:00');
  });

  test('a meter is not silent while it is not used', () => {
    expect(dues('offline', '14:00', { usualMinutes: 10_080 })).toEqual(['OFF-1 1 17. 14:00']);
    expect(dues('wear', '14:00', { usualMinutes: 10_080 })).toEqual(['WEAR-1 1 11. 14:00']);
  });

  test('three intervals of the device make the limit longer, never shorter', () => {
    expect(dues('offline', '09:00', { tags: ['dementia'], intervalMinutes: 10 })).toContain('OFF-3 3 10. 10:00');
    expect(dues('offline', '09:00', { tags: ['dementia'], intervalMinutes: 60 })).toContain('OFF-3 3 10. 12:00');
    expect(dues('wear', '09:00', { tags: ['dementia'], intervalMinutes: 60 })).toContain('WEAR-3 3 10. 12:00');
    expect(dues('offline', '09:00', { intervalMinutes: 10, usualMinutes: 1440 })).toEqual(['OFF-1 1 10. 21:00']);
  });

  test('a learned interval lifts the limit of dementia and SOS wearers to 2 h at most', () => {
    expect(dues('offline', '09:00', { tags: ['dementia'], learnedMinutes: 30 })).toContain('OFF-3 3 10. 10:30');
    expect(dues('offline', '09:00', { tags: ['dementia'], learnedMinutes: 60 })).toContain('OFF-3 3 10. 11:00');
    expect(dues('offline', '09:00', { sosWearer: true, learnedMinutes: 300 })[0]).toBe('OFF-2 2 10. 11:00');
    expect(dues('offline', '06:00', { learnedMinutes: 270 })).toEqual(['OFF-1 1 10. 19:30']);
    expect(dues('offline', '09:00', { tags: ['dementia'], intervalMinutes: 20, learnedMinutes: 60 })).toContain(
      'OFF-3 3 10. 10:00',
    );
  });

  test('what falls due in a learned charging hour waits for its end, at most 2 h', () => {
    const evening = new Set([18, 19, 20]);
    expect(dues('offline', '17:20', { tags: ['dementia'], chargingHours: evening })).toContain('OFF-3 3 10. 20:20');
    expect(dues('wear', '18:30', { tags: ['dementia'], chargingHours: evening })).toContain('WEAR-3 3 10. 21:00');
    expect(dues('wear', '20:10', { tags: ['dementia'], chargingHours: evening })).toContain('WEAR-3 3 10. 21:10');
    expect(dues('offline', '15:00', { tags: ['dementia'], chargingHours: evening })).toContain('OFF-3 3 10. 16:00');
  });

  test('a charging hour is learned from 10 of 14 days', () => {
    const seven = 1 << 19;
    expect([...chargingHours(Array.from({ length: 10 }, () => seven))]).toEqual([19]);
    expect([...chargingHours(Array.from({ length: 9 }, () => seven))]).toEqual([]);
    expect([
      ...chargingHours([...Array.from({ length: 10 }, () => seven | 1), ...Array.from({ length: 4 }, () => 0)]),
    ]).toEqual([0, 19]);
  });

  test('the gravest due alarm counts, and only a graver one comes after it', () => {
    const at = (time: string): number => parseInstant(`2026-03-10 ${time}`, zone) ?? 0;
    const all = silenceDues({
      rules: platformRules,
      kind: 'offline',
      lastAt: at('02:00'),
      tags: ['dementia'],
      sosWearer: true,
      quiet: { from: 1320, to: 450 },
      zone,
    });
    expect(silenceAt(all, at('02:59'))).toEqual({ reached: undefined, nextAt: at('03:00') });
    expect(silenceAt(all, at('03:00'))).toMatchObject({ reached: { ruleCode: 'OFF-3', level: 3 }, nextAt: null });
    const plain = silenceDues({
      rules: platformRules,
      kind: 'offline',
      lastAt: at('09:00'),
      tags: [],
      sosWearer: true,
      quiet: { from: 1320, to: 450 },
      zone,
    });
    expect(silenceAt(plain, at('08:00'))).toMatchObject({ reached: undefined, nextAt: at('11:00') });
    expect(silenceAt(plain, at('12:00'))).toMatchObject({ reached: { level: 2 }, nextAt: null });
  });

  test('neither pulse nor steps for six hours of the day', () => {
    const at = (time: string): number => parseInstant(`2026-03-${time}`, zone) ?? 0;
    const quiet = { from: 1320, to: 450 };
    expect(stillnessDue({ heartAt: at('10 09:00'), quiet, zone })).toBe(at('10 15:00'));
    expect(stillnessDue({ heartAt: at('10 09:00'), stepsAt: at('10 11:00'), quiet, zone })).toBe(at('10 17:00'));
    expect(stillnessDue({ heartAt: at('10 05:00'), quiet, zone })).toBe(at('10 13:30'));
    expect(stillnessDue({ heartAt: at('10 18:00'), quiet, zone })).toBe(at('11 13:30'));
    expect(stillnessDue({ heartAt: at('10 09:00'), stepsAt: at('10 18:00'), quiet, zone })).toBeNull();
    expect(stillnessDue({ heartAt: at('10 09:00'), chargingSince: at('10 09:30'), quiet, zone })).toBe(at('10 17:30'));
  });

  test('quiet hours as the setting writes them', () => {
    expect(parseQuietHours('22:00-07:30')).toEqual({ from: 1320, to: 450 });
    expect([
      parseQuietHours('24:00-7:00'),
      parseQuietHours('22:00'),
      parseQuietHours('22:60-7:00'),
      parseQuietHours(''),
    ]).toEqual([undefined, undefined, undefined, undefined]);
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
