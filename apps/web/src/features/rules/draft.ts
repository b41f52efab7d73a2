import { catalogue, courseMetrics, coursesOfKind, eventFormOf, metricsOf, type Condition } from '@kangmai/domain';

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

/** A rule judges one reading, the course of several, or an event. */
export type Way = 'reading' | 'course' | 'event';

/** The condition in a form value; null for anything else, such as unparsed text. */
export const conditionOf = (value: unknown): DraftCondition | null =>
  typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms)
    ? (value as DraftCondition)
    : null;

export const wayOf = ({ history, event }: DraftCondition): Way => (event ? 'event' : history ? 'course' : 'reading');

const figures = (kind: string): readonly string[] =>
  catalogue.find((entry) => entry.kind === kind)?.metrics.map(({ key }) => key) ?? [];

export function waysOf(kind: string): readonly Way[] {
  return [
    ...(figures(kind).length > 0 ? ['reading' as const] : []),
    ...(coursesOfKind(kind).length > 0 ? ['course' as const] : []),
    ...(eventFormOf(kind) ? ['event' as const] : []),
  ];
}

/** A copy with one property set, or removed when undefined. */
export function withPart<T extends object, K extends keyof T>(whole: T, key: K, part: T[K] | undefined): T {
  if (part !== undefined) return { ...whole, [key]: part };
  const rest = { ...whole };
  delete rest[key];
  return rest;
}

/** A copy with one member replaced, or removed when undefined. */
export const withMember = <T>(list: readonly T[], index: number, member: T | undefined): readonly T[] =>
  member === undefined ? list.filter((_, at) => at !== index) : list.map((each, at) => (at === index ? member : each));

const firstSign: Readonly<Record<string, DraftTerm['op']>> = { low: '<' };

export const freshTerm = (metric: string, direction: unknown): DraftTerm => ({
  metric,
  op: firstSign[String(direction)] ?? '>=',
  value: null,
});

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
    case 'nightMean':
      return { kind: course, metric, op: '>=', value: null, of: 7 };
    case 'belowMedian':
      return { kind: course, metric, percent: null, medianDays: null, met: null };
  }
}

function freshEvent(kind: string): DraftEvent | undefined {
  const form = eventFormOf(kind);
  return form && { event: form.event, ...(form.needs && { [form.needs]: null }) };
}

export const metricsOfKind = figures;

/** The metric of a kind that has only one. */
export const onlyMetric = (kind: string): string => {
  const [first = '', ...more] = figures(kind);
  return more.length === 0 ? first : '';
};

/** An empty condition for a kind and a way of judging. */
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

/** The leading metric: the present one while the condition contains it, else the condition's first. */
export function leadingMetric(condition: DraftCondition, before: unknown): string {
  const spoken = metricsOf(condition as Condition);
  return typeof before === 'string' && spoken.includes(before)
    ? before
    : (spoken.find((metric) => metric !== '') ?? '');
}

/** The condition after a change of the leading metric: terms and courses of the former one use the new one. */
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

/** A form value as text; `usual` when it is none. */
export const textOr = (value: unknown, usual = ''): string =>
  typeof value === 'string' && value !== '' ? value : usual;
