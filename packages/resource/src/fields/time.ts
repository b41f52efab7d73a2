import {
  bad,
  defineKind,
  accepted,
  optionsOf,
  type AnyField,
  type CheckContext,
  type Field,
  type FieldOptions,
} from './field.ts';

export interface TimeOptions extends FieldOptions<never> {
  readonly filter?: 'exact' | 'range';
  /** `past` refuses the future. */
  readonly limit?: 'past';
  /** What the form of a new row begins with; the server fills in nothing. */
  readonly start?: 'now' | 'today';
}

/**
 * A calendar day without zone, in rows as `YYYY-MM-DD`.
 * @example date({ label: '出生日期', required: true })
 */
export function date<const O extends TimeOptions>(options: O): Field<'date', string, O> {
  return { kind: 'date', options };
}

/**
 * An instant. Zone-less input is parsed in the caller's zone.
 * @example dateTime({ label: '测量时间', required: true, filter: 'range', wire: 'TO_TIME' })
 */
export function dateTime<const O extends TimeOptions>(options: O): Field<'dateTime', Date, O> {
  return { kind: 'dateTime', options };
}

const timePattern =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Splits a text into its existing day, its time of day and its zone. */
function partsOf(
  shown: string,
): { readonly day: string; readonly clock: string; readonly zone: string | undefined } | undefined {
  const match = timePattern.exec(shown.trim());
  if (!match) return undefined;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  const at = new Date(Date.UTC(year, month - 1, day));
  if (year === 0 || at.getUTCMonth() !== month - 1) return undefined;
  const clock = match[4] ?? '00:00';
  return {
    day: match
      .slice(1, 4)
      .map((part) => part.padStart(2, '0'))
      .join('-'),
    clock: clock.indexOf(':') === 1 ? `0${clock}` : clock,
    zone: match[5]?.toUpperCase(),
  };
}

/** Parses the day of a text; undefined when there is no such day. */
export const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' ? partsOf(value)?.day : undefined;

const isWithinYears = (instant: Date): boolean => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999;

/** True when a field refuses the future and the instant is in the future. */
function isAhead(value: unknown, field: AnyField, context: CheckContext): boolean {
  const instant = optionsOf<TimeOptions>(field).limit === 'past' ? readInstant(value, context) : undefined;
  return instant !== undefined && instant > (context.now?.() ?? new Date());
}

/** Parses an instant: text with a zone, zone-less text in the caller's zone, or a Date. */
export function readInstant(value: unknown, context: CheckContext): Date | undefined {
  if (value instanceof Date) return isWithinYears(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const parts = partsOf(value);
  if (!parts) return undefined;
  const local = `${parts.day}T${parts.clock}`;
  const instant = parts.zone === undefined ? context.toInstant(local) : new Date(local + parts.zone);
  return instant && isWithinYears(instant) ? instant : undefined;
}

export const dateKind = defineKind({
  storage: 'date',
  check: (value, field, context) => {
    const day = readDay(value instanceof Date && isWithinYears(value) ? value.toISOString() : value);
    if (day === undefined) return bad('field.not-date');
    return isAhead(day, field, context) ? bad('field.in-future') : accepted(day);
  },
  toWire: (value) => (value === null ? null : `${value as string}T00:00:00`),
  schema: () => ({ type: 'string', format: 'date' }),
  answer: () => ({
    type: 'string',
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T00:00:00$`,
    description: 'a day, without zone',
  }),
  sample: (seed) => new Date(Date.UTC(2000, 0, 1 + (seed % 9000))).toISOString().slice(0, 10),
});

export const dateTimeKind = defineKind({
  storage: 'timestamptz',
  check: (value, field, context) => {
    const instant = readInstant(value, context);
    if (instant === undefined) return bad('field.not-time');
    return isAhead(instant, field, context) ? bad('field.in-future') : accepted(instant);
  },
  toWire: (value) => (value instanceof Date ? value.toISOString() : (value as string | null)),
  schema: () => ({ type: 'string', format: 'date-time' }),
  sample: (seed) => new Date(Date.UTC(2025, 0, 1) + (seed % 500_000) * 60_000).toISOString(),
  cell: (value) => value as Date | null,
});
