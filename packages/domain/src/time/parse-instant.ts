import { isRealDay } from '../identity/age.ts';
import { instantOfWall } from './zone.ts';

const minute = 60_000;

/**
 * Parses the time of a reading: ISO 8601 with offset or `Z`; without one it is wall-clock time of `zone` (IANA); epoch
 * seconds, milliseconds, microseconds or nanoseconds distinguished by 10, 13, 16 or 19 digits. Returns epoch
 * milliseconds, undefined for anything else. Digits beyond milliseconds are cut.
 */
export function parseInstant(input: string | number, zone: string): number | undefined {
  const text = typeof input === 'number' ? String(input) : input.trim();
  return isDigits(text) ? parseEpoch(text) : parseIso(text, zone);
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) {
      return false;
    }
  }
  return text.length > 0;
}

function parseEpoch(digits: string): number | undefined {
  switch (digits.length) {
    case 10:
      return Number(digits) * 1000;
    case 13:
    case 16:
    case 19:
      return Number(digits.slice(0, 13));
    default:
      return undefined;
  }
}

const isoShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/i;

function parseIso(text: string, zone: string): number | undefined {
  const match = isoShape.exec(text);
  if (!match) {
    return undefined;
  }
  const [, year, month, day, hour = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  const figures = [year, month, day, hour, minutes, seconds].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isWallTime(figures)) {
    return undefined;
  }
  const [y, mo, d, h, mi, s] = figures;
  const wall = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (match[8]) {
    return wall;
  }
  const offset = offsetOf(match);
  if (offset === undefined) {
    return match[9] ? undefined : instantOfWall(zone, wall);
  }
  return wall - offset;
}

function isWallTime([year, month, day, ...clock]: [number, number, number, number, number, number]): boolean {
  return year >= 1000 && isRealDay({ year, month, day }) && isClock(clock);
}

function isClock([hour, minutes, seconds]: readonly [number, number, number]): boolean {
  const midnight = hour === 24 && minutes === 0 && seconds === 0;
  return (hour < 24 || midnight) && minutes < 60 && seconds <= 60;
}

function offsetOf(match: RegExpExecArray): number | undefined {
  if (!match[9]) {
    return undefined;
  }
  const hours = Number(match[10]);
  const minutes = Number(match[11] ?? '0');
  if (hours > 15 || minutes > 59) {
    return undefined;
  }
  return (match[9] === '-' ? -1 : 1) * (hours * 60 + minutes) * minute;
}
