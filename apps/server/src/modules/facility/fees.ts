import { addDays, addMonths } from '@kangmai/domain';
import { addMoney, type Money, moneyOf } from '@kangmai/domain/money';
import { roomFee, roomType } from '@kangmai/model';
import { type Draft, type Row, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { localDay } from '@kangmai/domain';
import {
  arrayOf,
  askedDay,
  asSaved,
  call,
  type CallCtx,
  flatRow,
  implement,
  type QueryCtx,
  whole,
} from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { countRoomsOfType } from './rooms.ts';

type Fee = Row<typeof roomFee>;

/** A price in force stays as it is; one that was entered today may still be mended. */
const isInForce = (ctx: CallCtx, { effectiveDate, createdAt }: Fee): boolean =>
  effectiveDate <= ctx.today() && localDay(createdAt.getTime(), ctx.caller.zone) < ctx.today();

const frozen = ['roomType', 'feeName', 'chargeUnit', 'price', 'deposit', 'effectiveDate'] as const;

function changesPrice(draft: Draft<typeof roomFee>, current: Fee): boolean {
  return frozen.some((name) => draft[name] !== undefined && String(draft[name]) !== String(current[name]));
}

/** A disabled price ends, so that past days keep it. */
function endYesterday(ctx: CallCtx, draft: Draft<typeof roomFee>, { effectiveDate, endDate }: Fee): void {
  const yesterday = addDays(ctx.today(), -1);
  if (effectiveDate <= yesterday && (endDate === null || endDate > yesterday)) draft.endDate = yesterday;
}

/** Months that are over were billed by the prices that stood: a further one begins in this month or later. */
async function refuseBackdated(ctx: CallCtx, draft: Draft<typeof roomFee>, current: Fee | undefined): Promise<void> {
  const month = `${ctx.today().slice(0, 7)}-01`;
  const {
    roomType: type,
    feeName,
    chargeUnit = 'bedMonth',
    effectiveDate,
  } = asSaved<Draft<typeof roomFee>>(draft, current);
  if (!effectiveDate || effectiveDate >= month || effectiveDate === current?.effectiveDate) return;
  const others = await ctx
    .repo(roomFee)
    .list({ where: { roomType: Number(type), chargeUnit: chargeUnit ?? 'bedMonth' } });
  if (others.some((other) => other.feeName === feeName && other.id !== current?.id))
    throw invalid('effectiveDate', 'room-fee.backdated', { day: month });
}

/** The end of a price in force is moved within the days ahead. */
function refuseLateEnd(ctx: CallCtx, { endDate }: Draft<typeof roomFee>, current: Fee): void {
  if (endDate === undefined || endDate === current.endDate) return;
  if (current.endDate !== null && current.endDate < ctx.today()) throw notAllowed('room-fee.in-force');
  if (endDate !== null && endDate < ctx.today()) throw invalid('endDate', 'room-fee.end-past');
}

function refuseLateChange(ctx: CallCtx, draft: Draft<typeof roomFee>, current: Fee): void {
  if (!isInForce(ctx, current)) return;
  if (changesPrice(draft, current)) throw notAllowed('room-fee.in-force');
  refuseLateEnd(ctx, draft, current);
  if (draft.isEnabled === false && current.isEnabled) endYesterday(ctx, draft, current);
}

/** Ends a price the day before the new one begins, which is a row of its own. */
async function changePrice(
  ctx: CallCtx,
  input: { readonly id: number; readonly price: Money; readonly from: string | null },
): Promise<{ readonly id: number }> {
  const row = await ctx.repo(roomFee).lock(input.id);
  const from = input.from ?? addMonths(`${ctx.today().slice(0, 7)}-01`, 1);
  if (from <= ctx.today() || from <= row.effectiveDate) throw invalid('from', 'room-fee.from-past');
  if (row.endDate !== null && row.endDate < from) throw notAllowed('room-fee.has-next', { day: row.endDate });
  await ctx.repo(roomFee).update(row.id, { endDate: addDays(from, -1) });
  const { roomType: type, feeName, chargeUnit, deposit, endDate } = row;
  const made = await ctx
    .repo(roomFee)
    .insert({ roomType: type, feeName, chargeUnit, deposit, price: input.price, effectiveDate: from, endDate });
  return { id: made.id };
}

export const roomFeeCode = implement(roomFee, {
  async beforeSave(ctx, draft, current) {
    if (current) refuseLateChange(ctx, draft, current);
    await refuseBackdated(ctx, draft, current);
  },
  beforeDelete(ctx, row) {
    if (isInForce(ctx, row)) throw notAllowed('room-fee.in-force');
  },
  actions: { changePrice },
  answers: { changePrice: z.object({ id: whole }) },
});

/** The prices of a day: the enabled ones, and those that ended since. */
const feesOn = (ctx: QueryCtx, day: string) =>
  ctx
    .from(roomFee, 'f')
    .where((eb) => eb.or([eb('f.isEnabled', '=', true), eb('f.endDate', '<', ctx.today())]))
    .where('f.effectiveDate', '<=', day)
    .where((eb) => eb.or([eb('f.endDate', 'is', null), eb('f.endDate', '>=', day)]));

async function pricesOf(ctx: QueryCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Money>> {
  const fees = await ctx.all(
    feesOn(ctx, ctx.today())
      .select(['f.roomType', 'f.price'])
      .where('f.roomType', 'in', [...ids])
      .where('f.chargeUnit', '=', 'bedMonth'),
  );
  const prices = new Map<number, Money>();
  for (const { roomType: type, price } of fees) prices.set(type, addMoney([prices.get(type) ?? moneyOf(0), price]));
  return prices;
}

export const roomTypeCode = implement(roomType, {
  async beforeDelete(ctx, { id }) {
    const count = await countRoomsOfType(ctx, id);
    if (count > 0) throw notAllowed('room-type.has-rooms', { count, id });
  },
  figures: { currentPrice: pricesOf },
});

export const pricesOnDay = call({
  wire: 'GET RoomFees/GetPrices',
  title: '房间费用：某日的价格',
  permission: stemsOf(roomFee),
  resource: roomFee,
  input: z.object({
    roomTypeId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    date: askedDay.optional(),
  }),
  output: arrayOf(flatRow(roomFee)),
  async run(ctx, { roomTypeId, date = ctx.today() }) {
    const ids = await ctx.all(
      feesOn(ctx, date).select('f.id').where('f.roomType', '=', roomTypeId).orderBy('f.feeName'),
    );
    const rows = await ctx.repo(roomFee).list({ where: { id: { in: ids.map(({ id }) => id) } }, sort: 'feeName' });
    return rows.map((row) => ctx.show(roomFee, row));
  },
});
