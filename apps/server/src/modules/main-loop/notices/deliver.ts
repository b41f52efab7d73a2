import type { AlarmChannel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';

/** A stored notice that leaves the product. */
export interface OutwardNotice {
  readonly id: number;
  readonly channel: AlarmChannel;
}

/** Hands a notice by message or phone to its door. Without one it stays 待发 and is read in the list. */
export function deliverNotice(_ctx: CallCtx, _notice: OutwardNotice): Promise<void> {
  return Promise.resolve();
}
