import type { CallCtx } from '../../crud/call-ctx.ts';

/** Street and unit of the national archive code; we know neither. */
const streetAndUnit = '000000';

/**
 * The next archive number: region (6), street (3) and unit (3) as noughts, running number of the tenant (5 or more), after the national archive code.
 * The counter's row stays locked until the transaction ends, so that numbers neither repeat nor skip.
 */
export async function nextArchiveNumber(ctx: CallCtx, regionCode: string): Promise<string> {
  const row = await ctx.tx.one<{ value: number }>(
    "insert into serial_number (tenant_id, name, last_value) values ($1, 'archive', 1) on conflict (tenant_id, name) do update set last_value = serial_number.last_value + 1 returning last_value as value", [ctx.tenantId]);
  return `${regionCode}${streetAndUnit}${String(row?.value ?? 0).padStart(5, '0')}`;
}
