export interface VitalPoint {
  at: number;
  /** Null leaves a gap. */
  value: number | null;
  level?: number;
}

/** Marks of limits, the least certain first. */
export const bandMarks = ['pending', 'sourced', 'confirmed'] as const;
export type BandMark = (typeof bandMarks)[number];

/** Normal range, both ends inclusive; null for an open end. */
export interface NormalBand {
  min: number | null;
  max: number | null;
  circumstance?: string | null;
  minNeeds?: string | null;
  /** Confirmation mark of its limits. */
  mark?: BandMark | null;
}

export interface VitalSeries {
  label: string;
  unit: string;
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

/** Summary of a chart in one sentence: number of values, time, range of each series, alarms. */
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
  /** One cell per series, null without a value at that time. */
  values: readonly (number | null)[];
  level: number;
}

/** Values as table rows, newest first, as an alternative to the chart. */
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

/** Whether the normal ranges of two lines overlap. */
export function bandsOverlap(series: readonly VitalSeries[]): boolean {
  const bands = series
    .flatMap(({ normal }) => (normal ? [{ from: normal.min ?? -Infinity, to: normal.max ?? Infinity }] : []))
    .toSorted((a, b) => a.from - b.from);
  return bands.some((band, at) => at > 0 && band.from <= (bands[at - 1]?.to ?? -Infinity));
}
