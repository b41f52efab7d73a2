import {
  caseTypeOf,
  concerns,
  courseValue,
  describeCourse,
  historyConfirmed,
  isLate,
  isPast,
  profileOn,
  type AbnormalRule,
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
