import { educationEnrolment, healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, everySight, lockedSlot, moveOf } from '../../engine/public.ts';
import { freeIn } from './shared.ts';

export interface Promoted {
  readonly id: number;
}

export const promotedTopic = 'education.promoted';

type Lecture = Row<typeof healthEducation>;

const atOnce = 500;
const promoted = moveOf(educationEnrolment, 'promote').to;
const toApproval = moveOf(educationEnrolment, 'promoteToApproval').to;

const isAhead = ({ state, startsAt }: Lecture, now: Date): boolean =>
  state === 'open' && startsAt !== null && startsAt > now;

/** Moves up in order until the activity begins: the first whose persons fit into what is free. */
export async function moveUp(asked: CallCtx, lecture: Lecture): Promise<void> {
  if (!isAhead(lecture, asked.now())) return;
  let free = freeIn(await lockedSlot(asked, { kind: healthEducation.name, subject: lecture.id }));
  if (free <= 0) return;
  const ctx = everySight(asked);
  const rows = ctx.repo(educationEnrolment);
  const where = { education: lecture.id, status: 'waitlisted' } as const;
  for (const { id, persons } of await rows.list({ where, sort: 'waitNo', take: atOnce })) {
    if (persons > free) continue;
    free -= persons;
    await rows.update(id, { status: lecture.needsApproval ? toApproval : promoted, waitNo: null });
    if (!lecture.needsApproval) ctx.emit(promotedTopic, { id } satisfies Promoted, 'last');
  }
}
