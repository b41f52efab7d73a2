import { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { awaitRung } from './ladder-run.ts';
import { awaitEnd } from './observation.ts';

type Case = Row<typeof abnormalCase>;

/** A rung or an end of an observation so late has lost its event, or the event was given up. */
const lateMs = 120_000;
/** An alarm so far ahead of our clock was written while the clock of a node was wrong. */
const aheadMs = 600_000;
const most = 500;

/** Open cases without proof whose rung is late, or whose alarm lies ahead; $1 and $2 are the limits. */
const isLostRung =
  '((c.next_due_at <= $1 or c.alarmed_at > $2) and c.next_due_at is not null and c.state in (0, 1, 2) and not c.is_deleted and (c.first_contact_at is null or c.first_contact_at < c.alarmed_at))';
const isLostEnd = '(c.observe_until <= $1 and c.observe_until is not null and c.state in (3, 4) and not c.is_deleted)';

/** Tenants with a rung or an end of an observation that is late, or an alarm ahead of the clock. */
export const tenantsWithLostDues = `select c.tenant_id as "tenantId" from abnormal_case c where ${isLostRung}
  union select c.tenant_id from abnormal_case c where ${isLostEnd} order by 1`;

export const lostDueLimits = (now: Date): readonly [Date, Date] => [
  new Date(now.getTime() - lateMs),
  new Date(now.getTime() + aheadMs),
];

const hasNoEvent = (topic: string): string =>
  `not exists (select from outbox o where o.tenant_id = $3 and o.topic = '${topic}' and o.failed_at is null and o.payload->>'id' = c.id::text and o.payload->>'unseen' is null)`;

const lostSql = `select c.id from abnormal_case c where c.tenant_id = $3
  and (${isLostRung} and (c.alarmed_at > $2 or ${hasNoEvent('case.due')}) or ${isLostEnd} and ${hasNoEvent('observation.due')})
  order by c.next_due_at limit ${most} for update skip locked`;

/** An alarm ahead of the clock begins now; its next rung keeps its minutes. */
async function bringBack(ctx: CallCtx, row: Case): Promise<Case> {
  const ahead = (row.alarmedAt?.getTime() ?? 0) - ctx.now().getTime();
  if (ahead <= aheadMs || !row.nextDueAt) return row;
  return ctx
    .repo(abnormalCase)
    .update(row.id, { alarmedAt: ctx.now(), nextDueAt: new Date(row.nextDueAt.getTime() - ahead) });
}

/** Queues again what was lost, given up, or put off by a wrong clock. Answers how many. */
export async function findLostDues(ctx: CallCtx): Promise<number> {
  const found = await ctx.tx.query<{ readonly id: number }>(lostSql, [...lostDueLimits(ctx.now()), ctx.tenantId]);
  for (const { id } of found) {
    const row = await ctx.repo(abnormalCase).lock(id);
    awaitEnd(ctx, row);
    awaitRung(ctx, await bringBack(ctx, row));
  }
  return found.length;
}
