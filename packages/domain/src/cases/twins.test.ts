import { describe, expect, test } from 'vitest';
import { minute, reading, run, stepTexts } from '../../test/case-steps.ts';
import type { CaseReading } from './case-reading.ts';
import { twinMark } from './twin-mark.ts';
import type { ReadingOrigin } from './twin-mark.ts';
import { withoutTwins } from './twins.ts';

const cloud: ReadingOrigin = { deviceId: 5, slot: 1, sourceId: 1, registered: false };
const phone: ReadingOrigin = { ...cloud, sourceId: 2 };
const registered: ReadingOrigin = { deviceId: 9, slot: 1, sourceId: 1, registered: true };

const from = (
  origin: ReadingOrigin,
  [seconds, value]: readonly [number, number],
  more: Parameters<typeof reading>[2] = {},
): CaseReading => ({
  ...reading('spo2', [seconds / 60, value], more),
  twin: twinMark('spo2', { spo2: value }, origin),
});
const measuredOnce = (readings: readonly CaseReading[]): unknown[] =>
  withoutTwins(readings).map(({ at, twin }) => [at / 1000, twin?.origin.sourceId, twin?.origin.deviceId]);

describe('the same value from two sources', () => {
  test('counts once within a minute, whatever the order, and a later one counts', () => {
    expect(measuredOnce([from(cloud, [0, 88]), from(phone, [20, 88])])).toEqual([[0, 1, 5]]);
    expect(measuredOnce([from(phone, [0, 88]), from(cloud, [20, 88])])).toEqual([[20, 1, 5]]);
    expect(measuredOnce([from(cloud, [0, 88]), from(phone, [61, 88])])).toHaveLength(2);
    expect(measuredOnce([from(cloud, [0, 88]), from(phone, [20, 87])])).toHaveLength(2);
  });

  test('one source that measures the same again measured twice', () => {
    expect(
      measuredOnce(
        [from(cloud, [0, 88]), from(cloud, [30, 88]), from(phone, [0, 88]), from(phone, [30, 88])].toSorted(
          (a, b) => a.at - b.at,
        ),
      ),
    ).toEqual([
      [0, 1, 5],
      [30, 1, 5],
    ]);
  });

  test('the registered product stays, unless it was not worn', () => {
    expect(measuredOnce([from(cloud, [0, 88]), from(registered, [30, 88])])).toEqual([[30, 1, 9]]);
    expect(measuredOnce([from(cloud, [0, 75]), from(registered, [30, 75], { contact: 'off' })])).toEqual([
      [0, 1, 5],
      [30, 1, 9],
    ]);
  });

  test('a figure that one source lacks does not part them', () => {
    const pressure = (origin: ReadingOrigin, at: number, heart: number | undefined): CaseReading => ({
      ...reading('bp', [at, [182, 112]]),
      twin: twinMark('bp', { high: 182, low: 112, ...(heart !== undefined && { heart }) }, origin),
    });
    expect(withoutTwins([pressure(cloud, 0, 70), pressure(phone, 0.5, undefined)])).toHaveLength(1);
    expect(withoutTwins([pressure(cloud, 0, 70), pressure(phone, 0.5, 71)])).toHaveLength(2);
  });

  test('confirms nothing', () => {
    const twice = [from(cloud, [0, 88]), from(phone, [20, 88])];
    expect(stepTexts(run(twice).steps)).toEqual(['open spo2Low 3 @0.3333333333333333 open']);
    expect(run(withoutTwins(twice)).steps).toEqual([]);
    expect(withoutTwins([reading('spo2', [0, 88]), reading('spo2', [20 * minute, 88])])).toHaveLength(2);
  });
});
