import type { AlarmChannel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';

export interface OutwardNotice {
  readonly id: number;
  readonly channel: AlarmChannel;
}

/** A notice by phone stays on the list of calls until staff enter its outcome. */
export const isSent = ({ channel }: OutwardNotice): boolean => channel !== 'phone';

export function deliverNotice(ctx: CallCtx, notice: OutwardNotice): void {
  if (isSent(notice)) ctx.emit('alarm.send', { id: notice.id });
}
