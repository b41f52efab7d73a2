import { ruleMarks } from '@kangmai/model/alerts';
import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';

import { bodyOf, type Values } from './body.ts';
import { unitWord } from '../lib/i18n/unit-word.ts';
import { readFrom, writeTo } from './calls.ts';

import type { AnyField, AnyResource } from '@kangmai/resource';

export type RuleMark = keyof typeof ruleMarks.entries;

/** Values of one measurement, or of an interval when there are too many for a chart. */
export interface ReadingPoint {
  readonly at: number;
  /** Null for an interval of several measurements. */
  readonly id: number | null;
  readonly values: Readonly<Record<string, number>>;
  readonly level: number;
}

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

interface WirePoint {
  readonly [key: string]: unknown;
}

/** Parses the points of a chart and drops values that are no numbers. */
export function readPoints(points: readonly WirePoint[]): readonly ReadingPoint[] {
  return points.map((point) => ({
    at: Date.parse(String(point['measure_time'])),
    id: typeof point['id'] === 'number' ? point['id'] : null,
    level: typeof point['abnormalLevel'] === 'number' ? point['abnormalLevel'] : 0,
    values: Object.fromEntries(
      Object.entries(point).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  }));
}

/** A person's measurements of a kind, ascending; spans with more than 2,000 are thinned. */
export async function listPoints(
  kind: ReadingKind,
  ask: Span & { readonly clientId: number; readonly signal?: AbortSignal },
): Promise<readonly ReadingPoint[]> {
  const query = { userId: ask.clientId, beginTime: ask.from.toISOString(), endTime: ask.to.toISOString() };
  return readPoints(
    await readFrom<readonly WirePoint[]>(readingOfKind[kind], 'GetList', {
      query,
      ...(ask.signal && { signal: ask.signal }),
    }),
  );
}

/** Number of readings within the person's limits. */
export interface Control {
  readonly inside: number;
  readonly judged: number;
}

/** Kinds with a number of readings within limits. */
export const controlledKinds: ReadonlySet<ReadingKind> = new Set(['bp', 'bloodSugar']);

/** Readings of a kind within limits, over the days that a span touches. */
export async function getControl(
  kind: ReadingKind,
  ask: Span & { readonly clientId: number; readonly signal?: AbortSignal },
): Promise<Control> {
  // A span of days begins with the last instant of the day before.
  const from = new Date(ask.from.getTime() + 1);
  const query = { userId: ask.clientId, beginTime: from.toISOString(), endTime: ask.to.toISOString() };
  const { inTargetCount, judgedCount } = await readFrom<{
    readonly inTargetCount: number;
    readonly judgedCount: number;
  }>(readingOfKind[kind], 'GetStatistics', { query, ...(ask.signal && { signal: ask.signal }) });
  return { inside: inTargetCount, judged: judgedCount };
}

export interface SavedReading {
  readonly id: number;
  readonly level: number;
  readonly isDoubtful: boolean;
  readonly result: string | null;
  readonly mark: RuleMark | null;
}

/** Stores a manual reading and returns its judgement. `messageId` makes a repeated click store it once. */
export async function saveReading(kind: ReadingKind, values: Values, messageId: string): Promise<SavedReading> {
  const resource: AnyResource = readingOfKind[kind];
  const body = { ...bodyOf(resource.fields, values), messageId };
  const saved = await writeTo<{
    id: number;
    abnormalLevel: number;
    quality: number;
    result: string | null;
    mark: number | null;
  }>(resource, resource.wire.calls.save ?? 'CreateOrEdit', body);
  return {
    id: saved.id,
    level: saved.abnormalLevel,
    isDoubtful: saved.quality === 1,
    result: saved.result,
    mark: ruleMarks.read(saved.mark) ?? null,
  };
}

export interface ReadingSeries {
  readonly label: string;
  readonly unit: string;
  readonly points: readonly { readonly at: number; readonly value: number | null; readonly level?: number }[];
  readonly normal?: Band;
}

/** Normal range for a person; null for an open end. */
export interface Band {
  readonly min: number | null;
  readonly max: number | null;
  /** When it applies, in words: at home, fasting. */
  readonly circumstance: string | null;
  /** Further condition for a value below `min`, in words. */
  readonly minNeeds: string | null;
  /** The least certain mark of the rules behind the range; null without a rule. */
  readonly mark: RuleMark | null;
}

export type Bands = Readonly<Record<string, Band>>;

/** Distance of a value from a range, in widths of the range; 0 inside or without a range. */
function outside(value: number | undefined, band: Bands[string] | undefined): number {
  if (value === undefined || !band) return 0;
  const { min, max } = band;
  return Math.max(0, value - (max ?? value), (min ?? value) - value) / Math.max(1, (max ?? value) - (min ?? value));
}

/** The metric that gets the mark of an abnormal reading: the farthest outside its range, else the first. */
function worst(
  kind: ReadingKind,
  { values }: ReadingPoint,
  { figures, bands }: { readonly figures: readonly string[]; readonly bands: Bands },
): string | undefined {
  const measured = figures.filter((name) => values[name] !== undefined);
  const far = (name: string): number => outside(values[name], bands[`${kind}.${name}`]);
  return measured.toSorted((one, other) => far(other) - far(one))[0];
}

const gapMs = 3 * 86_400_000;

/** Interrupts a line after three days without measurement. */
function withGaps(
  points: readonly { readonly at: number; readonly value: number; readonly level: number }[],
): ReadingSeries['points'] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    return before && point.at - before.at > gapMs ? [{ at: before.at + 1, value: null }, point] : [point];
  });
}

/** Chart lines of some metrics of a kind, in the given order; `bands` by `kind.figure`. */
export function seriesOf(
  kind: ReadingKind,
  points: readonly ReadingPoint[],
  shown: {
    readonly figures: readonly string[];
    readonly labelOf: (name: string, field: AnyField) => string;
    readonly bands: Bands;
  },
): readonly ReadingSeries[] {
  const fields: AnyResource['fields'] = readingOfKind[kind].fields;
  return shown.figures.flatMap((name): ReadingSeries[] => {
    const field = fields[name];
    if (!field) return [];
    const normal = shown.bands[`${kind}.${name}`];
    const own = points.flatMap((each) => {
      const value = each.values[name];
      return value === undefined
        ? []
        : [{ at: each.at, value, level: name === worst(kind, each, shown) ? each.level : 0 }];
    });
    return [
      {
        label: shown.labelOf(name, field),
        unit: unitWord(field.options.unit ?? ''),
        points: withGaps(own),
        ...(normal && { normal }),
      },
    ];
  });
}
