import { educationEnrolment, healthEducation } from '@kangmai/model';
import type { Follow } from '../../engine/public.ts';
import { tell } from './tell.ts';
import type { TellClients } from '../messages/public.ts';

export interface Moved {
  readonly id: number;
  readonly version: number;
  /** When it would have been. */
  readonly before: string;
  /** The last enrolment that has its message. */
  readonly after: number;
}

export const movedTopic = 'education.moved';

const atOnce = 200;

export const followMoved =
  (tellClients: TellClients): Follow =>
  async (ctx, payloads) => {
    for (const moved of payloads as readonly Moved[]) {
      const { id, version, before, after } = moved;
      const lecture = await ctx.repo(healthEducation).find(id);
      if (lecture?.state !== 'open') continue;
      const rows = await ctx.repo(educationEnrolment).list({
        where: { education: id, status: { in: ['pending', 'enrolled', 'waitlisted'] }, id: { from: after + 1 } },
        sort: 'id',
        take: atOnce,
      });
      const change = { before: new Date(before), version };
      await tell(ctx, tellClients, { rows, lecture, purpose: 'educationMoved', moved: change });
      const last = rows[atOnce - 1];
      if (last) ctx.emit(movedTopic, { ...moved, after: last.id } satisfies Moved, 'last');
    }
  };
