import {
  baselineCode,
  baselineKinds,
  baselineLeft,
  caseTypeOf,
  concerns,
  courseValue,
  describeCourse,
  historyConfirmed,
  isLate,
  isNightJudged,
  isPast,
  localDay,
  profileOn,
  roundTo,
  type AbnormalRule,
  type BaselineKind,
  type MeasurementKind,
  type TimedPoint,
} from '@kangmai/domain';
import type { PersonContext } from '../intake/device-context.ts';
import { daily, type PersonUntil } from './courses.ts';
import type { Outcome } from './history-steps.ts';

export interface Judging {
  readonly rules: readonly AbnormalRule[];
  readonly zone: string;
  readonly lateHours: number;
  readonly now: number;
}

export const isOfCourse = ({ valid, condition }: AbnormalRule): boolean => valid && condition.history !== undefined;

export const isDaily = ({ condition: { history } }: AbnormalRule): boolean => history?.kind === 'belowMedian';

export const isNightly = ({ condition: { history } }: AbnormalRule): boolean => history?.kind === 'nightMean';

export const mayConcern = (rule: AbnormalRule, person: PersonContext, on: string): boolean =>
  concerns(rule, profileOn({ id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags }, on));

export function outcomeOf(
  rule: AbnormalRule,
  {
    asked,
    course,
    judging,
  }: { readonly asked: PersonUntil; readonly course: readonly TimedPoint[]; readonly judging: Judging },
): Outcome {
  const points = rule.condition.history?.kind === 'days' ? daily(course) : course;
  const { clientId, until } = asked;
  return {
    clientId,
    type: caseTypeOf(rule),
    code: rule.code,
    level: rule.level,
    rule,
    isMet: historyConfirmed(rule, points),
    at: until,
    isLate: isLate(rule.kind, { measuredAt: until, receivedAt: judging.now, lateHours: judging.lateHours }),
    isPast: isPast(until, judging.now),
    finding: describeCourse(rule, points),
    valueText: String((rule.condition.history && courseValue(rule.condition.history, points)) ?? ''),
  };
}

function baselineOutcomes(
  watched: BaselineKind,
  course: readonly TimedPoint[],
  { clientId, now }: { readonly clientId: number; readonly now: number },
): readonly Outcome[] {
  const left = baselineLeft(course.map(({ value }) => value));
  const value = roundTo(course.at(-1)?.value ?? 0, watched.decimals);
  const finding = left
    ? `${watched.name} ${value}${watched.unit}，偏离个人基线（近14天中位 ${roundTo(left.median, watched.decimals)}）`
    : '';
  return (['high', 'low'] as const).flatMap((side): Outcome[] => {
    const type = watched[side];
    return type === undefined
      ? []
      : [
          {
            clientId,
            type,
            code: baselineCode,
            level: 1,
            isMet: left?.side === side,
            at: now,
            isLate: false,
            isPast: false,
            finding,
            valueText: String(value),
            rule: undefined,
          },
        ];
  });
}

/** What the days before say of a kind's own range and of the rules about it. */
export function dayOutcomes(
  kind: MeasurementKind,
  {
    person,
    course,
    judging,
  }: { readonly person: PersonContext; readonly course: readonly TimedPoint[]; readonly judging: Judging },
): readonly Outcome[] {
  const { clientId } = person;
  const { now, zone } = judging;
  const rules = judging.rules.filter(
    (rule) => rule.kind === kind && isDaily(rule) && mayConcern(rule, person, localDay(now, zone)),
  );
  return [
    ...baselineKinds
      .filter((watched) => watched.kind === kind)
      .flatMap((watched) => baselineOutcomes(watched, course, { clientId, now })),
    ...rules.map((rule) => outcomeOf(rule, { asked: { clientId, until: now }, course, judging })),
  ];
}

/** What a recorded sleep says of a rule; one with too few readings says nothing. */
export function nightOutcomes(
  rule: AbnormalRule,
  { until, course }: { readonly until: number; readonly course: readonly TimedPoint[] },
  { person, judging }: { readonly person: PersonContext; readonly judging: Judging },
): readonly Outcome[] {
  const { history } = rule.condition;
  return history && isNightJudged(history, course) && mayConcern(rule, person, localDay(until, judging.zone))
    ? [outcomeOf(rule, { asked: { clientId: person.clientId, until }, course, judging })]
    : [];
}
