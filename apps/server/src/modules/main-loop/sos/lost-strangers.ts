import type { CallCtx } from '../../../engine/public.ts';
import { strangerTopic, toldForMs } from './stranger-alarm.ts';

/** A repetition that was given up two minutes ago, of a press after $1 (epoch ms). */
const isGivenUp = `o.topic = '${strangerTopic}' and o.failed_at <= now() - interval '2 minutes' and (o.payload ->> 'pressedAt')::bigint > $1`;

export const tenantsWithLostStrangers = `select distinct o.tenant_id as "tenantId" from outbox o where ${isGivenUp} order by 1`;

export const lostStrangerLimits = (now: Date): readonly [number] => [now.getTime() - toldForMs];

export async function findLostStrangers(ctx: CallCtx): Promise<void> {
  await ctx.tx.execute(
    `update outbox o set failed_at = null, attempts = 0, available_at = now() where o.tenant_id = $2 and ${isGivenUp}`,
    [...lostStrangerLimits(ctx.now()), ctx.tenantId],
  );
}
