import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apartOf, endsNextDay, shiftMinutes, shiftPeriod, workHours } from './shift-times.ts';

const china = 'Asia/Shanghai';
const night = { begins: '20:00', ends: '08:00' };

describe('shift times', () => {
  test('a night ends on the next day, equal clocks are 24 hours', () => {
    expect([endsNextDay(night), shiftMinutes(night), workHours(night, 60)]).toEqual([true, 720, 11]);
    expect(shiftMinutes({ begins: '08:00', ends: '08:00' })).toBe(1440);
    expect(endsNextDay({ begins: '08:00', ends: '16:30' })).toBe(false);
    expect(workHours({ begins: '08:00', ends: '16:20' }, 30)).toBe(7.8);
  });

  test('instants follow the zone, over midnight and over a month', () => {
    const { from, to } = shiftPeriod('2026-01-31', night, china);
    expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ]);
  });

  test('the clocks hold over a change to summer time', () => {
    const { from, to } = shiftPeriod('2026-03-28', night, 'Europe/Berlin');
    expect((to - from) / 3_600_000).toBe(11);
    expect(new Date(to).toISOString()).toBe('2026-03-29T06:00:00.000Z');
  });

  test('periods lie apart the same both ways', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(span, span, ([a, long], [b, short]) => {
        const [one, other] = [
          { from: a, to: a + long },
          { from: b, to: b + short },
        ];
        expect(apartOf(one, other)).toBe(apartOf(other, one));
        expect(apartOf(one, other) < 0).toBe(one.from < other.to && other.from < one.to);
      }),
    );
  });
});
