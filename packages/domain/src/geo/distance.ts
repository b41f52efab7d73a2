import type { Point } from './datum.ts';

/** Mean radius of the earth in metres (IUGG R1). */
const earthRadius = 6_371_008.8;

/** Great-circle distance in metres between two points of the same coordinate system. */
export function haversine(a: Point, b: Point): number {
  const north = radians(b.latitude - a.latitude) / 2;
  const east = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(north) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
