import type { CallCtx } from '../../engine/public.ts';
import { askedTogether } from '../../platform/database/asked-together.ts';
import { takeNumbers } from '../../platform/database/numbers.ts';

/** Street and unit of the national archive code; both unknown to us. */
const streetAndUnit = '000000';

const nextNumber = (ctx: CallCtx): Promise<number> =>
  askedTogether(ctx.tx, {
    kind: 'archive number',
    key: undefined,
    ask: (asked: readonly undefined[]) => takeNumbers(ctx.tx, 'archive', asked.length),
  });

/** The next archive number (national archive code): region, street and unit (zeros), running number of the tenant. */
export async function nextArchiveNumber(ctx: CallCtx, regionCode: string): Promise<string> {
  return `${regionCode}${streetAndUnit}${String(await nextNumber(ctx)).padStart(5, '0')}`;
}
