/** A position in degrees. */
export interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

/** Coordinate systems in use: satellite, AMap and Tencent, Baidu. */
export type Datum = 'wgs84' | 'gcj02' | 'bd09';

const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const baiduTurn = (Math.PI * 3000) / 180;
const closeEnough = 1e-7;
const mostRounds = 30;

/** Whether a point lies in the box in which GCJ-02 shifts; outside nothing is moved. */
export function isInShiftedBox({ longitude, latitude }: Point): boolean {
  return longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;
}

/**
 * Converts a point from one coordinate system to another; outside the mainland box only BD-09's own shift is applied.
 */
export function convert(point: Point, from: Datum, to: Datum): Point {
  if (from === to) {
    return point;
  }
  return fromGcj(toGcj(point, from), to);
}

function toGcj(point: Point, from: Datum): Point {
  if (from === 'wgs84') {
    return wgsToGcj(point);
  }
  return from === 'bd09' ? bdToGcj(point) : point;
}

function fromGcj(point: Point, to: Datum): Point {
  if (to === 'wgs84') {
    return gcjToWgs(point);
  }
  return to === 'bd09' ? gcjToBd(point) : point;
}

/** WGS-84 to GCJ-02 by the published formula on the Krasovsky ellipsoid. */
export function wgsToGcj(point: Point): Point {
  if (!isInShiftedBox(point)) {
    return point;
  }
  const x = point.longitude - 105;
  const y = point.latitude - 35;
  const radians = (point.latitude / 180) * Math.PI;
  const magic = 1 - eccentricity * Math.sin(radians) ** 2;
  const root = Math.sqrt(magic);
  const meridian = (axis * (1 - eccentricity)) / (magic * root);
  return {
    longitude: point.longitude + (eastShift(x, y) * 180) / ((axis / root) * Math.cos(radians) * Math.PI),
    latitude: point.latitude + (northShift(x, y) * 180) / (meridian * Math.PI),
  };
}

/** GCJ-02 to WGS-84 by fixed-point iteration, until the change is below 1e-7 degree (about a centimetre). */
export function gcjToWgs(point: Point): Point {
  return isInShiftedBox(point) ? inverse(wgsToGcj, point) : point;
}

/** GCJ-02 to BD-09 by the published formula. */
export function gcjToBd({ longitude, latitude }: Point): Point {
  const radius = Math.hypot(longitude, latitude) + 0.000_02 * Math.sin(latitude * baiduTurn);
  const angle = Math.atan2(latitude, longitude) + 0.000_003 * Math.cos(longitude * baiduTurn);
  return { longitude: radius * Math.cos(angle) + 0.0065, latitude: radius * Math.sin(angle) + 0.006 };
}

/** BD-09 to GCJ-02 by fixed-point iteration. */
export function bdToGcj(point: Point): Point {
  return inverse(gcjToBd, point);
}

function inverse(forward: (point: Point) => Point, wanted: Point): Point {
  let guess = wanted;
  for (let round = 0; round < mostRounds; round += 1) {
    const reached = forward(guess);
    const east = wanted.longitude - reached.longitude;
    const north = wanted.latitude - reached.latitude;
    guess = { longitude: guess.longitude + east, latitude: guess.latitude + north };
    if (Math.abs(east) < closeEnough && Math.abs(north) < closeEnough) {
      break;
    }
  }
  return guess;
}

function wave(value: number, terms: readonly (readonly [weight: number, frequency: number])[]): number {
  return (terms.reduce((sum, [weight, frequency]) => sum + weight * Math.sin(value * frequency * Math.PI), 0) * 2) / 3;
}

function northShift(x: number, y: number): number {
  const plain = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x));
  return (
    plain +
    wave(x, [
      [20, 6],
      [20, 2],
    ]) +
    wave(y, [
      [20, 1],
      [40, 1 / 3],
    ]) +
    wave(y, [
      [160, 1 / 12],
      [320, 1 / 30],
    ])
  );
}

function eastShift(x: number, y: number): number {
  const plain = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x));
  return (
    plain +
    wave(x, [
      [20, 6],
      [20, 2],
    ]) +
    wave(x, [
      [20, 1],
      [40, 1 / 3],
    ]) +
    wave(x, [
      [150, 1 / 12],
      [300, 1 / 30],
    ])
  );
}
