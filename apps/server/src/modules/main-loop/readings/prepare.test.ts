import { expect, test } from 'vitest';
import { prepareReading, type PrepareInput } from './prepare.ts';

const base: Omit<PrepareInput, 'kind' | 'values'> = {
  time: { measuredAt: new Date('2026-03-01T02:00:00Z') },
  zone: 'Asia/Shanghai',
  datums: { given: 'wgs84', shown: 'gcj02' },
  measuredBy: { instrument: 'wearable', registered: true },
  place: 1,
  contact: undefined,
  person: undefined,
  oxygenState: undefined,
};
const tiananmen = { longitude: 116.397_128, latitude: 39.916_527 };

test('a position is kept as it is calculated with and as the map shows it', () => {
  const prepared = prepareReading({ ...base, kind: 'location', values: { ...tiananmen, locationType: 1 } });
  expect(prepared).toMatchObject({
    values: { wgsLongitude: tiananmen.longitude, wgsLatitude: tiananmen.latitude, coordType: 'wgs84', locationType: 1 },
  });
  // The offset of GCJ-02 here is about 500 m east and 150 m north.
  const { values } = prepared as { values: Record<string, number> };
  expect(values['longitude']).toBeCloseTo(116.4034, 3);
  expect(values['latitude']).toBeCloseTo(39.9179, 3);
});

test('a position that names its datum is believed over its source', () => {
  const prepared = prepareReading({
    ...base,
    kind: 'location',
    values: { ...tiananmen, locationType: 'wifi', coordType: 'gcj02' },
  });
  expect(prepared).toMatchObject({ values: { ...tiananmen, coordType: 'gcj02', locationType: 2 } });
});

const refusals = [
  ['a position that does not say how it was found', 'location', { ...tiananmen }, 'locationType'],
  ['a datum that nobody knows', 'location', { ...tiananmen, locationType: 1, coordType: 'mars' }, 'coordType'],
  ['a state of the heart that is no code', 'heart', { heart: 80, heartState: 'abc' }, 'heartState'],
  ['symptoms that are no list', 'bp', { high: 120, low: 80, symptom: { code: 1 } }, 'symptom'],
  ['a remark that is no text', 'heart', { heart: 80, remark: { a: 1 } }, 'remark'],
] as const;

test.each(refusals)('%s is refused by name', (...[, kind, values, field]) => {
  expect(prepareReading({ ...base, kind, values })).toEqual({ refused: 'bad_format', field });
});

test('the times of a night are read in the zone of the person', () => {
  const prepared = prepareReading({
    ...base,
    kind: 'sleep',
    values: { totalMinutes: 420, sleepTime: '2026-02-28 23:10:00' },
  });
  expect(prepared).toMatchObject({
    values: { sleepTime: new Date('2026-02-28T15:10:00Z'), ['report_date']: '2026-03-01' },
  });
});

test('a device does not grade its own reading', () => {
  expect(prepareReading({ ...base, kind: 'bp', values: { high: 120, low: 80, grade: 3 } })).toMatchObject({
    values: { grade: null },
  });
});
