import { catalogue, courseMetrics, coursesOfKind, eventFormOf, metricsOf, type Condition } from '@kangmai/domain';

/** A part of a condition while it is written: its numbers may still be missing. */
export type Draft<T> = T extends string | boolean
  ? T
  : T extends number
    ? T | null
    : T extends readonly (infer E)[]
      ? readonly Draft<E>[]
      : { readonly [K in keyof T]: Draft<T[K]> };

export type DraftCondition = Draft<Condition>;
export type DraftTerm = DraftCondition['terms'][number];
export type DraftLimit = DraftTerm['value'];
export type DraftCourse = NonNullable<DraftCondition['history']>;
export type DraftEvent = NonNullable<DraftCondition['event']>;

/** How a rule judges: by one reading, by the course of several, by an event. */
export type Way = 'reading' | 'course' | 'event';

/** What a form field holds as the condition that it is; null for anything else, such as text that waits for its end. */
export const conditionOf = (value: unknown): DraftCondition | null =>
  typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms)
    ? (value as DraftCondition)
    : null;

export const wayOf = ({ history, event }: DraftCondition): Way => (event ? 'event' : history ? 'course' : 'reading');

const figures = (kind: string): readonly string[] =>
  catalogue.find((entry) => entry.kind === kind)?.metrics.map(({ key }) => key) ?? [];

/** The ways in which rules of a kind can judge. */
export function waysOf(kind: string): readonly Way[] {
  return [
    ...(figures(kind).length > 0 ? ['reading' as const] : []),
    ...(coursesOfKind(kind).length > 0 ? ['course' as const] : []),
    ...(eventFormOf(kind) ? ['event' as const] : []),
  ];
}

/** The same object with a part set, or without it when it is undefined. */
export function withPart<T extends object, K extends keyof T>(whole: T, key: K, part: T[K] | undefined): T {
  if (part !== undefined) return { ...whole, [key]: part };
  const rest = { ...whole };
  delete rest[key];
  return rest;
}

/** The same list with one member replaced, or without it when there is nothing in its place. */
export const withMember = <T>(list: readonly T[], index: number, member: T | undefined): readonly T[] =>
  member === undefined ? list.filter((_, at) => at !== index) : list.map((each, at) => (at === index ? member : each));

const firstSign: Readonly<Record<string, DraftTerm['op']>> = { low: '<' };

/** A term that waits for its limit. */
export const freshTerm = (metric: string, direction: unknown): DraftTerm => ({
  metric,
  op: firstSign[String(direction)] ?? '>=',
  value: null,
});

/** A course that waits for its numbers. */
export function freshCourse(kind: string, course: DraftCourse['kind'], before = ''): DraftCourse {
  const offered = courseMetrics(kind, course);
  const metric = offered.includes(before) ? before : offered.length === 1 ? (offered[0] ?? '') : '';
  switch (course) {
    case 'share':
      return { kind: course, metric, met: null, of: null };
    case 'change':
      return { kind: course, metric, amount: null, unit: 'absolute', days: null };
    case 'days':
      return { kind: course, metric, op: '>=', value: null, met: null, of: null };
    case 'belowMedian':
      return { kind: course, metric, percent: null, medianDays: null, met: null };
  }
}

function freshEvent(kind: string): DraftEvent | undefined {
  const form = eventFormOf(kind);
  return form && { event: form.event, ...(form.needs && { [form.needs]: null }) };
}

/** The figures that the picker offers for a kind, in the order of the domain. */
export const metricsOfKind = figures;

/** The one figure of a kind that has no other. */
export const onlyMetric = (kind: string): string => {
  const [first = '', ...more] = figures(kind);
  return more.length === 0 ? first : '';
};

/** A condition to begin with for a kind and a way of judging. */
export function freshCondition(
  kind: string,
  way: Way,
  { metric = '', direction }: { readonly metric?: string; readonly direction?: unknown } = {},
): DraftCondition {
  const course = coursesOfKind(kind)[0];
  if (way === 'event') return withPart({ terms: [] } as DraftCondition, 'event', freshEvent(kind));
  if (way === 'course' && course) return { terms: [], history: freshCourse(kind, course, metric) };
  return { terms: [freshTerm(metric || onlyMetric(kind), direction)] };
}

/** The leading figure that a condition names: the one that stands there as long as the condition speaks of it, else its first. */
export function leadingMetric(condition: DraftCondition, before: unknown): string {
  const spoken = metricsOf(condition as Condition);
  return typeof before === 'string' && spoken.includes(before)
    ? before
    : (spoken.find((metric) => metric !== '') ?? '');
}

/** The condition when another figure leads: terms and courses that spoke of the one before speak of the new one. */
export function withLeading(
  kind: string,
  condition: DraftCondition,
  { before, metric }: { readonly before: unknown; readonly metric: string },
): DraftCondition {
  const speaks = (own: string): boolean => own === '' || own === before;
  const { terms, history } = condition;
  const follows = terms.findIndex((term) => speaks(term.metric));
  if (history)
    return speaks(history.metric) && courseMetrics(kind, history.kind).includes(metric)
      ? { ...condition, history: { ...history, metric } }
      : condition;
  return follows === -1 || terms.some((term) => term.metric === metric)
    ? condition
    : { ...condition, terms: withMember(terms, follows, { ...terms[follows]!, metric }) };
}

/** A text of a form; empty for what is none. */
export const textOr = (value: unknown, usual = ''): string =>
  typeof value === 'string' && value !== '' ? value : usual;
