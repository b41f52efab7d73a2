import { courseMetrics, coursesOfKind, eventFormOf } from '@kangmai/domain';

import { metricsOfKind } from './draft.ts';

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an object has only these properties, each with a valid value. */
const fits = (value: unknown, shape: Shape): boolean =>
  isObject(value) &&
  Object.entries(value).every(([key, part]) => Object.hasOwn(shape, key) && shape[key]?.(part) === true);

const listOf =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(test);
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
// Numbers of a draft may be missing.
const isNumber = (value: unknown): boolean => value === null || (typeof value === 'number' && Number.isFinite(value));
const isText = (value: unknown): boolean => typeof value === 'string';
const isTrue = oneOf(true);
const isSign = oneOf('>=', '>', '<=', '<');

const aged: Shape = { minAge: isNumber, maxAge: isNumber };
const steps = listOf((step) => fits(step, { toAge: isNumber, value: isNumber }));
const isLimit = (value: unknown): boolean =>
  isNumber(value) ||
  fits(value, { steps }) ||
  fits(value, { base: isNumber, perYear: isNumber, perYearFemale: isNumber });

const termOf = (kind: string): Shape => {
  const metric = oneOf('', ...metricsOfKind(kind));
  return {
    metric,
    op: isSign,
    value: isLimit,
    and: listOf((each) => fits(each, { metric, op: isSign, value: isNumber })),
    ...aged,
    sex: oneOf(1, 2),
    ...(kind === 'heart' && { states: listOf(oneOf('rest', 'active', 'asleep')) }),
    ...(kind === 'bloodSugar' && { periods: listOf(oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9)) }),
    ...(kind === 'bp' && { symptom: isTrue }),
  };
};

const courseParts: Readonly<Record<string, Shape>> = {
  share: { met: isNumber, of: isNumber },
  change: { amount: isNumber, unit: oneOf('absolute', 'percent'), days: isNumber },
  days: { op: isSign, value: isNumber, met: isNumber, of: isNumber },
  nightMean: { op: isSign, value: isNumber, of: isNumber },
  belowMedian: { percent: isNumber, medianDays: isNumber, met: isNumber },
};

function isCourse(kind: string, value: unknown): boolean {
  const course = coursesOfKind(kind).find((each) => isObject(value) && value['kind'] === each);
  return (
    course !== undefined &&
    fits(value, { ...courseParts[course], kind: isText, metric: oneOf('', ...courseMetrics(kind, course)) })
  );
}

function isEvent(kind: string, value: unknown): boolean {
  const form = eventFormOf(kind);
  if (!form) return false;
  const needs: Shape = form.needs ? { [form.needs]: isNumber } : {};
  const raise: Shape = form.raise
    ? {
        raise: (part) =>
          fits(part, {
            level: oneOf(null, 1, 2, 3, 4),
            [form.raise?.needs ?? '']: isNumber,
            ...(form.raise?.gateway && { gateway: isTrue }),
          }),
      }
    : {};
  return fits(value, {
    event: oneOf(form.event),
    ...needs,
    ...(form.mayWait && { wakingTime: isTrue }),
    ...(form.mayNeedSos && { sosWearer: isTrue }),
    ...raise,
  });
}

/** Whether the builder has a field for every part of a condition, so that saving loses nothing. */
export function isBuildable(kind: string, value: unknown): boolean {
  const term = termOf(kind);
  const isKnown = fits(value, {
    terms: listOf((each) => fits(each, term)),
    ...aged,
    withTags: listOf(isText),
    withoutTags: listOf(isText),
    ...(kind === 'bp' && { place: oneOf(1, 2) }),
    ...(kind === 'spo2' && { oxygen: oneOf(0, 1) }),
    replacesGeneral: isTrue,
    distinctDays: isTrue,
    reportOnly: isTrue,
    addText: listOf((each) => fits(each, { metric: oneOf('', ...metricsOfKind(kind)), from: isNumber, text: isText })),
    history: (part) => isCourse(kind, part),
    event: (part) => isEvent(kind, part),
  });
  if (!isKnown || !isObject(value) || !Array.isArray(value['terms'])) return false;
  const mains = [value['terms'].length > 0, value['history'] !== undefined, value['event'] !== undefined].filter(
    Boolean,
  ).length;
  return mains <= 1;
}
