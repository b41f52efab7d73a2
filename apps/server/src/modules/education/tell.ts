import { client, educationEnrolment, type healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, type Services, tenantZone } from '../../engine/public.ts';
import { housesOf, minuteIn } from '../bookings/public.ts';
import type { Messages } from '../messages/public.ts';

const messageSeconds = 24 * 3600;

export interface TellParts {
  readonly messages: Pick<Messages, 'queue'>;
  readonly settings: Services['settings'];
}

interface News {
  readonly rows: readonly Row<typeof educationEnrolment>[];
  readonly lecture: Row<typeof healthEducation>;
  readonly purpose: 'educationPlace' | 'educationCancelled' | 'educationMoved';
  /** The change of an activity: when it would have been, and its version. */
  readonly moved?: { readonly before: Date; readonly version: number };
}

async function clientsOf(ctx: CallCtx, rows: News['rows']): Promise<ReadonlyMap<number, Row<typeof client>>> {
  const ids = [...new Set(rows.flatMap((row) => row.client ?? []))];
  if (ids.length === 0) return new Map();
  const found = await ctx.repo(client).list({ where: { id: { in: ids } }, take: ids.length });
  return new Map(found.map((person) => [person.id, person]));
}

interface Times {
  readonly from: string;
  readonly to?: string;
  readonly place?: string;
}

/** When the activity is, and when it would have been. */
function timesOf(startsAt: Date, zone: string, { lecture, moved }: News): Times {
  const now = minuteIn(startsAt, zone);
  return moved ? { from: minuteIn(moved.before, zone), to: now, place: lecture.place ?? '' } : { from: now };
}

async function cultureOf({ tenantId }: CallCtx, settings: TellParts['settings']): Promise<'en' | 'zh-Hans'> {
  const language = await settings.of(tenantId, 'Abp.Localization.DefaultLanguageName');
  return language === 'en' ? 'en' : 'zh-Hans';
}

const keyOf = (row: News['rows'][number], { moved }: News): string =>
  `${educationEnrolment.name} ${row.id} ${moved ? `moved ${moved.version}` : row.rowVersion}`;

/** A message to each of those who enrolled; what they share is read once. */
export async function tell(ctx: CallCtx, { messages, settings }: TellParts, news: News): Promise<void> {
  const { rows, lecture, purpose } = news;
  if (rows.length === 0 || !lecture.startsAt) return;
  const [people, houseOf] = [await clientsOf(ctx, rows), await housesOf(ctx)];
  const culture = await cultureOf(ctx, settings);
  const times = timesOf(lecture.startsAt, await tenantZone(ctx), news);
  for (const row of rows) {
    const person = people.get(row.client ?? 0);
    // The family of somebody who died gets no such message.
    if (!row.phone || person?.state === 'deceased') continue;
    await messages.queue(ctx.tx, {
      channel: 'sms',
      purpose,
      recipient: row.phone,
      userId: null,
      culture,
      params: { ...houseOf(person?.organizationUnit ?? null), ...times },
      seconds: messageSeconds,
      key: keyOf(row, news),
    });
  }
}
