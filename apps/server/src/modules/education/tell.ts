import { localMinute } from '@kangmai/domain';
import { client, educationEnrolment, type healthEducation } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, tenantZone } from '../../engine/public.ts';
import type { TellClients } from '../messages/public.ts';

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

function timesOf(startsAt: Date, zone: string, { lecture, moved }: News): Times {
  const now = localMinute(startsAt.getTime(), zone);
  return moved
    ? { from: localMinute(moved.before.getTime(), zone), to: now, place: lecture.place ?? '' }
    : { from: now };
}

const messageKey = (row: News['rows'][number], { moved }: News): string =>
  `${educationEnrolment.name} ${row.id} ${moved ? `moved ${moved.version}` : row.rowVersion}`;

/** A message to each of those who enrolled; what they share is read once. */
export async function tell(ctx: CallCtx, tellClients: TellClients, news: News): Promise<void> {
  const { rows, lecture, purpose } = news;
  if (rows.length === 0 || !lecture.startsAt) return;
  const people = await clientsOf(ctx, rows);
  const times = timesOf(lecture.startsAt, await tenantZone(ctx), news);
  await tellClients(
    ctx,
    rows.map((row) => ({
      purpose,
      person: people.get(row.client ?? 0),
      phone: row.phone,
      params: () => ({ ...times }),
      key: messageKey(row, news),
    })),
  );
}
