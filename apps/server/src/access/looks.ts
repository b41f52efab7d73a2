import { rateLimited } from '../platform/errors.ts';
import type { Ctx } from './ctx.ts';

/** The resource whose rows a look names as its person. */
export const personResource = 'client';

/** One view of sensitive data: never the value, only the person and the place. */
export interface Look {
  readonly action: 'view' | 'reveal' | 'search' | 'export' | 'download' | 'print';
  /** The person; null for a list or a thing. */
  readonly clientId: number | null;
  readonly resource: string;
  readonly record?: number;
  readonly field?: string;
  readonly count?: number;
  readonly reason?: string;
}

const insertSql = `insert into sensitive_access_log (tenant_id, user_id, phone_session, client_id, action, resource, record, field, row_count, reason, client_ip, browser, impersonator_user_id, impersonator_tenant_id, looked_at, created_at, created_by)
  select $1, $2, $15, l.client_id, l.action, l.resource, l.record, l.field, l.count, l.reason, $10, $11, $12, $13, $14, $14, $2
  from unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::integer[], $9::text[]) as l(client_id, action, resource, record, field, count, reason)`;

/** The event that follows views: unusual ones raise an alert. */
export const lookedTopic = 'person.looked';

/**
 * Records views in the transaction that answers them, so that nothing unrecorded is shown. System callers are not
 * recorded.
 */
export async function recordLooks(ctx: Ctx, looks: readonly Look[]): Promise<void> {
  const { caller } = ctx;
  if (looks.length === 0 || (caller.userId === null && !caller.phone)) return;
  const column = <T>(pick: (look: Look) => T): T[] => looks.map(pick);
  if (caller.userId !== null) ctx.emit(lookedTopic, { userId: caller.userId });
  await ctx.tx.execute(insertSql, [
    ctx.tenantId,
    caller.userId,
    column(({ clientId }) => clientId),
    column(({ action }) => action),
    column(({ resource }) => resource),
    column(({ record }) => record ?? null),
    column(({ field }) => field ?? null),
    column(({ count }) => count ?? 1),
    column(({ reason }) => reason ?? null),
    caller.ip.slice(0, 64),
    caller.client.slice(0, 200),
    caller.impersonatorUserId,
    caller.impersonatorTenantId,
    ctx.now(),
    caller.phone?.sessionId ?? null,
  ]);
}

/**
 * Records every export with its number of rows, in the transaction that reads them: joined names make almost any list
 * personal.
 */
export const recordExport = (
  ctx: Ctx,
  {
    resource,
    count,
    action = 'export',
  }: {
    readonly resource: { readonly name: string };
    readonly count: number;
    readonly action?: 'export' | 'download' | 'print';
  },
): Promise<void> => recordLooks(ctx, [{ action, clientId: null, resource: resource.name, count }]);

const revealsPerHour = 60;

/** Limits a user's reveals per hour. */
export async function requireFewReveals(ctx: Ctx): Promise<void> {
  const userId = ctx.caller.userId ?? 0;
  await ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('reveal', $1))", [
    ctx.tenantId * 1_000_003 + userId,
  ]);
  const since = new Date(ctx.now().getTime() - 3_600_000);
  const seen = await ctx.tx.one<{ count: number; first: Date | null }>(
    "select count(*) as count, min(looked_at) as first from sensitive_access_log where tenant_id = $1 and user_id = $2 and looked_at > $3 and action = 'reveal'",
    [ctx.tenantId, userId, since],
  );
  if (!seen || seen.count < revealsPerHour) return;
  throw rateLimited(
    Math.max(1, Math.ceil(((seen.first ?? since).getTime() - since.getTime()) / 1000)),
    'reveal.too-often',
  );
}
