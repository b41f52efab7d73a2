import type { AbnormalRule } from '@kangmai/domain';
import type { StoredEvent } from '../intake/delivery.ts';
import type { PersonContext } from '../intake/device-context.ts';
import { isNightly, type Judging, nightOutcomes } from './course-outcome.ts';
import type { PersonUntil } from './courses.ts';
import type { Outcome } from './history-steps.ts';
import type { NightCourse } from './night-courses.ts';

/** Pressures and sleep reports, either of which may complete a night. */
export const nightReadings = (
  readings: StoredEvent['readings'],
  rules: readonly AbnormalRule[],
): readonly PersonUntil[] =>
  (rules.some(isNightly) ? readings : [])
    .filter(([kind, clientId]) => clientId !== null && (kind === 'bp' || kind === 'sleep'))
    .map(([, clientId, , at]) => ({ clientId: clientId as number, until: at }));

export const byNight = (
  courses: ReadonlyMap<number, NightCourse>,
  { persons, ...judging }: Judging & { readonly persons: ReadonlyMap<number, PersonContext> },
): readonly Outcome[] =>
  judging.rules.filter(isNightly).flatMap((rule) =>
    [...courses].flatMap(([clientId, { until, byMetric }]) => {
      const person = persons.get(clientId);
      const course = byMetric[rule.condition.history?.metric ?? ''] ?? [];
      return person && course.length > 0 ? nightOutcomes(rule, { until, course }, { person, judging }) : [];
    }),
  );
