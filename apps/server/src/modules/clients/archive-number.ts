import type { CallCtx } from '../../engine/public.ts';
import { askedTogether } from '../../platform/database/asked-together.ts';

/** Street and unit of the national archive code; both unknown to us. */
const streetAndUnit = '000000';

/** Takes running numbers of the tenant; the counter's row stays locked until the transaction ends. */
async function takeNumbers({ tx, tenantId }: CallCtx, count: number): Promise<readonly number[]> {
  const row = await tx.one<{ last: number }>(
    "insert into serial_number (tenant_id, name, last_value) values ($1, 'archive', $2) on conflict (tenant_id, name) do update set last_value = serial_number.last_value + $2 returning last_value as last",
    [tenantId, count],
  );
  const last = row?.last ?? count;
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}

const nextNumber = (ctx: CallCtx): Promise<number> =>
  askedTogether(ctx.tx, {
    kind: 'archive number',
    key: undefined,
    ask: (asked: readonly undefined[]) => takeNumbers(ctx, asked.length),
  });

/** The next archive number (national archive code): region, street and unit (zeros), running number of the tenant. */
export async function nextArchiveNumber(ctx: CallCtx, regionCode: string): Promise<string> {
  return `${regionCode}${streetAndUnit}${String(await nextNumber(ctx)).padStart(5, '0')}`;
}
