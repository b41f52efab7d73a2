export interface VitalPoint {
  /** Instant of the measurement, milliseconds since 1970. */
  at: number;
  /** Null leaves a gap. */
  value: number | null;
  /** Alarm level 1 to 4; 0 or absent for a usual value. */
  level?: number;
}

/** Marks of limits, the least certain first. */
export const bandMarks = ['pending', 'sourced', 'confirmed'] as const;
export type BandMark = (typeof bandMarks)[number];

/** Values that are normal, both ends inclusive; null where no limit is. */
export interface NormalBand {
  min: number | null;
  max: number | null;
  /** When it holds, in words. */
  circumstance?: string | null;
  /** What has to hold together with a value below `min`, in words. */
  minNeeds?: string | null;
  /** What stands behind its limits. */
  mark?: BandMark | null;
}

export interface VitalSeries {
  label: string;
  unit: string;
  /** In order of time, at most 2,000. */
  points: readonly VitalPoint[];
  normal?: NormalBand;
}

export interface SeriesSummary {
  label: string;
  unit: string;
  min: number;
  max: number;
}

export interface ChartSummary {
  count: number;
  alarms: number;
  from: number | null;
  to: number | null;
  ranges: readonly SeriesSummary[];
}

/** What a chart says in one sentence: number of values, time, range of each series, alarms. */
export function summarize(series: readonly VitalSeries[]): ChartSummary {
  const measured = series.flatMap(({ points }) => points.filter(({ value }) => value !== null));
  const times = measured.map(({ at }) => at);
  const ranges = series.flatMap(({ label, unit, points }) => {
    const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
    return values.length === 0 ? [] : [{ label, unit, min: Math.min(...values), max: Math.max(...values) }];
  });
  return {
    count: measured.length,
    alarms: measured.filter(({ level = 0 }) => level > 0).length,
    from: times.length === 0 ? null : Math.min(...times),
    to: times.length === 0 ? null : Math.max(...times),
    ranges,
  };
}

export interface TableRow {
  at: number;
  /** One cell a series, null where it has no value at that time. */
  values: readonly (number | null)[];
  level: number;
}

/** The chart's values as rows, newest first: the table that stands in for the picture. */
export function toRows(series: readonly VitalSeries[]): TableRow[] {
  const rows = new Map<number, { values: (number | null)[]; level: number }>();
  series.forEach(({ points }, column) => {
    for (const { at, value, level = 0 } of points) {
      if (value === null) continue;
      const row = rows.get(at) ?? { values: series.map(() => null), level: 0 };
      row.values[column] = value;
      row.level = Math.max(row.level, level);
      rows.set(at, row);
    }
  });
  return [...rows].map(([at, row]) => ({ at, ...row })).toSorted((a, b) => b.at - a.at);
}

/** Whether the normal bands of two lines lie on each other, so that their grounds could not be told apart. */
export function bandsOverlap(series: readonly VitalSeries[]): boolean {
  const bands = series
    .flatMap(({ normal }) => (normal ? [{ from: normal.min ?? -Infinity, to: normal.max ?? Infinity }] : []))
    .toSorted((a, b) => a.from - b.from);
  return bands.some((band, at) => at > 0 && band.from <= (bands[at - 1]?.to ?? -Infinity));
}
