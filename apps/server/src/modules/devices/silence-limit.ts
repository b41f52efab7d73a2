import { intervalsOfSilence, longestSilence } from '@kangmai/domain';
import { client, device, deviceAttribute, deviceBinding } from '@kangmai/model';
import { type CallCtx, sql } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

interface Intervals {
  readonly locationInterval?: number;
  readonly heartInterval?: number;
}

const wornByDementia = (
  ctx: CallCtx,
  deviceId: number,
): Promise<{ readonly upload: number | null; readonly heart: number | null } | undefined> =>
  ctx.first(
    ctx
      .from(device, 'd')
      .beyondSight('the call has found the device in sight')
      .innerJoin(ctx.from(deviceBinding, 'b').beyondSight('the wearer counts, seen or not').joined, 'b.device', 'd.id')
      .innerJoin(ctx.from(client, 'c').beyondSight('the wearer counts, seen or not').joined, 'c.id', 'b.client')
      .leftJoin(ctx.from(deviceAttribute, 'a').beyondSight('what the device says of itself').joined, 'a.device', 'd.id')
      .select(['a.uploadInterval as upload', 'a.heartInterval as heart'])
      .where('d.id', '=', deviceId)
      .where('b.relation', '=', 'wearer')
      .where('b.state', 'in', ['active', 'paused'])
      .where(sql<boolean>`'dementia' = any(c.risk_tags)`),
  );

/** Refuses, without a reason, intervals that would delay the silence alarm of a wearer with dementia beyond 2 h. */
export async function requireShortSilence(
  ctx: CallCtx,
  deviceId: number,
  { args, reason }: { readonly args: object | null; readonly reason: string | null },
): Promise<void> {
  const { locationInterval, heartInterval }: Intervals = args ?? {};
  if (reason !== null || (locationInterval === undefined && heartInterval === undefined)) return;
  const worn = await wornByDementia(ctx, deviceId);
  if (!worn) return;
  const known = [locationInterval ?? worn.upload, heartInterval ?? worn.heart].filter((each) => each !== null);
  const minutes = intervalsOfSilence * Math.min(...known);
  if (minutes > longestSilence) throw invalid('reason', 'command.long-silence', { minutes });
}
