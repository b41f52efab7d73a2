import { expect, test } from 'vitest';

import { costOfDraft, numberIn, rowOf, stateOf, usageOf } from './meter-draft.ts';

import type { Meter } from '../../resource-client/energy.ts';

const meter: Meter = {
  id: 7,
  name: '总电表',
  kind: 'electricity',
  accountNo: null,
  buildingName: null,
  roomName: null,
  unit: '度',
  price: 0.5469,
  lastReading: 9990,
  lastReadDate: '2026-01-31',
  reading: null,
  cost: null,
};
const day = '2026-02-28';

test('numbers are read as they are typed, other texts are not', () => {
  expect(['12', '1,120.5', ' 3.45 ', '3。5', '１２'].map(numberIn)).toEqual([12, 1120.5, 3.45, 3.5, 12]);
  expect(['', '-1', '1.234', 'abc', '1e5', '10000000000', '1680,50'].map(numberIn)).toEqual(Array(7).fill(null));
});

test('a reading below the former one waits for its cause', () => {
  const cause = { kind: 'rolled', reason: '走满', formerEnd: null, newStart: null } as const;
  expect(stateOf(meter, undefined, day)).toBe('empty');
  expect(stateOf(meter, { text: 'x' }, day)).toBe('wrong');
  expect(stateOf(meter, { text: '15' }, day)).toBe('below');
  expect(stateOf(meter, { text: '15', cause }, day)).toBe('sound');
  expect(stateOf(meter, { text: '9991' }, '2026-01-31')).toBe('closed');
});

test('usage and cost are those that the server counts', () => {
  expect(usageOf(meter, { text: '10110.5' })).toBe(120.5);
  expect(costOfDraft(meter, { text: '10110.5' })).toBe(65.9);
  expect(usageOf(meter, { text: '15', cause: { kind: 'rolled', reason: '', formerEnd: null, newStart: null } })).toBe(
    25,
  );
  expect(usageOf(meter, { text: '30', cause: { kind: 'changed', reason: '', formerEnd: 10_010, newStart: 5 } })).toBe(
    45,
  );
  expect(usageOf({ ...meter, lastReading: null }, { text: '500' })).toBe(0);
  expect(costOfDraft(meter, { text: '15' })).toBeNull();
});

test('a row carries the day of the former reading, and the cause with its reason', () => {
  expect(rowOf(meter, { text: '10000' })).toEqual({ itemId: 7, reading: 10_000, formerReadDate: '2026-01-31' });
  const cause = { kind: 'changed', reason: '表已更换', formerEnd: 9995, newStart: 0 } as const;
  expect(rowOf(meter, { text: '3', cause })).toEqual({
    itemId: 7,
    reading: 3,
    formerReadDate: '2026-01-31',
    meterChanged: true,
    rolledOver: false,
    reason: '表已更换',
    formerMeterEnd: 9995,
    newMeterStart: 0,
  });
});
