import type { Point } from './datum.ts';

const metresPerDegree = 111_194.93;
/** Lines are thinned in pieces: a crooked one costs the square of its length. */
const piece = 500;

type Flat = readonly [east: number, north: number];

/** A line in metres on the plane that touches the earth at its first point. */
function flattened(points: readonly Point[]): readonly Flat[] {
  const [first] = points;
  if (!first) return [];
  const narrow = Math.cos((first.latitude * Math.PI) / 180) * metresPerDegree;
  return points.map(({ longitude, latitude }) => [
    (longitude - first.longitude) * narrow,
    (latitude - first.latitude) * metresPerDegree,
  ]);
}

/** The point between two others that is farthest from the line between them, with the square of that distance. */
function farthest(
  line: readonly Flat[],
  first: number,
  last: number,
): { readonly index: number; readonly square: number } {
  let index = -1;
  let square = -1;
  const [fromEast, fromNorth] = line[first] ?? [0, 0];
  const [toEast, toNorth] = line[last] ?? [0, 0];
  const [alongEast, alongNorth] = [toEast - fromEast, toNorth - fromNorth];
  const length = alongEast * alongEast + alongNorth * alongNorth;
  for (let at = first + 1; at < last; at += 1) {
    const point = line[at];
    if (!point) continue;
    const east = point[0] - fromEast;
    const north = point[1] - fromNorth;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (east * alongEast + north * alongNorth) / length));
    const off = (east - share * alongEast) ** 2 + (north - share * alongNorth) ** 2;
    if (off > square) {
      square = off;
      index = at;
    }
  }
  return { index, square };
}

/** The points of a part of a line that are kept between its ends. */
function keptWithin(line: readonly Flat[], range: readonly [number, number], tolerance: number): readonly number[] {
  const kept: number[] = [];
  const open = [range];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    const { index, square } = farthest(line, first, last);
    if (square > tolerance * tolerance) {
      kept.push(index);
      open.push([first, index], [index, last]);
    }
  }
  return kept;
}

/**
 * Leaves out points of a line that lie closer than the tolerance, in metres, to the line without them; the ends stay.
 * Douglas and Peucker, Algorithms for the reduction of the number of points required to represent a digitized line
 * (Cartographica 10, 1973), without recursion.
 */
export function simplify<P extends Point>(points: readonly P[], tolerance: number): readonly P[] {
  if (points.length < 3) return points;
  const line = flattened(points);
  const last = points.length - 1;
  const kept = new Set([0, last]);
  for (let first = 0; first < last; first += piece) {
    const end = Math.min(first + piece, last);
    kept.add(end);
    for (const index of keptWithin(line, [first, end], tolerance)) kept.add(index);
  }
  return points.filter((_, index) => kept.has(index));
}
