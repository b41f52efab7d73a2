import type { CallCtx } from '../../../engine/public.ts';

const minute = 60_000;

/** When an event of a row is due and when it was queued: epoch ms by the clock of the node that queued it. */
interface Waiting {
  readonly due?: number;
  readonly from?: number;
}

export function awaitDue(
  ctx: CallCtx,
  topic: string,
  { payload, due }: { readonly payload: object; readonly due: Date },
): void {
  ctx.emit(topic, { ...payload, due: due.getTime(), from: ctx.now().getTime() }, due);
}

/**
 * Whether a released event is due. One for an earlier time than the row's has been replaced. While our clock is behind
 * the database's, it waits for the rest. A clock that was set back meanwhile does not count.
 */
export async function isDue(
  ctx: CallCtx,
  topic: string,
  { payload, due }: { readonly payload: object & Waiting; readonly due: number },
): Promise<boolean> {
  const now = ctx.now().getTime();
  if (payload.due !== undefined && payload.due < due) return false;
  if (now >= due || (payload.from !== undefined && now < payload.from - minute)) return true;
  const { at = ctx.now() } = (await ctx.tx.one<{ readonly at: Date }>('select now() as at')) ?? {};
  ctx.emit(topic, { ...payload, due, from: payload.from ?? now }, new Date(at.getTime() + due - now));
  return false;
}
