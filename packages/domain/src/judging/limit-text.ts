import { roundTo } from '../measurement/catalogue.ts';
import { metricOf } from '../measurement/catalogue.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { EffectiveTerm } from './resolve.ts';
import type { Operator } from './rule.ts';

/** The normal side of a metric: from `lower` to `upper`, both still normal. */
export interface NormalRange {
  readonly lower?: number;
  readonly upper?: number;
  /** What must hold together with a value below `lower`; without it the lower end counts alone. */
  readonly lowerWith?: EffectiveTerm['and'];
}

const verbs: Readonly<Record<Operator, string>> = { '>=': '达到', '>': '超过', '<=': '降至', '<': '低于' };

/** `达到`, `超过`, `降至` or `低于`. */
export function verbOf(op: Operator): string {
  return verbs[op];
}

/** Whether the comparison looks for high values. */
export function looksHigh(op: Operator): boolean {
  return op === '>=' || op === '>';
}

/** A number without trailing zeros. */
export function plain(value: number): string {
  return String(roundTo(value, 2));
}

/** The strictest limit per metric among terms of one direction. */
export function strictest(terms: readonly EffectiveTerm[]): ReadonlyMap<string, EffectiveTerm> {
  const best = new Map<string, EffectiveTerm>();
  for (const term of terms) {
    const held = best.get(term.metric);
    if (!held || (looksHigh(term.op) ? term.limit < held.limit : term.limit > held.limit)) {
      best.set(term.metric, term);
    }
  }
  return best;
}

/** The limit as shown in texts: `180/110` for a pressure pair, else the number of this metric. */
export function limitText(kind: MeasurementKind, term: EffectiveTerm, peers: readonly EffectiveTerm[]): string {
  if (kind !== 'bp') {
    return plain(term.limit);
  }
  const best = strictest(peers);
  const high = best.get('high');
  const low = best.get('low');
  if (high && low) {
    return `${plain(high.limit)}/${plain(low.limit)}`;
  }
  const name = metricOf(kind, term.metric)?.zh ?? '';
  return `${name}${plain(term.limit)}`;
}

/** The normal range of every metric in the terms. */
export function normalRanges(kind: MeasurementKind, terms: readonly EffectiveTerm[]): ReadonlyMap<string, NormalRange> {
  const highs = strictest(terms.filter((term) => looksHigh(term.op) && !term.symptom));
  const lows = strictest(terms.filter((term) => !looksHigh(term.op) && !term.symptom));
  const ranges = new Map<string, NormalRange>();
  for (const metric of new Set([...highs.keys(), ...lows.keys()])) {
    const step = 10 ** -(metricOf(kind, metric)?.decimals ?? 0);
    const high = highs.get(metric);
    const low = lows.get(metric);
    ranges.set(metric, {
      ...(low ? { lower: roundTo(low.op === '<' ? low.limit : low.limit + step, 2) } : {}),
      ...(low?.and ? { lowerWith: low.and } : {}),
      ...(high ? { upper: roundTo(high.op === '>' ? high.limit : high.limit - step, 2) } : {}),
    });
  }
  return ranges;
}

const signs: Readonly<Record<Operator, string>> = { '>=': '≥', '>': '>', '<=': '≤', '<': '<' };

/**
 * What must hold together with a value below a range, in words: `收缩压<100`, in English `systolic <100`; empty where it
 * counts alone.
 */
export function lowerWithText(
  kind: MeasurementKind,
  { lowerWith = [] }: NormalRange,
  language: 'zh' | 'en' = 'zh',
): string {
  const space = language === 'en' ? ' ' : '';
  return lowerWith
    .map(
      ({ metric, op, value }) => `${metricOf(kind, metric)?.[language] ?? metric}${space}${signs[op]}${plain(value)}`,
    )
    .join(language === 'en' ? ' and ' : '且');
}

/** `55-100`, `≤420`, `≥95`. */
export function rangeText(range: NormalRange | undefined): string {
  if (!range) {
    return '';
  }
  if (range.lower !== undefined && range.upper !== undefined) {
    return `${plain(range.lower)}-${plain(range.upper)}`;
  }
  if (range.upper !== undefined) {
    return `≤${plain(range.upper)}`;
  }
  return range.lower === undefined ? '' : `≥${plain(range.lower)}`;
}
