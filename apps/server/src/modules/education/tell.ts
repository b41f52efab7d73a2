import { client, educationEnrolment, type healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, type Services, tenantZone } from '../../engine/public.ts';
import { houseOf, minuteIn } from '../bookings/public.ts';
import type { Messages } from '../messages/public.ts';

const messageSeconds = 24 * 3600;

export interface TellParts {
  readonly messages: Pick<Messages, 'queue'>;
  readonly settings: Services['settings'];
}

interface News {
  readonly row: Row<typeof educationEnrolment>;
  readonly lecture: Row<typeof healthEducation>;
  readonly purpose: 'educationPlace' | 'educationCancelled' | 'educationMoved';
  /** The change of an activity: when it would have been, and its version. */
  readonly moved?: { readonly before: Date; readonly version: number };
}

/** A message to who enrolled. */
export async function tell(
  ctx: CallCtx,
  { messages, settings }: TellParts,
  { row, lecture, purpose, moved }: News,
): Promise<void> {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  // The family of somebody who died gets no such message.
  if (!row.phone || !lecture.startsAt || person?.state === 'deceased') return;
  const language = await settings.of(ctx.tenantId, 'Abp.Localization.DefaultLanguageName');
  const zone = await tenantZone(ctx);
  const startsAt = minuteIn(lecture.startsAt, zone);
  await messages.queue(ctx.tx, {
    channel: 'sms',
    purpose,
    recipient: row.phone,
    userId: null,
    culture: language === 'en' ? 'en' : 'zh-Hans',
    params: {
      ...(await houseOf(ctx, person?.organizationUnit ?? null)),
      from: moved ? minuteIn(moved.before, zone) : startsAt,
      ...(moved && { to: startsAt, place: lecture.place ?? '' }),
    },
    seconds: messageSeconds,
    key: `${educationEnrolment.name} ${row.id} ${moved ? `moved ${moved.version}` : row.rowVersion}`,
  });
}
