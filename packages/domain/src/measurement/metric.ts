/** A closed range; both ends belong to it. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** One figure of a measurement: its name, unit, and possible values. */
export interface Metric {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly unit: string;
  /** Digits kept after the point; 0 is a whole number. */
  readonly decimals: number;
  /** Outside: physically impossible, so refused by hand and quarantined from a device. */
  readonly physical: Range;
  /** Outside: stored, but marked 请复测. */
  readonly plausible?: Range;
  /** The same for children below 6 years. */
  readonly plausibleUnder6?: Range;
  readonly required?: true;
  /** Values that devices send for "no reading". */
  readonly sentinels?: readonly number[];
  /** Computed by us, never taken from a device. */
  readonly derived?: true;
}

/** A kind of reading with its metrics. */
export interface KindOfReading {
  readonly kind: MeasurementKind;
  readonly zh: string;
  readonly en: string;
  readonly metrics: readonly Metric[];
  /** At least one of these metrics must be filled. */
  readonly oneOf?: readonly string[];
}

/** Keys of every kind of reading that a device or a person may send. */
export const measurementKinds = [
  'bp',
  'heart',
  'bloodSugar',
  'spo2',
  'temperature',
  'walk',
  'sleep',
  'uricAcid',
  'bloodLipid',
  'ketone',
  'bodyFat',
  'leatherRuler',
  'ys',
  'sb',
  'weight',
  'location',
] as const;

/** Key of a kind of reading (the wire's `dataType`). */
export type MeasurementKind = (typeof measurementKinds)[number];

/** Whether a text is the key of a kind of reading. */
export function isMeasurementKind(text: string): text is MeasurementKind {
  return (measurementKinds as readonly string[]).includes(text);
}
