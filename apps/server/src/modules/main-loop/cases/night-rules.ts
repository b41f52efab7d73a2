import type { AbnormalRule } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import type { PersonContext } from '../intake/device-context.ts';
import { isNightly, type Judging, nightOutcomes } from './course-outcome.ts';
import type { PersonUntil } from './courses.ts';
import type { Outcome } from './history-steps.ts';
import { nightCourses, type NightCourse } from './night-courses.ts';

/** Pressures and sleep reports, either of which may complete a night. */
export const nightReadings = (
  readings: StoredEvent['readings'],
  rules: readonly AbnormalRule[],
): readonly PersonUntil[] =>
  (rules.some(isNightly) ? readings : [])
    .filter(([kind, clientId]) => clientId !== null && (kind === 'bp' || kind === 'sleep'))
    .map(([, clientId, , at]) => ({ clientId: clientId as number, until: at }));

export async function byNight(
  ctx: CallCtx,
  {
    nights,
    persons,
    ...judging
  }: Judging & {
    readonly nights: readonly PersonUntil[];
    readonly persons: ReadonlyMap<number, PersonContext>;
  },
): Promise<readonly Outcome[]> {
  const found = await Promise.all(
    judging.rules.filter(isNightly).map(async (rule): Promise<readonly Outcome[]> => {
      const { history } = rule.condition;
      const courses = history ? await nightCourses(ctx, history.metric, nights) : new Map<number, NightCourse>();
      return [...courses].flatMap(([clientId, { until, course }]) => {
        const person = persons.get(clientId);
        return person ? nightOutcomes(rule, { until, course }, { person, judging }) : [];
      });
    }),
  );
  return found.flat();
}
