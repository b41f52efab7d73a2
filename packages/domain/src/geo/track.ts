import type { Point } from './datum.ts';
import { haversine } from './distance.ts';
import { simplify } from './simplify.ts';
import { legsOf, type Leg, type Stay } from './stay-points.ts';
import { inOrder, withoutCells, withoutCoarse, withoutSpikes, type Fix } from './track-fix.ts';

/** A point of a drawn track; by cell it is drawn hollow. */
export interface TrackPoint extends Point {
  readonly at: number;
  readonly byCell: boolean;
}

/**
 * A part without a gap of over 15 minutes; its distance in metres is that of all its points, including those not drawn.
 */
export interface TrackSegment {
  readonly points: readonly TrackPoint[];
  readonly distance: number;
}

/** What remains of a course after cleaning. */
export interface Track {
  readonly segments: readonly TrackSegment[];
  readonly stays: readonly Stay[];
  /** Metres travelled: the sum of the segments; stays and gaps add nothing. */
  readonly distance: number;
  /** How many positions were dropped as wrong, coarse or jumping. */
  readonly dropped: number;
}

export interface TrackOptions {
  /** Most metres between the drawn line and the travelled one. */
  readonly tolerance?: number;
  /** Most points of the answer. */
  readonly most?: number;
}

const gap = 15 * 60_000;
const usualTolerance = 10;
const mostPoints = 3000;
const cell = 3;

/** Positions without those that cannot be trusted, in measured order. */
export const cleanFixes = (fixes: readonly Fix[]): readonly Fix[] =>
  withoutSpikes(withoutCells(withoutCoarse(inOrder(fixes))));

/**
 * The track of a course: cleaned, divided at stays and gaps, and thinned for drawing. Points are in WGS-84 like the
 * input.
 */
export function trackOf(fixes: readonly Fix[], options: TrackOptions = {}): Track {
  const clean = cleanFixes(fixes);
  return drawn(legsOf(clean), fixes.length - clean.length, options);
}

/** The same without cleaning and stays: positions as reported, in order. */
export function rawTrackOf(fixes: readonly Fix[], options: TrackOptions = {}): Track {
  const ordered = inOrder(fixes);
  return drawn(ordered.length > 0 ? [{ kind: 'move', fixes: ordered }] : [], fixes.length - ordered.length, options);
}

function drawn(
  legs: readonly Leg[],
  dropped: number,
  { tolerance = usualTolerance, most = mostPoints }: TrackOptions,
): Track {
  const segments = segmentsOf(legs).map((points) => ({ points, distance: lengthOf(points) }));
  return {
    segments: thinned(segments, tolerance, most),
    stays: legs.flatMap((leg) => (leg.kind === 'stay' ? [leg.stay] : [])),
    distance: segments.reduce((sum, segment) => sum + segment.distance, 0),
    dropped,
  };
}

const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, point, index) => sum + haversine(points[index - 1] ?? point, point), 0);

/** Lines between stays; each begins and ends at the place where somebody stayed. */
function segmentsOf(legs: readonly Leg[]): readonly (readonly TrackPoint[])[] {
  const segments: TrackPoint[][] = [];
  let open: TrackPoint[] = [];
  const close = (): void => {
    if (open.length > 0) segments.push(open);
    open = [];
  };
  const add = (point: TrackPoint): void => {
    const last = open.at(-1);
    if (last && point.at - last.at > gap) close();
    open.push(point);
  };
  for (const leg of legs) {
    if (leg.kind === 'move') {
      for (const { longitude, latitude, at, locationType } of leg.fixes)
        add({ longitude, latitude, at, byCell: locationType === cell });
    } else {
      const { longitude, latitude, begin, end } = leg.stay;
      add({ longitude, latitude, at: begin, byCell: false });
      close();
      open.push({ longitude, latitude, at: end, byCell: false });
    }
  }
  close();
  // The place of a stay alone is not a line.
  const stays = new Set(legs.flatMap((leg) => (leg.kind === 'stay' ? [leg.stay.begin, leg.stay.end] : [])));
  return segments.filter((points) => points.length > 1 || !stays.has(points[0]?.at ?? Number.NaN));
}

/** Thins to the tolerance, and doubles it until the answer has few enough points. */
function thinned(segments: readonly TrackSegment[], tolerance: number, most: number): readonly TrackSegment[] {
  let allowed = tolerance;
  for (;;) {
    const found = segments.map(({ points, distance }) => ({ points: simplify(points, allowed), distance }));
    const count = found.reduce((sum, { points }) => sum + points.length, 0);
    if (count <= most || allowed > 1e7) return count <= most ? found : fewest(found, most);
    allowed = Math.max(1, allowed * 2);
  }
}

/** With more segments than allowed points: the longest ones. */
function fewest(segments: readonly TrackSegment[], most: number): readonly TrackSegment[] {
  const longest = new Set(
    segments.toSorted((one, other) => other.distance - one.distance).slice(0, Math.floor(most / 2)),
  );
  return segments.filter((segment) => longest.has(segment));
}
