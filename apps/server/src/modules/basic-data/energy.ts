import { addMoney, costOf, toYuan } from '@kangmai/domain';
import { energyItem, energyReading, room } from '@kangmai/model';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, askedDay, call, type CallCtx, implement, whole } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { refuseUsed } from './in-use.ts';

export type Item = Pick<
  Row<typeof energyItem>,
  'id' | 'chargeMode' | 'rate' | 'isEnabled' | 'lastReading' | 'lastReadOn'
>;

export interface Given {
  readonly readOn: string;
  readonly reading: number | null;
  readonly meterChanged: boolean | null;
  readonly formerMeterEnd: number | null;
  readonly newMeterStart: number | null;
  readonly rolledOver: boolean | null;
  readonly reason: string | null;
}

export interface Metered {
  readonly usage: number;
  readonly reading: number | null;
  readonly formerMeterEnd: number | null;
  readonly newMeterStart: number | null;
}

const exact = (number: number): number => Math.round(number * 100) / 100;

function requireLaterDay(ctx: CallCtx, { lastReadOn, chargeMode }: Item, { readOn }: Given): void {
  if (readOn > ctx.today()) throw invalid('readOn', 'field.in-future');
  if (lastReadOn === null) return;
  if (chargeMode === 'month' && readOn.slice(0, 7) <= lastReadOn.slice(0, 7))
    throw invalid('readOn', 'energy.month-recorded', { day: lastReadOn });
  if (readOn <= lastReadOn) throw invalid('readOn', 'energy.not-later', { day: lastReadOn });
}

/** Usage over a change of the meter: the rest of the former one, and what the new one has counted. */
function overChange(last: number, given: Given & { readonly reading: number }): Metered {
  const formerMeterEnd = given.formerMeterEnd ?? last;
  const newMeterStart = given.newMeterStart ?? 0;
  if (formerMeterEnd < last) throw invalid('formerMeterEnd', 'energy.below-former', { former: last });
  if (given.reading < newMeterStart) throw invalid('reading', 'energy.below-start', { start: newMeterStart });
  const usage = exact(formerMeterEnd - last + given.reading - newMeterStart);
  return { usage, reading: given.reading, formerMeterEnd, newMeterStart };
}

const nothing = { formerMeterEnd: null, newMeterStart: null } as const;

/** Usage over the end of the dial: up to the next power of ten, and on from zero. */
function overEnd(last: number, reading: number): Metered {
  if (reading >= last) throw invalid('rolledOver', 'energy.not-below', { former: last });
  const end = 10 ** Math.max(1, Math.ceil(Math.log10(last + 0.01)));
  return { usage: exact(end - last + reading), reading, formerMeterEnd: end, newMeterStart: 0 };
}

function requireReason({ meterChanged, rolledOver, reason }: Given): void {
  if (meterChanged && rolledOver) throw invalid('rolledOver', 'energy.one-cause');
  if ((meterChanged || rolledOver) && (reason ?? '').trim() === '') throw invalid('reason', 'energy.reason-needed');
}

function usageOf({ chargeMode, lastReading }: Item, given: Given): Metered {
  const { reading } = given;
  if (chargeMode === 'month') return { usage: 1, reading: null, ...nothing };
  if (reading === null) throw invalid('reading', 'field.required');
  if (lastReading === null) return { usage: 0, reading, ...nothing };
  requireReason(given);
  if (given.rolledOver) return overEnd(lastReading, reading);
  if (given.meterChanged) return overChange(lastReading, { ...given, reading });
  if (reading < lastReading) throw invalid('reading', 'energy.below-former-unmarked', { former: lastReading });
  return { usage: exact(reading - lastReading), reading, ...nothing };
}

const mostCost = 9_999_999_999;

/** The row of a reading of a locked item, with usage and cost; refuses what cannot be. */
export function readingOf(ctx: CallCtx, item: Item, given: Given) {
  if (!item.isEnabled) throw notAllowed('energy.disabled');
  requireLaterDay(ctx, item, given);
  const metered = usageOf(item, given);
  if (Math.max(1, item.rate) * metered.usage > mostCost) throw invalid('reading', 'energy.too-much');
  const isMeter = item.chargeMode === 'meter';
  return {
    item: item.id,
    readOn: given.readOn,
    ...metered,
    meterChanged: isMeter && given.meterChanged === true,
    rolledOver: isMeter && given.rolledOver === true,
    reason: given.reason,
    rate: item.rate,
    cost: costOf(item.rate, metered.usage),
    formerReading: item.lastReading,
    formerReadOn: item.lastReadOn,
  };
}

async function record(ctx: CallCtx, item: Item, given: Given): Promise<{ id: number; usage: number; cost: number }> {
  const row = readingOf(ctx, item, given);
  const { id } = await ctx.repo(energyReading).insert(row);
  await ctx.repo(energyItem).update(item.id, { lastReading: row.reading, lastReadOn: row.readOn });
  return { id, usage: row.usage, cost: toYuan(row.cost) };
}

async function buildingOf(ctx: CallCtx, roomId: number): Promise<number> {
  const place = await ctx.repo(room).find(roomId);
  if (!place) throw invalid('room', 'ref.not-found');
  return place.building;
}

/** Items: who reads a meter locks its item, so that readings follow each other. */
export const energyItemCode = implement(energyItem, {
  async beforeSave(ctx, draft, current) {
    if (draft.room) draft.building = await buildingOf(ctx, draft.room);
    else if (draft.building !== undefined && current?.room && draft.building !== current.building) draft.room = null;
    if (current?.lastReadOn && draft.chargeMode !== undefined && draft.chargeMode !== current.chargeMode)
      throw invalid('chargeMode', 'energy.mode-fixed');
  },
  beforeDelete: (ctx, row) => refuseUsed(ctx, [ctx.from(energyReading, 'r').where('r.item', '=', row.id)]),
  actions: {
    async addReading(ctx, { id, ...given }) {
      return record(ctx, await ctx.repo(energyItem).lock(id), given);
    },
  },
  answers: { addReading: z.object({ id: whole, usage: z.number(), cost: z.number() }) },
});

/** Readings: the last one alone can be taken back, and its item stands as before. */
export const energyReadingCode = implement(energyReading, {
  async beforeDelete(ctx, row) {
    const item = await ctx.repo(energyItem).lock(row.item);
    if (row.readOn !== item.lastReadOn) throw notAllowed('energy.not-last');
    await ctx.repo(energyItem).update(item.id, { lastReading: row.formerReading, lastReadOn: row.formerReadOn });
  },
});

export async function recordMonths(ctx: CallCtx): Promise<void> {
  const today = ctx.today();
  const items = await ctx.repo(energyItem).list({ where: { isEnabled: true } });
  const due = items.filter(
    ({ chargeMode, lastReadOn }) => chargeMode === 'month' && (lastReadOn ?? '').slice(0, 7) < today.slice(0, 7),
  );
  for (const { id } of due) {
    const item = await ctx.repo(energyItem).lock(id);
    if ((item.lastReadOn ?? '').slice(0, 7) >= today.slice(0, 7)) continue;
    await record(ctx, item, {
      readOn: today,
      reading: null,
      meterChanged: null,
      rolledOver: null,
      reason: null,
      ...nothing,
    });
  }
}

const usage = z.object({
  usage: z.number(),
  cost: z.number(),
  readings: arrayOf(
    z.object({ id: whole, readDate: z.string(), reading: z.number().nullable(), usage: z.number(), cost: z.number() }),
  ),
});

export const energyUsageCall = call({
  wire: 'GET EnergyTelecoms/GetUsage',
  title: '用量与费用',
  permission: permissionsOfCall(energyItem, 'list'),
  resource: energyItem,
  input: z.object({ id: z.coerce.number().int(), beginDate: askedDay.optional(), endDate: askedDay.optional() }),
  output: usage,
  async run(ctx, { id, beginDate, endDate }) {
    await ctx.repo(energyItem).get(id);
    const rows = await ctx.repo(energyReading).list({
      where: { item: id, readOn: { ...(beginDate && { from: beginDate }), ...(endDate && { to: endDate }) } },
      sort: 'readOn',
    });
    return {
      usage: exact(rows.reduce((sum, row) => sum + row.usage, 0)),
      cost: toYuan(addMoney(rows.map(({ cost }) => cost))),
      readings: rows.map((row) => ({
        id: row.id,
        readDate: row.readOn,
        reading: row.reading,
        usage: row.usage,
        cost: toYuan(row.cost),
      })),
    };
  },
});
