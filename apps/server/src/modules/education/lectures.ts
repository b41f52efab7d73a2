import { educationEnrolment, healthEducation, untimedKinds } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import {
  asSaved,
  type CallCtx,
  changePlaces,
  closeSlots,
  implement,
  lockedSlot,
  takenPlaces,
} from '../../engine/public.ts';
import { conflict, type FieldProblem, invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { differs } from '../bookings/public.ts';
import { type Moved, movedTopic } from './follow-moved.ts';
import { overTopic } from './follow-over.ts';
import { placesOf } from './shared.ts';
import { moveUp } from './waiting-list.ts';

type Lecture = Row<typeof healthEducation>;
type LectureDraft = Draft<typeof healthEducation>;

const times = ['kind', 'startsAt', 'endsAt', 'place', 'enrolUntil'] as const;
const settled = ['startsAt', 'endsAt', 'maxCount', 'enrolUntil', 'needsApproval'] as const;

const isUntimed = (kind: string): boolean => (untimedKinds as readonly string[]).includes(kind);

function timeProblems({ startsAt, endsAt, place, enrolUntil }: LectureDraft): readonly FieldProblem[] {
  const given = { startsAt, endsAt, place };
  const missing = Object.entries(given).filter(([, value]) => (value ?? null) === null);
  if (missing.length > 0) return missing.map(([field]) => ({ field, reason: 'field.required' }));
  const problems: FieldProblem[] = [];
  if (startsAt && endsAt && endsAt <= startsAt) problems.push({ field: 'endsAt', reason: 'education.ends-first' });
  if (startsAt && enrolUntil && enrolUntil > startsAt)
    problems.push({ field: 'enrolUntil', reason: 'education.deadline-late' });
  return problems;
}

function requireTimes(draft: LectureDraft, current: Lecture | undefined): void {
  const row = asSaved<LectureDraft>(draft, current);
  if (isUntimed(String(row.kind))) Object.assign(draft, { startsAt: null, endsAt: null, enrolUntil: null });
  else requireSound(timeProblems(row));
}

function requireChangeable(ctx: CallCtx, draft: LectureDraft, current: Lecture): void {
  if (!fitsRow(healthEducation, 'edit', current) && differs(draft, current, Object.keys(draft)))
    throw notAllowed('education.closed');
  if (current.state === 'draft') return;
  if (differs(draft, current, ['kind'])) throw invalid('kind', 'education.published');
  const changed = settled.filter((name) => differs(draft, current, [name]));
  if (current.state !== 'open' && changed[0]) throw invalid(changed[0], 'education.begun');
  if (changed.includes('startsAt') && draft.startsAt && draft.startsAt <= ctx.now())
    throw invalid('startsAt', 'education.start-over');
}

/** More places move the waiting list up; fewer than are taken are refused with who has them. */
async function keepPlaces(ctx: CallCtx, row: Lecture): Promise<void> {
  const slot = await lockedSlot(ctx, { kind: healthEducation.name, subject: row.id });
  if (!slot) return;
  await changePlaces(ctx, slot.id, placesOf(row));
  await moveUp(ctx, row);
}

function announceMove(ctx: CallCtx, row: Lecture, before: Lecture): void {
  if (row.state !== 'open' || before.state !== 'open' || !before.startsAt) return;
  if (row.startsAt?.getTime() === before.startsAt.getTime() && row.place === before.place) return;
  const moved: Moved = { id: row.id, version: row.rowVersion, before: before.startsAt.toISOString(), after: 0 };
  ctx.emit(movedTopic, moved, 'last');
}

export const lectureCode = implement(healthEducation, {
  beforeSave(ctx, draft, current) {
    if (current) requireChangeable(ctx, draft, current);
    else if ((draft.state ?? 'draft') !== 'draft') throw invalid('state', 'education.new-state');
    if (!current || differs(draft, current, times)) requireTimes(draft, current);
  },
  async afterSave(ctx, row, before) {
    if (!before) return;
    if (row.maxCount !== before.maxCount) await keepPlaces(ctx, row);
    announceMove(ctx, row, before);
    if (row.state !== before.state && (row.state === 'cancelled' || row.state === 'ended'))
      ctx.emit(overTopic, { id: row.id }, 'last');
  },
  async beforeDelete(ctx, row) {
    const found = await ctx.first(
      ctx
        .from(educationEnrolment, 'e')
        .beyondSight('enrolments stay, whoever sees them')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('e.education', '=', row.id),
    );
    if (found?.count) throw conflict('education.has-enrolments', { count: found.count });
    await closeSlots(ctx, { kind: healthEducation.name, subject: row.id });
  },
  moves: {
    publish(ctx, { row, change }) {
      if (isUntimed(row.kind)) change.state = 'running';
      else if (row.startsAt && row.startsAt <= ctx.now()) throw notAllowed('education.start-over');
    },
  },
  figures: { takenCount: (ctx, ids) => takenPlaces(ctx, healthEducation.name, ids) },
});
