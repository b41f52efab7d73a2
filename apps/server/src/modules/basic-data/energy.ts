import { addMoney, costOf, toYuan } from '@kangmai/domain';
import { energyItem, energyReading } from '@kangmai/model';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, day, implement, whole } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { refuseUsed } from './in-use.ts';

type Item = Row<typeof energyItem>;

interface Given {
  readonly readOn: string;
  readonly reading: number | null;
  readonly meterChanged: boolean | null;
  readonly formerMeterEnd: number | null;
  readonly newMeterStart: number | null;
}

/** What a reading adds, with what it says of the meters. */
interface Metered {
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

function usageOf({ chargeMode, lastReading }: Item, given: Given): Metered {
  const { reading } = given;
  if (chargeMode === 'month') return { usage: 1, reading: null, ...nothing };
  if (reading === null) throw invalid('reading', 'field.required');
  if (lastReading === null) return { usage: 0, reading, ...nothing };
  if (given.meterChanged) return overChange(lastReading, { ...given, reading });
  if (reading < lastReading) throw invalid('reading', 'energy.below-former-unmarked', { former: lastReading });
  return { usage: exact(reading - lastReading), reading, ...nothing };
}

async function record(ctx: CallCtx, item: Item, given: Given): Promise<{ id: number; usage: number; cost: number }> {
  requireLaterDay(ctx, item, given);
  const metered = usageOf(item, given);
  const cost = costOf(item.rate, metered.usage);
  const { id } = await ctx.repo(energyReading).insert({
    item: item.id,
    readOn: given.readOn,
    meterChanged: item.chargeMode === 'meter' && given.meterChanged === true,
    ...metered,
    rate: item.rate,
    cost,
    formerReading: item.lastReading,
    formerReadOn: item.lastReadOn,
  });
  await ctx.repo(energyItem).update(item.id, { lastReading: metered.reading, lastReadOn: given.readOn });
  return { id, usage: metered.usage, cost: toYuan(cost) };
}

/** Items: who reads a meter locks its item, so that readings follow each other. */
export const energyItemCode = implement(energyItem, {
  beforeSave(...[, draft, current]) {
    if (current?.lastReadOn && draft.chargeMode !== undefined && draft.chargeMode !== current.chargeMode)
      throw invalid('chargeMode', 'energy.mode-fixed');
  },
  beforeDelete: (ctx, row) => refuseUsed(ctx, [ctx.from(energyReading, 'r').where('r.item', '=', row.id)]),
  actions: {
    async addReading(ctx, { id, ...given }) {
      const item = await ctx.repo(energyItem).lock(id);
      if (!item.isEnabled) throw notAllowed('energy.disabled');
      return record(ctx, item, given);
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

/** One row a month for each item that is charged by month. */
export async function recordMonths(ctx: CallCtx): Promise<void> {
  const today = ctx.today();
  const items = await ctx.repo(energyItem).list({ where: { isEnabled: true } });
  const due = items.filter(
    ({ chargeMode, lastReadOn }) => chargeMode === 'month' && (lastReadOn ?? '').slice(0, 7) < today.slice(0, 7),
  );
  for (const { id } of due) {
    const item = await ctx.repo(energyItem).lock(id);
    if ((item.lastReadOn ?? '').slice(0, 7) >= today.slice(0, 7)) continue;
    await record(ctx, item, { readOn: today, reading: null, meterChanged: null, ...nothing });
  }
}

const usage = z.object({
  usage: z.number(),
  cost: z.number(),
  readings: arrayOf(
    z.object({ id: whole, readDate: z.string(), reading: z.number().nullable(), usage: z.number(), cost: z.number() }),
  ),
});

/** Readings of an item within two days, with what they come to. */
export const energyUsageCall = call({
  wire: 'GET EnergyTelecoms/GetUsage',
  title: '用量与费用',
  permission: permissionsOfCall(energyItem, 'list'),
  resource: energyItem,
  input: z.object({ id: z.coerce.number().int(), beginDate: day.optional(), endDate: day.optional() }),
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
