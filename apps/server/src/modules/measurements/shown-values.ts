import { kindOf, metricOf, type MeasurementKind } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { metricsOf } from '../main-loop/public.ts';

type WireRow = ReturnType<CallCtx['show']>;

const shownText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '—';

export const valuesOf = (kind: ReadingKind, row: WireRow): WireRow =>
  Object.fromEntries(
    metricsOf(kind).flatMap(({ key }): [string, WireRow[string]][] => {
      const value = row[key];
      return value === null || value === undefined ? [] : [[key, value]];
    }),
  );

/** A reading in one line: `135/85 mmHg, 72 次/分`. */
export function valueText(kind: ReadingKind, row: WireRow, culture: CallCtx['caller']['culture']): string {
  const values = valuesOf(kind, row);
  const withUnit = (key: string): string =>
    `${shownText(values[key])} ${metricOf(kind as MeasurementKind, key)?.unit ?? ''}`.trim();
  if (kind === 'bp')
    return [
      `${shownText(values['high'])}/${withUnit('low')}`,
      ...(values['heart'] === undefined ? [] : [withUnit('heart')]),
    ].join(', ');
  const shown = Object.keys(values)
    .slice(0, 4)
    .map((key) => {
      const metric = metricOf(kind as MeasurementKind, key);
      return metricsOf(kind).length === 1
        ? withUnit(key)
        : `${culture === 'en' ? metric?.en : metric?.zh} ${withUnit(key)}`;
    });
  return shown.join(culture === 'en' ? ', ' : '，');
}

export const kindTitle = (kind: ReadingKind, culture: CallCtx['caller']['culture']): string => {
  const { zh, en } = kindOf(kind as MeasurementKind);
  return culture === 'en' ? en : zh;
};

export const healthKinds = (Object.keys(readingOfKind) as ReadingKind[]).filter((kind) => kind !== 'location');
