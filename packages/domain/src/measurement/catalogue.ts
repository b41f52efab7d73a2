import { measurementKinds } from './metric.ts';
import type { KindOfReading, MeasurementKind, Metric } from './metric.ts';
import { otherKinds } from './other-kinds.ts';
import { vitalKinds } from './vital-kinds.ts';

const byKind = new Map<MeasurementKind, KindOfReading>([...vitalKinds, ...otherKinds].map((each) => [each.kind, each]));

/** The kind's description: names, metrics with unit, physical and plausible ranges. */
export function kindOf(kind: MeasurementKind): KindOfReading {
  const found = byKind.get(kind);
  if (!found) {
    throw new Error(`unknown kind of reading: ${kind}`);
  }
  return found;
}

/** Every kind of reading with its metrics, in the order of the key list. */
export const catalogue: readonly KindOfReading[] = measurementKinds.map(kindOf);

/** One metric of a kind, or undefined when the kind has none of that key. */
export function metricOf(kind: MeasurementKind, key: string): Metric | undefined {
  return kindOf(kind).metrics.find((each) => each.key === key);
}

/**
 * A number rounded to `decimals` digits after the point, halves away from zero, without binary rounding errors (2.675 →
 * 2.68).
 */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Math.abs(value) * factor;
  return (Math.sign(value) * Math.round(scaled + 1e-9)) / factor;
}
