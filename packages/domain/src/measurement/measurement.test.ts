import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue, kindOf, metricOf, roundTo } from './catalogue.ts';
import { checkReading } from './check-reading.ts';
import { bodyMassIndex, deriveLipids, glucosePeriod, pressurePeriod, pulsePressure, waistHipRatio } from './derive.ts';
import { isMeasurementKind, measurementKinds } from './metric.ts';
import {
  cholesterolFromMgDl,
  glucoseFromMgDl,
  glucoseMeterEnd,
  triglyceridesFromMgDl,
  uricAcidFromMgDl,
} from './units.ts';

describe('catalogue', () => {
  test('has every kind once, with plausible ranges inside the physical ones', () => {
    expect(catalogue.map((each) => each.kind)).toEqual([...measurementKinds]);
    for (const { kind, metrics } of catalogue) {
      for (const { key, physical, plausible, plausibleUnder6 } of metrics) {
        for (const range of [plausible, plausibleUnder6]) {
          expect(
            range === undefined || (range.min >= physical.min && range.max <= physical.max),
            `${kind}.${key}`,
          ).toBe(true);
        }
      }
    }
    expect(isMeasurementKind('bp')).toBe(true);
    expect(isMeasurementKind('steps')).toBe(false);
    expect(metricOf('bp', 'high')).toMatchObject({ unit: 'mmHg', zh: '收缩压' });
  });
});

describe('checkReading', () => {
  test.each([
    ['bp', { high: 120, low: 80 }, 0],
    ['bp', { high: 70, low: 62 }, 1],
    ['bp', { high: 120, low: 112 }, 1],
    ['bp', { high: 255, low: 140 }, 1],
    ['spo2', { spo2: 48 }, 1],
    ['spo2', { spo2: 100 }, 0],
    ['temperature', { temperature: 29.5 }, 1],
    ['heart', { heart: 127 }, 0],
    ['heart', { heart: 225 }, 1],
    ['bloodSugar', { bloodSugar: 0.6 }, 1],
    ['ketone', { ketone: 0 }, 0],
    ['walk', { steps: 0 }, 0],
  ] as const)('%s %o is stored with quality %i', (kind, values, quality) => {
    expect(checkReading(kind, values)).toMatchObject({ status: 'ok', quality });
  });

  test.each([
    ['heart', { heart: 0 }],
    ['heart', { heart: 255 }],
    ['heart', { heart: 65535 }],
    ['spo2', { spo2: 127 }],
    ['bp', { high: 0, low: 0 }],
    ['bp', { high: 255, low: 255 }],
    ['temperature', { temperature: 0 }],
    ['temperature', { surfaceTemperature: 65535 }],
    ['bloodSugar', { bloodSugar: 0 }],
  ] as const)('%s %o means no reading', (kind, values) => {
    expect(checkReading(kind, values)).toEqual({ status: 'ignored', reason: 'sentinel' });
  });

  test.each([
    ['bp', { high: 80, low: 90 }, 'pressure-order', 'low'],
    ['bp', { high: 90, low: 90 }, 'pressure-order', 'low'],
    ['bp', { high: 0, low: 80 }, 'out-of-range', 'high'],
    ['spo2', { spo2: 101 }, 'out-of-range', 'spo2'],
    ['heart', { heart: 301 }, 'out-of-range', 'heart'],
    ['temperature', { temperature: 46.1 }, 'out-of-range', 'temperature'],
    ['bp', { high: 120, low: 80, heart: 5 }, 'out-of-range', 'heart'],
  ] as const)('%s %o is impossible: %s of %s', (...row) => {
    const [kind, values, reason, field] = row;
    expect(checkReading(kind, values)).toEqual({ status: 'impossible', reason, field });
  });

  test('missing and unreadable figures', () => {
    expect(checkReading('bp', { high: 120 })).toEqual({ status: 'malformed', reason: 'missing', field: 'low' });
    expect(checkReading('bloodLipid', {})).toEqual({ status: 'malformed', reason: 'missing', field: 'tc' });
    expect(checkReading('heart', { heart: Number.NaN })).toEqual({
      status: 'malformed',
      reason: 'not-a-number',
      field: 'heart',
    });
  });

  test('a usual pressure and one that is looked at closely are told alike', () => {
    const figure = fc.integer({ min: 0, max: 260 });
    // A derived figure of the device makes the reading an unusual one, and is left out.
    fc.assert(
      fc.property(
        fc.record({ high: figure, low: figure, heart: figure }),
        fc.constantFrom(undefined, 4, 40),
        (values, age) => {
          const person = age === undefined ? {} : { age };
          expect(checkReading('bp', values, person)).toEqual(
            checkReading('bp', { ...values, pulsePressure: 1 }, person),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a pulse of 0 beside a good pressure is left out, and so are derived figures', () => {
    expect(checkReading('bp', { high: 120, low: 80, heart: 0, pulsePressure: 99 })).toMatchObject({
      values: { high: 120, low: 80 },
    });
    expect(checkReading('temperature', { temperature: 36.5, surfaceTemperature: 0 })).toMatchObject({
      values: { temperature: 36.5 },
    });
  });

  test('small children have lower plausible pressures', () => {
    expect(checkReading('bp', { high: 70, low: 40 }, { age: 3 })).toMatchObject({ quality: 0 });
    expect(checkReading('bp', { high: 70, low: 40 }, { age: 30 })).toMatchObject({ quality: 1, doubtful: ['high'] });
    expect(checkReading('bp', { high: 210, low: 100 }, { age: 5 })).toMatchObject({ quality: 1 });
  });

  test('whatever is stored lies in its physical range', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...measurementKinds),
        fc.double({ noNaN: true, min: -1e5, max: 1e5 }),
        (kind, value) => {
          const values = Object.fromEntries(kindOf(kind).metrics.map((metric) => [metric.key, value]));
          const checked = checkReading(kind, values);
          for (const [key, kept] of Object.entries(checked.status === 'ok' ? checked.values : {})) {
            const range = metricOf(kind, key)?.physical;
            expect(kept).toBeGreaterThanOrEqual(range?.min ?? Infinity);
            expect(kept).toBeLessThanOrEqual(range?.max ?? -Infinity);
          }
        },
      ),
    );
  });
});

describe('derived figures', () => {
  test('units', () => {
    expect([
      glucoseFromMgDl(126),
      glucoseFromMgDl(100),
      uricAcidFromMgDl(7),
      cholesterolFromMgDl(200),
      triglyceridesFromMgDl(150),
    ]).toEqual([7, 5.6, 416, 5.17, 1.69]);
    expect(glucoseMeterEnd(' lo ')).toEqual({ bloodSugar: 0.6, remark: '低于量程' });
    expect(glucoseMeterEnd('HI')).toEqual({ bloodSugar: 33.3, remark: '高于量程' });
    expect(glucoseMeterEnd('5.6')).toBeUndefined();
    expect([roundTo(2.675, 2), roundTo(-2.5, 0), roundTo(1.005, 2)]).toEqual([2.68, -3, 1.01]);
  });

  test('body figures', () => {
    expect(bodyMassIndex(70, 175)).toBe(22.9);
    expect(bodyMassIndex(70, undefined)).toBeUndefined();
    expect(waistHipRatio(90, 100)).toBe(0.9);
    expect(waistHipRatio(90, undefined)).toBeUndefined();
    expect(pulsePressure(120, 80)).toBe(40);
  });

  test('lipids', () => {
    expect(deriveLipids({ tc: 5, tg: 1.1, hdl: 1.2 })).toEqual({ nonHdl: 3.8, ldl: 3.3, ldlComputed: true });
    expect(deriveLipids({ tc: 5, tg: 4.5, hdl: 1.2 })).toEqual({ nonHdl: 3.8, ldlComputed: false });
    expect(deriveLipids({ tc: 5, tg: 1, hdl: 1.2, ldl: 3 })).toEqual({ nonHdl: 3.8, ldl: 3, ldlComputed: false });
    expect(deriveLipids({ tg: 1 })).toEqual({ ldlComputed: false });
  });

  test('periods of the day', () => {
    expect([0, 5, 6, 9, 10, 17, 18, 23].map(pressurePeriod)).toEqual([4, 4, 1, 1, 2, 2, 3, 3]);
    const clock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    expect(
      ['02:00', '06:30', '07:10', '09:00', '11:30', '14:00', '16:00', '17:30', '20:00', '22:30', '15:30'].map((time) =>
        glucosePeriod(clock(time)),
      ),
    ).toEqual([8, 1, 1, 2, 3, 4, 5, 5, 6, 7, 9]);
  });
});
