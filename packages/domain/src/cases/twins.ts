import type { CaseReading } from './case-reading.ts';
import type { ReadingOrigin, TwinMark } from './twin-mark.ts';

/** Equal values from two sources within this time are one measurement, ms. */
export const twinMs = 60_000;

/**
 * Readings of one kind and person with each measurement once. The same figures within 60 s from another source, device
 * or slot are one measurement: that of a registered product stays, otherwise that of the lower device, slot and source.
 * A figure missing in one of them does not make them different. Blocked readings replace none.
 *
 * @param readings in measured order; those without a mark stay
 */
export function withoutTwins(readings: readonly CaseReading[]): readonly CaseReading[] {
  const kept = readings.filter((reading, index) => !hasBetter(readings, reading, index));
  return kept.length === readings.length ? readings : kept;
}

function hasBetter(readings: readonly CaseReading[], reading: CaseReading, index: number): boolean {
  for (const step of [-1, 1]) {
    for (let at = index + step; at >= 0 && at < readings.length; at += step) {
      const other = readings[at];
      if (!other || Math.abs(other.at - reading.at) > twinMs) {
        break;
      }
      if (!other.blocked && isBetter(other.twin, reading.twin)) {
        return true;
      }
    }
  }
  return false;
}

function isBetter(one: TwinMark | undefined, other: TwinMark | undefined): boolean {
  return (
    one !== undefined && other !== undefined && rank(one.origin, other.origin) < 0 && isSame(one.figures, other.figures)
  );
}

function isSame(one: TwinMark['figures'], other: TwinMark['figures']): boolean {
  return one.every((figure, index) => figure === undefined || other[index] === undefined || figure === other[index]);
}

/** Below 0 when the first origin goes before the second; 0 for one and the same. */
function rank(one: ReadingOrigin, other: ReadingOrigin): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    Number(other.registered) - Number(one.registered) ||
    (one.deviceId ?? last) - (other.deviceId ?? last) ||
    one.slot - other.slot ||
    (one.sourceId ?? last) - (other.sourceId ?? last)
  );
}
