import type { Point } from './datum.ts';

/** A part of a map. It crosses 180° when `west` is greater than `east`. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Points so close together that a map shows them as one, at their mean. */
export interface Cluster<P extends Point> extends Point {
  readonly members: readonly P[];
}

const tilePixels = 256;
const cellPixels = 64;
/** Where the square world of web maps ends, in degrees. */
const farthestNorth = 85.051_128_78;

/** The cell of a point at a zoom of a web map: spherical Mercator, OGC 17-083r2 annex D.1, cells of 64 pixels. */
function cellOf({ longitude, latitude }: Point, zoom: number): string {
  const cells = (2 ** zoom * tilePixels) / cellPixels;
  const angle = (Math.max(-farthestNorth, Math.min(farthestNorth, latitude)) * Math.PI) / 180;
  const column = Math.floor(((longitude + 180) / 360) * cells);
  const row = Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * cells);
  return `${column}|${row}`;
}

/** Groups points that share a cell of the map at a zoom; a single point is a cluster of one. */
export function clusterPoints<P extends Point>(points: readonly P[], zoom: number): readonly Cluster<P>[] {
  const cells = new Map<string, P[]>();
  for (const point of points) {
    const key = cellOf(point, zoom);
    const members = cells.get(key);
    if (members) members.push(point);
    else cells.set(key, [point]);
  }
  return [...cells.values()].map((members) => ({
    members,
    longitude: mean(members, (point) => point.longitude),
    latitude: mean(members, (point) => point.latitude),
  }));
}

const mean = <P>(members: readonly P[], pick: (member: P) => number): number =>
  members.reduce((sum, member) => sum + pick(member), 0) / members.length;
