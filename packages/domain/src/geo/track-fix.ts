import type { Point } from './datum.ts';
import { haversine } from './distance.ts';

/** A position as a device reported it, in WGS-84. */
export interface Fix extends Point {
  /** Epoch ms. */
  readonly at: number;
  /** 1 satellite, 2 WiFi, 3 cell, 4 Bluetooth beacon. */
  readonly locationType: number;
  /** Radius of uncertainty in metres; null when the device did not say. */
  readonly accuracy: number | null;
  /** 0 as sent, 1 corrected, 2 time of receipt, 3 sent late. */
  readonly timeQuality: number;
}

const minute = 60_000;
const supposed: Readonly<Record<number, number>> = { 1: 30, 2: 60, 3: 800, 4: 10 };
const cell = 3;
const receiptTime = 2;
const coarseMetres = 200;
const betterWithin = 5 * minute;
const cellGap = 30 * minute;

/** The accuracy in metres; where the device said none 30, 60, 800 or 10 by kind of position. */
export const accuracyOf = (fix: Fix): number => fix.accuracy ?? supposed[fix.locationType] ?? coarseMetres;

const isReal = ({ longitude, latitude, at }: Fix): boolean =>
  Number.isFinite(at) &&
  Number.isFinite(longitude) &&
  Number.isFinite(latitude) &&
  Math.abs(longitude) <= 180 &&
  Math.abs(latitude) <= 90 &&
  !(longitude === 0 && latitude === 0);

/** Positions in measured order, one per instant; without invalid ones, and those with only a time of receipt. */
export function inOrder(fixes: readonly Fix[]): readonly Fix[] {
  const sorted = fixes
    .filter((fix) => isReal(fix) && fix.timeQuality !== receiptTime)
    .toSorted((one, other) => one.at - other.at || accuracyOf(one) - accuracyOf(other));
  return sorted.filter((fix, index) => index === 0 || sorted[index - 1]?.at !== fix.at);
}

/** Drops positions worse than 200 m that have a better one within five minutes. Cells are judged by `withoutCells`. */
export function withoutCoarse(fixes: readonly Fix[]): readonly Fix[] {
  const better = fixes.filter((fix) => accuracyOf(fix) <= coarseMetres).map(({ at }) => at);
  let next = 0;
  return fixes.filter((fix) => {
    if (accuracyOf(fix) <= coarseMetres) return true;
    while (next < better.length && (better[next] ?? 0) < fix.at - betterWithin) next += 1;
    return (better[next] ?? Number.POSITIVE_INFINITY) > fix.at + betterWithin;
  });
}

/** Keeps positions by cell only in gaps of over 30 minutes between better ones. */
export function withoutCells(fixes: readonly Fix[]): readonly Fix[] {
  const ends = fixes.filter(({ locationType }) => locationType !== cell).map(({ at }) => at);
  let next = 0;
  return fixes.filter((fix) => {
    if (fix.locationType !== cell) return true;
    while (next < ends.length && (ends[next] ?? 0) < fix.at) next += 1;
    return (ends[next] ?? Number.POSITIVE_INFINITY) - (ends[next - 1] ?? Number.NEGATIVE_INFINITY) > cellGap;
  });
}

const spikeKmh = 150;
const backMetres = 500;
const excursion = 3 * minute;

function isSpike(before: Fix, fix: Fix, after: Fix): boolean {
  if (haversine(before, after) > backMetres) return false;
  const [out, back] = [haversine(before, fix), haversine(fix, after)];
  const kmh = (metres: number, ms: number): number => (metres / ms) * 3600;
  const tooFast = kmh(out, fix.at - before.at) > spikeKmh && kmh(back, after.at - fix.at) > spikeKmh;
  return tooFast || (out > backMetres && back > backMetres && after.at - before.at <= excursion);
}

/**
 * Drops single points that jump away and back: faster than 150 km/h both ways, or over 500 m there and back within
 * three minutes, while their neighbours are within 500 m of each other. Two consecutive points that agree stay,
 * whatever the speed: trains are fast.
 */
export function withoutSpikes(fixes: readonly Fix[]): readonly Fix[] {
  const kept: Fix[] = [];
  for (const [index, fix] of fixes.entries()) {
    const before = kept.at(-1);
    const after = fixes[index + 1];
    if (!before || !after || !isSpike(before, fix, after)) kept.push(fix);
  }
  return kept;
}
