import type { AlarmChannel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';

export interface OutwardNotice {
  readonly id: number;
  readonly channel: AlarmChannel;
}

/** Sends a notice after the commit. A notice by phone stays on the list of calls until staff enter its outcome. */
export function deliverNotice(ctx: CallCtx, { id, channel }: OutwardNotice): void {
  if (channel !== 'phone') ctx.emit('alarm.send', { id });
}
