import { kindOf, roundTo } from './catalogue.ts';
import type { KindOfReading, MeasurementKind, Metric, Range } from './metric.ts';

/** Figures of one reading by metric key. */
export type ReadingValues = Readonly<Record<string, number | undefined>>;

/** Answer of `checkReading`. */
export type ReadingCheck =
  /**
   * Store it. `quality` 1 = 请复测 (`doubtful` names the metrics), 0 = valid. `values` omits side figures that mean "no
   * reading".
   */
  | {
      readonly status: 'ok';
      readonly values: ReadingValues;
      readonly quality: 0 | 1;
      readonly doubtful: readonly string[];
    }
  /** The device sent "no reading": answered, counted, never stored. */
  | { readonly status: 'ignored'; readonly reason: 'sentinel' }
  /** Physically impossible: quarantine `out_of_range`, refused by hand. */
  | { readonly status: 'impossible'; readonly reason: 'out-of-range' | 'pressure-order'; readonly field: string }
  /** Not a reading of this kind at all. */
  | { readonly status: 'malformed'; readonly reason: 'missing' | 'not-a-number'; readonly field: string };

interface Person {
  /** Whole years at the time of measurement; children below 6 have wider plausible pressures. */
  readonly age?: number;
}

/**
 * Decides whether the figures of a reading may be stored.
 *
 * Unusual values of sick people (70/62, SpO2 48, 29.5 ℃) are kept with quality 1; only impossible ones are refused. 0,
 * 255 and 65535 mean "no reading"; for a pressure pair only when both are (255/140 is a value). 127 counts only where
 * it is outside the physical range anyway, because a pulse of 127 is a pulse. Figures are rounded to the digits that
 * their kind keeps, so that the judged value is the stored one.
 */
export function checkReading(kind: MeasurementKind, given: ReadingValues, person: Person = {}): ReadingCheck {
  const description = kindOf(kind);
  const values = asKept(description, given);
  const ordinary = ordinaryValues(description, values, person.age);
  if (ordinary) {
    return { status: 'ok', values: ordinary, quality: 0, doubtful: none };
  }
  const malformed = malformation(description, values);
  if (malformed) {
    return malformed;
  }
  if (isSentinelReading(description, values)) {
    return { status: 'ignored', reason: 'sentinel' };
  }
  const cleaned = withoutSentinelSides(description, values);
  const refused = impossibility(description, cleaned);
  if (refused) {
    return refused;
  }
  const doubtful = doubtfulMetrics(description, cleaned, person.age);
  return { status: 'ok', values: cleaned, quality: doubtful.length > 0 ? 1 : 0, doubtful };
}

const none: readonly string[] = [];

/** The figures with the digits of the catalogue; the same object where they have them already. */
function asKept(description: KindOfReading, given: ReadingValues): ReadingValues {
  let kept: Record<string, number | undefined> | undefined;
  for (const { key, decimals } of description.metrics) {
    const value = given[key];
    if (value === undefined || Number.isInteger(value) || !Number.isFinite(value)) {
      continue;
    }
    const rounded = roundTo(value, decimals);
    if (rounded !== value) {
      kept ??= { ...given };
      kept[key] = rounded;
    }
  }
  return (kept as ReadingValues | undefined) ?? given;
}

/** The figures of an unremarkable reading, in one pass: each in its usual range. */
function ordinaryValues(
  description: KindOfReading,
  values: ReadingValues,
  age: number | undefined,
): ReadingValues | undefined {
  const kept: Record<string, number> = {};
  for (const metric of description.metrics) {
    if (!isOrdinary(metric, values, age)) {
      return undefined;
    }
    const value = values[metric.key];
    if (value !== undefined) {
      kept[metric.key] = value;
    }
  }
  return description.oneOf === undefined || description.oneOf.some((key) => values[key] !== undefined)
    ? kept
    : undefined;
}

function isOrdinary(metric: Metric, values: ReadingValues, age: number | undefined): boolean {
  const given = values[metric.key];
  if (metric.derived && given !== undefined) {
    return false;
  }
  const value = metric.key === 'pulsePressure' ? pulsePressureOf(values) : given;
  if (value === undefined) {
    return metric.required !== true;
  }
  const { min, max } = usualRange(metric, age) ?? metric.physical;
  return value >= min && value <= max && !isSentinel(metric, value);
}

const usualRange = (metric: Metric, age: number | undefined): Range | undefined =>
  age !== undefined && age < 6 ? (metric.plausibleUnder6 ?? metric.plausible) : metric.plausible;

function malformation(description: KindOfReading, values: ReadingValues): ReadingCheck | undefined {
  for (const metric of description.metrics) {
    const value = values[metric.key];
    if (value !== undefined && !Number.isFinite(value)) {
      return { status: 'malformed', reason: 'not-a-number', field: metric.key };
    }
  }
  const missing = missingMetric(description, values);
  return missing === undefined ? undefined : { status: 'malformed', reason: 'missing', field: missing };
}

function missingMetric(description: KindOfReading, values: ReadingValues): string | undefined {
  const required = description.metrics.find((metric) => metric.required && values[metric.key] === undefined);
  if (required) {
    return required.key;
  }
  return description.oneOf?.every((key) => values[key] === undefined) ? description.oneOf[0] : undefined;
}

function isSentinel(metric: Metric, value: number | undefined): boolean {
  return value !== undefined && (metric.sentinels?.includes(value) ?? false);
}

function mainMetrics(description: KindOfReading): readonly Metric[] {
  return description.metrics.filter((metric) => metric.required || description.oneOf?.includes(metric.key));
}

function isSentinelReading(description: KindOfReading, values: ReadingValues): boolean {
  const filled = mainMetrics(description).filter((metric) => values[metric.key] !== undefined);
  return filled.length > 0 && filled.every((metric) => isSentinel(metric, values[metric.key]));
}

function withoutSentinelSides(description: KindOfReading, values: ReadingValues): ReadingValues {
  const kept: Record<string, number> = {};
  for (const metric of description.metrics) {
    const value = values[metric.key];
    if (value === undefined || metric.derived) {
      continue;
    }
    if (metric.required || !isSentinel(metric, value)) {
      kept[metric.key] = value;
    }
  }
  return kept;
}

function impossibility(description: KindOfReading, values: ReadingValues): ReadingCheck | undefined {
  for (const metric of description.metrics) {
    const value = values[metric.key];
    if (value !== undefined && (value < metric.physical.min || value > metric.physical.max)) {
      return { status: 'impossible', reason: 'out-of-range', field: metric.key };
    }
  }
  const { high, low } = values;
  if (description.kind === 'bp' && high !== undefined && low !== undefined && high <= low) {
    return { status: 'impossible', reason: 'pressure-order', field: 'low' };
  }
  return undefined;
}

function doubtfulMetrics(description: KindOfReading, values: ReadingValues, age: number | undefined): string[] {
  const doubtful: string[] = [];
  for (const metric of description.metrics) {
    const value = metric.key === 'pulsePressure' ? pulsePressureOf(values) : values[metric.key];
    const range = usualRange(metric, age);
    if (value !== undefined && range && (value < range.min || value > range.max)) {
      doubtful.push(metric.key);
    }
  }
  return doubtful;
}

function pulsePressureOf(values: ReadingValues): number | undefined {
  return values['high'] === undefined || values['low'] === undefined ? undefined : values['high'] - values['low'];
}
