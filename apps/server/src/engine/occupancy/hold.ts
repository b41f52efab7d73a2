import { settings } from '@kangmai/model/reference';
import { type AnyResource, movesOf } from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';

type Values = { readonly [field: string]: unknown };

const name = 'App.Booking.HoldHours';
const usual = settings.rows.find((setting) => setting.name === name)?.default;

/** The time until which rows that wait now are held. */
async function holdEnd({ tx, tenantId, now }: Ctx): Promise<Date> {
  const stored = await tx.one<{ value: string }>(
    'select value from setting where tenant_id = $1 and user_id is null and name = $2 and not is_sealed and value is not null',
    [tenantId, name],
  );
  return new Date(now().getTime() + Number(stored?.value ?? usual) * 3_600_000);
}

/** Whether a row is in a state from which the clock gives it back. */
function waits({ heldUntil, moves }: AnyResource, row: Values): boolean {
  const state = String(row[moves?.on ?? '']);
  return movesOf({ moves }).some(([, { clock, from }]) => clock?.field === heldUntil && from.includes(state));
}

/** Drafts with the time until which their rows are held: set when a row begins to wait, and gone when it ends. */
export async function withHold<D extends Values>(
  resource: AnyResource,
  ctx: Ctx,
  drafts: readonly { readonly draft: D; readonly before?: Values }[],
): Promise<readonly D[]> {
  const field = resource.heldUntil;
  if (field === undefined) return drafts.map(({ draft }) => draft);
  const steps = drafts.map(({ draft, before }) => ({
    draft,
    was: before !== undefined && waits(resource, before),
    is: waits(resource, { ...before, ...draft }),
  }));
  if (!steps.some(({ was, is }) => was !== is)) return drafts.map(({ draft }) => draft);
  const end = await holdEnd(ctx);
  return steps.map(({ draft, was, is }) => (was === is ? draft : { ...draft, [field]: is ? end : null }));
}
