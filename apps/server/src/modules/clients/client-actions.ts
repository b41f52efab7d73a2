import { upgradeLegacyId } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { jsonKeyOf, type ActionInput } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { invalid, rateLimited } from '../../platform/errors.ts';
import { logLook } from './sensitive-log.ts';

type Input<A extends keyof typeof client.actions> = ActionInput<(typeof client.actions)[A]>;

/**
 * Looks for a person in the own tenant. Numbers are indexed with a key of each tenant, so no tenant can be asked about
 * another's persons: `elsewhere` is always false.
 */
export async function checkUserExist(ctx: CallCtx, { name, certificateNo }: Input<'checkUserExist'>): Promise<object> {
  const number = upgradeLegacyId(certificateNo) ?? certificateNo;
  const found = await ctx.tx.one<{ id: number; name: string }>('select id, name from client where tenant_id = $1 and certificate_no_index = any($2::bytea[]) and not is_deleted', [ctx.tenantId, ctx.sealer.indexes(number)]);
  return { exist: found !== undefined, inTenant: found !== undefined, clientId: found?.id ?? null, nameMatches: found !== undefined && found.name.trim() === name.trim(), elsewhere: false };
}

const revealsPerHour = 60;

async function requireFewReveals(ctx: CallCtx): Promise<void> {
  const userId = ctx.caller.userId ?? 0;
  await ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('reveal', $1))", [ctx.tenantId * 1_000_003 + userId]);
  const since = new Date(ctx.now().getTime() - 3_600_000);
  const seen = await ctx.tx.one<{ count: number; first: Date | null }>(
    "select count(*) as count, min(created_at) as first from sensitive_access_log where tenant_id = $1 and user_id = $2 and created_at > $3 and action = 'reveal'", [ctx.tenantId, userId, since]);
  if (!seen || seen.count < revealsPerHour) return;
  throw rateLimited(Math.max(1, Math.ceil(((seen.first ?? since).getTime() - since.getTime()) / 1000)), 'client.revealed-often');
}

/** One sensitive value in full, for a reason, written into the log; sixty an hour and user. */
export async function reveal(ctx: CallCtx, input: Input<'reveal'>): Promise<object> {
  const asked = input.field.toLowerCase();
  const [name, field] = Object.entries(client.fields).find(([each, definition]) => each.toLowerCase() === asked || jsonKeyOf(each, definition).toLowerCase() === asked) ?? [];
  if (name === undefined || !field || !('sensitive' in field.options)) throw invalid('field', 'client.not-sensitive');
  const row = await ctx.rows(client).get(input.id);
  await requireFewReveals(ctx);
  await logLook(ctx, { action: 'reveal', clientId: row.id, field: name, reason: input.reason });
  return { field: jsonKeyOf(name, field), value: row[name] ?? null };
}

/** Hands clients over; what is left out stays as it is. All or none. */
export async function batchAssign(ctx: CallCtx, { clients, ...given }: Input<'batchAssign'>): Promise<object> {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (Object.keys(values).length === 0) throw invalid('healthManager', 'client.nothing-assigned');
  for (const id of clients.toSorted((one, other) => one - other)) await ctx.repo(client).update(id, values);
  return { assigned: clients.length };
}
