import type { CallCtx } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Street and unit of the national archive code; both unknown to us. */
const streetAndUnit = '000000';

/** Numbers that a transaction has reserved and not used yet. */
interface Block {
  next: number;
  size: number;
  left: number;
}

const blocks = new WeakMap<Tx, Promise<Block>>();
const largest = 256;

async function reserveNumbers(ctx: CallCtx, size: number): Promise<Block> {
  const row = await ctx.tx.one<{ value: number }>(
    "insert into serial_number (tenant_id, name, last_value) values ($1, 'archive', $2) on conflict (tenant_id, name) do update set last_value = serial_number.last_value + $2 returning last_value as value",
    [ctx.tenantId, size],
  );
  return { next: (row?.value ?? size) - size + 1, size, left: size };
}

/**
 * The next running number of the tenant. The counter's row stays locked until the transaction ends, so that numbers do
 * not repeat. A transaction reserves growing blocks of up to 256, the last of which may stay partly unused: updating
 * one row thousands of times in one transaction becomes slower each time.
 */
function nextNumber(ctx: CallCtx): Promise<number> {
  const given = (blocks.get(ctx.tx) ?? Promise.resolve(undefined)).then((block) =>
    block && block.left > 0 ? block : reserveNumbers(ctx, block ? Math.min(largest, block.size * 2) : 1),
  );
  const numbered = given.then((block) => {
    block.left -= 1;
    block.next += 1;
    return block;
  });
  blocks.set(ctx.tx, numbered);
  return numbered.then(({ next }) => next - 1);
}

/** The next archive number (national archive code): region, street and unit (zeros), running number of the tenant. */
export async function nextArchiveNumber(ctx: CallCtx, regionCode: string): Promise<string> {
  return `${regionCode}${streetAndUnit}${String(await nextNumber(ctx)).padStart(5, '0')}`;
}
