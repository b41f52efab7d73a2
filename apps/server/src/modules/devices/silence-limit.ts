import { intervalsOfSilence, longestSilence } from '@kangmai/domain';
import type { CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

interface Intervals {
  readonly locationInterval?: number;
  readonly heartInterval?: number;
}

const wornSql = `select a.upload_interval as upload, a.heart_interval as heart from device d left join device_attribute a on a.tenant_id = $1 and a.device_id = d.id and not a.is_deleted
  where d.tenant_id = $1 and d.id = $2 and exists (select 1 from device_binding b join client c on c.tenant_id = $1 and c.id = b.client_id and not c.is_deleted
    where b.tenant_id = $1 and b.device_id = d.id and b.relation = 0 and b.state in (1, 3) and not b.is_deleted and 'dementia' = any(c.risk_tags))`;

/** Refuses, without a reason, intervals that would delay the silence alarm of a wearer with dementia beyond 2 h. */
export async function requireShortSilence(
  ctx: CallCtx,
  deviceId: number,
  { args, reason }: { readonly args: object | null; readonly reason: string | null },
): Promise<void> {
  const { locationInterval, heartInterval }: Intervals = args ?? {};
  if (reason !== null || (locationInterval === undefined && heartInterval === undefined)) return;
  const worn = await ctx.tx.one<{ upload: number | null; heart: number | null }>(wornSql, [ctx.tenantId, deviceId]);
  if (!worn) return;
  const known = [locationInterval ?? worn.upload, heartInterval ?? worn.heart].filter((each) => each !== null);
  const minutes = intervalsOfSilence * Math.min(...known);
  if (minutes > longestSilence) throw invalid('reason', 'command.long-silence', { minutes });
}
