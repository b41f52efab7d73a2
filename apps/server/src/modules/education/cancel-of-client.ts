import { educationEnrolment, healthEducation } from '@kangmai/model';
import { moveOf } from '../../engine/public.ts';
import type { CancelOfClient } from '../bookings/public.ts';
import { moveUp } from './waiting-list.ts';

const { to } = moveOf(educationEnrolment, 'cancel');
const mostOpen = 200;

/** Cancels the enrolments of a client in order of the activities; who waits there moves up. */
export const cancelEnrolmentsOf: CancelOfClient = async (ctx, clientId, reason) => {
  const rows = ctx.repo(educationEnrolment);
  const where = { client: clientId, status: { in: ['pending', 'enrolled', 'waitlisted'] } } as const;
  for (const { id, education } of await rows.list({ where, sort: 'education', take: mostOpen })) {
    const lecture = await ctx.repo(healthEducation).lock(education);
    const row = await rows.first({ where: { ...where, id } });
    if (!row) continue;
    await rows.update(id, { status: to, isLive: null, remark: row.remark ?? reason }, reason);
    await moveUp(ctx, lecture);
  }
};
