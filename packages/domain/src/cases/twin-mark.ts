import { kindOf } from '../measurement/catalogue.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';

/** Where a reading came from: device, slot and source (null: entered by hand). */
export interface ReadingOrigin {
  readonly deviceId: number | null;
  readonly slot: number;
  readonly sourceId: number | null;
  /** The product has a registration number. */
  readonly registered: boolean;
}

/** A reading's own figures, to find the same value from another source. */
export interface TwinMark {
  readonly origin: ReadingOrigin;
  readonly figures: readonly (number | undefined)[];
}

/** The mark of a reading: the figures of its kind in catalogue order. */
export function twinMark(kind: MeasurementKind, values: ReadingValues, origin: ReadingOrigin): TwinMark {
  return { origin, figures: kindOf(kind).metrics.map(({ key }) => values[key]) };
}
