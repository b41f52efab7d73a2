import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { Circumstances } from './reading-context.ts';

/** A reading as `judge` sees it, after `checkReading`. */
export interface Sample extends Circumstances {
  readonly kind: MeasurementKind;
  readonly values: ReadingValues;
  /** `checkReading` found a value outside its plausible range. */
  readonly doubtful?: boolean | undefined;
  /** Sensor contact as sent. */
  readonly contact?: 'good' | 'poor' | 'off' | undefined;
  /** Pressure: symptoms entered with the value. */
  readonly symptoms?: readonly string[] | undefined;
  /** A manual entry or a device whose product has a registration number; without it level 4 is capped at 3. */
  readonly trusted: boolean;
}
