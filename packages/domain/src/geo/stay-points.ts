import type { Point } from './datum.ts';
import { haversine } from './distance.ts';
import type { Fix } from './track-fix.ts';

/** A place where somebody stayed; instants are epoch ms. */
export interface Stay extends Point {
  readonly begin: number;
  readonly end: number;
  /** How many positions it represents. */
  readonly count: number;
}

const radius = 100;
const shortest = 10 * 60_000;

function meanOf(fixes: readonly Fix[]): Point {
  const sum = (pick: (fix: Fix) => number): number => fixes.reduce((total, fix) => total + pick(fix), 0);
  // Longitudes are relative to the first, so that the mean is right at the date line.
  const origin = fixes[0]?.longitude ?? 0;
  const east = sum(({ longitude }) => ((((longitude - origin + 180) % 360) + 360) % 360) - 180) / fixes.length;
  const longitude = origin + east;
  return {
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
    latitude: sum(({ latitude }) => latitude) / fixes.length,
  };
}

/** A course divided into travel and stays, in order. */
export type Leg =
  | { readonly kind: 'move'; readonly fixes: readonly Fix[] }
  | { readonly kind: 'stay'; readonly stay: Stay };

/**
 * Finds the stays of a course: all positions within 100 m of the first for ten minutes or more become one place at
 * their mean, so that drift indoors adds no distance. The detection of stay points of Li, Zheng et al., Mining user
 * similarity based on location history (ACM GIS 2008), section 3.1.
 */
export function legsOf(fixes: readonly Fix[]): readonly Leg[] {
  const legs: Leg[] = [];
  let moved: Fix[] = [];
  let index = 0;
  while (index < fixes.length) {
    const stay = stayFrom(fixes, index);
    const fix = fixes[index];
    if (stay) {
      if (moved.length > 0) legs.push({ kind: 'move', fixes: moved });
      moved = [];
      legs.push({ kind: 'stay', stay });
      index += stay.count;
    } else {
      if (fix) moved.push(fix);
      index += 1;
    }
  }
  if (moved.length > 0) legs.push({ kind: 'move', fixes: moved });
  return legs;
}

function stayFrom(fixes: readonly Fix[], from: number): Stay | undefined {
  const anchor = fixes[from];
  if (!anchor) return undefined;
  let end = from + 1;
  while (end < fixes.length && haversine(anchor, fixes[end] ?? anchor) <= radius) end += 1;
  const within = fixes.slice(from, end);
  const last = within.at(-1) ?? anchor;
  return last.at - anchor.at >= shortest
    ? { ...meanOf(within), begin: anchor.at, end: last.at, count: within.length }
    : undefined;
}
