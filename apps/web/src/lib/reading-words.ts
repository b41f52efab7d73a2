import { catalogue, type Metric } from '@kangmai/domain';

import { culture } from './i18n/i18n.ts';
import { formatQuantity } from './units.ts';

const decimals = 6;

export const figureOf = (kind: string, key: string): Metric | undefined =>
  catalogue.find((entry) => entry.kind === kind)?.metrics.find((metric) => metric.key === key);

/** Name of a metric; its key when unnamed. */
export function figureName(kind: string, key: string): string {
  const metric = figureOf(kind, key);
  return (culture() === 'en' ? metric?.en : metric?.zh) ?? key;
}

/** Values of a packet in one line, in the order of the domain, at most `most`: `收缩压 135 mmHg，舒张压 85 mmHg`. */
export function figuresText(kind: string, values: unknown, most = Infinity): string {
  if (typeof values !== 'object' || values === null) return '';
  const given = new Map(
    Object.entries(values).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
  const metrics = (catalogue.find((entry) => entry.kind === kind)?.metrics ?? [])
    .filter(({ key }) => given.has(key))
    .slice(0, most);
  return metrics
    .map(({ key, unit }) => `${figureName(kind, key)} ${formatQuantity(given.get(key), unit, decimals)}`)
    .join(culture() === 'en' ? ', ' : '，');
}

const mostShort = 4;

/** Values of a reading in short: `211/118 mmHg`, `血糖 7.2 mmol/L`. */
export function shortFigures(kind: string, values: Readonly<Record<string, unknown>>): string {
  const { high, low } = values;
  if (kind === 'bp' && typeof high === 'number' && typeof low === 'number') return `${high}/${low} mmHg`;
  return figuresText(kind, values, mostShort);
}
