import { specialDayProblem } from '@kangmai/domain/calendar';
import { calendarYear, replacedWeekdays } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import { asSaved, type CallCtx, implement } from '../../engine/public.ts';
import { type FieldProblem, forbidden, requireSound } from '../../platform/errors.ts';
import { seedYears } from './seed-years.ts';

type YearDraft = Draft<typeof calendarYear>;

function problemsOf({ year, days }: YearDraft): readonly FieldProblem[] {
  return (days ?? []).flatMap(({ day, kind, weekday }, at) => {
    const number = weekday ? replacedWeekdays.names.indexOf(weekday) + 1 : null;
    const problem = specialDayProblem(Number(year), day, { kind, weekday: number as never });
    return problem
      ? [{ field: `days[${at}].${problem.field}`, reason: problem.reason, params: { day, year: Number(year) } }]
      : [];
  });
}

/** Years: every day is one of the year, and a make-up workday names the weekday whose hours it has. */
export const calendarYearCode = implement(calendarYear, {
  beforeSave({ tenantId }, draft, current) {
    if (tenantId !== 0) throw forbidden();
    requireSound(problemsOf(asSaved<YearDraft>(draft, current)));
    if (draft.days) draft.days = draft.days.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  },
  afterSave(ctx, { year }) {
    ctx.publish({ event: 'workcalendar', rooms: ['workcalendar'], payload: { year } });
  },
});

/** Gives the host the years that a release holds and nobody has entered. */
export async function provisionYears(ctx: CallCtx): Promise<void> {
  if (ctx.tenantId !== 0) return;
  for (const year of seedYears()) await ctx.repo(calendarYear).insertUnlessThere(year);
}
