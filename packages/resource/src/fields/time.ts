import { bad, defineKind, good, type CheckContext, type Field, type FieldOptions } from './field.ts';

export interface TimeOptions extends FieldOptions<never> {
  readonly filter?: 'exact' | 'range';
  /** `past` refuses what lies ahead. */
  readonly limit?: 'past';
}

/**
 * A calendar day without zone, in rows as `YYYY-MM-DD`.
 * @example date({ label: '出生日期', required: true })
 */
export function date<const O extends TimeOptions>(options: O): Field<'date', string, O> {
  return { kind: 'date', options };
}

/**
 * An instant. Zone-less input is read in the caller's zone.
 * @example dateTime({ label: '测量时间', required: true, filter: 'range', wire: 'TO_TIME' })
 */
export function dateTime<const O extends TimeOptions>(options: O): Field<'dateTime', Date, O> {
  return { kind: 'dateTime', options };
}

const dayPattern = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/;
const zonedPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Reads the day that a text names, or undefined when there is no such day. */
export function readDay(value: unknown): string | undefined {
  const match = typeof value === 'string' ? dayPattern.exec(value.trim()) : null;
  if (!match) return undefined;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return exists ? `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined;
}

/** Reads an instant: text with a zone, zone-less text in the caller's zone, or a Date. */
export function readInstant(value: unknown, context: CheckContext): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value;
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  const instant = zonedPattern.test(trimmed) ? new Date(trimmed.replace(' ', 'T')) : readDay(trimmed) && context.toInstant(trimmed.replaceAll('/', '-'));
  if (!instant || Number.isNaN(instant.getTime())) return undefined;
  const year = instant.getUTCFullYear();
  return year < 1 || year > 9999 ? undefined : instant;
}

export const dateKind = defineKind({
  storage: 'date',
  check: (value) => {
    const day = readDay(value instanceof Date ? value.toISOString() : value);
    return day === undefined ? bad('field.not-date') : good(day);
  },
  toWire: (value) => (value === null ? null : `${value as string}T00:00:00`),
  schema: () => ({ type: 'string', format: 'date' }),
  sample: (seed) => new Date(Date.UTC(2000, 0, 1 + (seed % 9000))).toISOString().slice(0, 10),
});

export const dateTimeKind = defineKind({
  storage: 'timestamptz',
  check: (value, _field, context) => {
    const instant = readInstant(value, context);
    return instant === undefined ? bad('field.not-time') : good(instant);
  },
  toWire: (value) => (value instanceof Date ? value.toISOString() : (value as string | null)),
  schema: () => ({ type: 'string', format: 'date-time' }),
  sample: (seed) => new Date(Date.UTC(2025, 0, 1) + (seed % 500_000) * 60_000).toISOString(),
  cell: (value) => value as Date | null,
});
