import { addMoney, addMonths, toYuan } from '@kangmai/domain';
import { building, energyItem, energyKinds, energyReading, room, user } from '@kangmai/model';
import { permissionsOfAction, permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, askedDay, call, type CallCtx, codeOf, day, recordChanges, sql, whole } from '../../engine/public.ts';
import { AppError, type FieldProblem, refusalsOf, requireSound } from '../../platform/errors.ts';
import { type Given, type Item, readingOf } from './energy.ts';

const mostMeters = 500;
const key = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const readOnDay = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(askedDay);
const place = { buildingId: key.optional(), roomId: key.optional() };

const meterShape = z.object({
  id: whole,
  name: z.string(),
  kind: codeOf(energyKinds),
  accountNo: z.string().nullable(),
  buildingName: z.string().nullable(),
  roomName: z.string().nullable(),
  unit: z.string(),
  price: z.number(),
  lastReading: z.number().nullable(),
  lastReadDate: day.nullable(),
  reading: z.number().nullable(),
  cost: z.number().nullable(),
});

export const meterSheetCall = call({
  wire: 'GET EnergyTelecoms/GetReadingSheet',
  title: '抄表清单',
  permission: permissionsOfCall(energyItem, 'list'),
  resource: energyItem,
  input: z.object({ readDate: readOnDay, ...place }),
  output: z.object({ meters: arrayOf(meterShape), hasMore: z.boolean() }),
  async run(ctx, { readDate, buildingId, roomId }) {
    const rows = await ctx.all(
      ctx
        .from(energyItem, 'i')
        .leftJoin(ctx.from(building, 'b').joined, 'b.id', 'i.building')
        .leftJoin(ctx.from(room, 'r').joined, 'r.id', 'i.room')
        .leftJoin(ctx.from(energyReading, 'e').joined, (join) =>
          join.onRef('e.item', '=', 'i.id').on('e.readOn', '=', readDate),
        )
        .select([
          'i.id',
          'i.name',
          'i.kind',
          'i.accountNo',
          'b.name as buildingName',
          'r.name as roomName',
          'i.measureUnit',
          'i.rate',
          'i.lastReading',
          'i.lastReadOn',
          'e.reading',
          'e.cost',
        ])
        .where('i.isEnabled', '=', true)
        .where('i.chargeMode', '=', 'meter')
        .$if(buildingId !== undefined, (query) => query.where('i.building', '=', buildingId ?? 0))
        .$if(roomId !== undefined, (query) => query.where('i.room', '=', roomId ?? 0))
        .orderBy('i.kind')
        .orderBy('i.name')
        .orderBy('i.id')
        .limit(mostMeters + 1),
    );
    return {
      meters: rows.slice(0, mostMeters).map(({ measureUnit, rate, lastReadOn, cost, kind, ...row }) => ({
        ...row,
        kind: energyKinds.wireOf(kind),
        unit: measureUnit,
        price: rate,
        lastReadDate: lastReadOn,
        cost: cost === null ? null : toYuan(cost),
      })),
      hasMore: rows.length > mostMeters,
    };
  },
});

const decimal = z.number().min(0).max(9_999_999_999.99);
const rowShape = z.object({
  itemId: key,
  reading: decimal,
  /** The day of the former reading as the caller saw it; where it differs now, somebody else was faster. */
  formerReadDate: readOnDay.nullish(),
  meterChanged: z.boolean().nullish(),
  rolledOver: z.boolean().nullish(),
  formerMeterEnd: decimal.nullish(),
  newMeterStart: decimal.nullish(),
  reason: z.string().trim().max(200).nullish(),
});
type GridRow = z.output<typeof rowShape>;

const at = (row: number, name: string): string => `rows[${row}].${name}`;

/** The items of the rows, locked in one order by one statement. */
async function lockItems(ctx: CallCtx, rows: readonly GridRow[]): Promise<ReadonlyMap<number, Item>> {
  const ids = [...new Set(rows.map(({ itemId }) => itemId))];
  const found = await ctx.all(
    ctx
      .from(energyItem, 'i')
      .select(['i.id', 'i.chargeMode', 'i.rate', 'i.isEnabled', 'i.lastReading', 'i.lastReadOn'])
      .where('i.id', 'in', ids)
      .orderBy('i.id')
      .forUpdate('i'),
  );
  return new Map(found.map((item) => [item.id, item]));
}

interface Latest {
  readonly item: number;
  readonly reading: number | null;
  readonly readOn: string;
  readonly who: string | null;
}

async function lastReadings(ctx: CallCtx, items: readonly Item[]): Promise<ReadonlyMap<number, Latest>> {
  if (items.length === 0) return new Map();
  const rows = await ctx.all(
    ctx
      .from(energyReading, 'r')
      .innerJoin(ctx.from(energyItem, 'i').joined, (join) =>
        join.onRef('i.id', '=', 'r.item').onRef('i.lastReadOn', '=', 'r.readOn'),
      )
      .leftJoin(ctx.from(user, 'u').withDeleted('what somebody did keeps their name').joined, 'u.id', 'r.createdBy')
      .select(['r.item', 'r.reading', 'r.readOn', 'u.fullName as who'])
      .where(
        'r.item',
        'in',
        items.map(({ id }) => id),
      ),
  );
  return new Map(rows.map((row) => [row.item, row]));
}

/** Refuses readings of meters that somebody else has read since the caller looked, and says who. */
async function refuseRead(ctx: CallCtx, rows: readonly GridRow[], items: ReadonlyMap<number, Item>): Promise<void> {
  const stale = rows.flatMap(({ itemId, formerReadDate }, row) => {
    const item = items.get(itemId);
    return item && formerReadDate !== undefined && (formerReadDate ?? null) !== item.lastReadOn ? [{ row, item }] : [];
  });
  if (stale.length === 0) return;
  const latest = await lastReadings(
    ctx,
    stale.map(({ item }) => item),
  );
  const fields = stale.map(({ row, item }): FieldProblem => {
    const { reading = null, readOn = item.lastReadOn, who = null } = latest.get(item.id) ?? {};
    return {
      field: at(row, 'reading'),
      reason: 'energy.read-meanwhile',
      params: { who: who ?? '—', day: readOn ?? '—', reading: reading ?? '—' },
    };
  });
  throw new AppError('conflict', 'energy.read-meanwhile', { fields, params: { ...fields[0]?.params }, code: 409 });
}

const givenOf = (readOn: string, row: GridRow): Given => ({
  readOn,
  reading: row.reading,
  meterChanged: row.meterChanged ?? null,
  rolledOver: row.rolledOver ?? null,
  formerMeterEnd: row.formerMeterEnd ?? null,
  newMeterStart: row.newMeterStart ?? null,
  reason: row.reason ?? null,
});

function judged(judge: () => ReturnType<typeof readingOf>, row: number): FieldProblem[] | ReturnType<typeof readingOf> {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusalsOf(error).map(({ field, ...refusal }) => ({ ...refusal, field: at(row, field ?? 'reading') }));
  }
}

type Draft = ReturnType<typeof readingOf>;

/** The readings to write; refuses with the problems of all rows at once. */
function draftsOf(
  ctx: CallCtx,
  { readDate, rows }: { readonly readDate: string; readonly rows: readonly GridRow[] },
  items: ReadonlyMap<number, Item>,
): readonly Draft[] {
  const seen = new Set<number>();
  const outcomes = rows.map((row, place) => {
    const item = items.get(row.itemId);
    const isTwice = seen.has(row.itemId);
    seen.add(row.itemId);
    if (isTwice) return [{ field: at(place, 'itemId'), reason: 'energy.twice' }];
    if (item?.chargeMode !== 'meter') return [{ field: at(place, 'itemId'), reason: 'energy.no-meter' }];
    return judged(() => readingOf(ctx, item, givenOf(readDate, row)), place);
  });
  requireSound(outcomes.flatMap((outcome) => (Array.isArray(outcome) ? outcome : [])));
  return outcomes.flatMap((outcome) => (Array.isArray(outcome) ? [] : [outcome]));
}

/** Writes the last reading of all meters by one statement, with their history. */
async function noteLast(ctx: CallCtx, drafts: readonly Draft[], items: ReadonlyMap<number, Item>): Promise<void> {
  await ctx.tx.execute(
    `update energy_item i set last_reading = d.reading, last_read_on = d.day, updated_at = $2, updated_by = $3, row_version = i.row_version + 1
     from unnest($4::bigint[], $5::numeric[], $6::date[]) as d(id, reading, day) where i.tenant_id = $1 and i.id = d.id`,
    [
      ctx.tenantId,
      ctx.now(),
      ctx.caller.userId,
      drafts.map(({ item }) => item),
      drafts.map(({ reading }) => reading),
      drafts.map(({ readOn }) => readOn),
    ],
  );
  const changes = drafts.map(({ item: id, reading, readOn }) => {
    const { lastReading, lastReadOn } = items.get(id) ?? {};
    return { id, before: { lastReading, lastReadOn }, after: { lastReading: reading, lastReadOn: readOn } };
  });
  await recordChanges(ctx, { resource: energyItem, kind: 'updated' }, changes);
}

export const saveReadingsCall = call({
  wire: 'POST EnergyTelecoms/SaveReadings',
  title: '批量抄表',
  permission: permissionsOfAction(energyItem, energyItem.actions.addReading),
  resource: energyItem,
  input: z.object({ readDate: readOnDay, rows: z.array(rowShape).min(1).max(mostMeters) }),
  output: z.object({
    saved: whole,
    cost: z.number(),
    readings: arrayOf(z.object({ itemId: whole, usage: z.number(), cost: z.number() })),
  }),
  async run(ctx, input) {
    const items = await lockItems(ctx, input.rows);
    await refuseRead(ctx, input.rows, items);
    const drafts = draftsOf(ctx, input, items);
    await ctx.rows(energyReading).insertAll(drafts);
    await noteLast(ctx, drafts, items);
    return {
      saved: drafts.length,
      cost: toYuan(addMoney(drafts.map(({ cost }) => cost))),
      readings: drafts.map(({ item, usage, cost }) => ({ itemId: item, usage, cost: toYuan(cost) })),
    };
  },
});

const months = 12;

export const monthlyCostsCall = call({
  wire: 'GET EnergyTelecoms/GetMonthlyCosts',
  title: '每月费用',
  permission: permissionsOfCall(energyItem, 'list'),
  resource: energyItem,
  input: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), ...place }),
  output: arrayOf(z.object({ month: z.string(), kind: codeOf(energyKinds), cost: z.number(), readings: whole })),
  async run(ctx, { month, buildingId, roomId }) {
    const first = `${month}-01`;
    const monthOf = sql<string>`to_char(r.read_on, 'YYYY-MM')`;
    const rows = await ctx.all(
      ctx
        .from(energyReading, 'r')
        .innerJoin(ctx.from(energyItem, 'i').joined, 'i.id', 'r.item')
        .select(['i.kind', monthOf.as('month'), sql<string>`sum(r.cost)::text`.as('cost')])
        .select((eb) => eb.fn.countAll<number>().as('readings'))
        .where('r.readOn', '>=', addMonths(first, 1 - months))
        .where('r.readOn', '<', addMonths(first, 1))
        .$if(buildingId !== undefined, (query) => query.where('i.building', '=', buildingId ?? 0))
        .$if(roomId !== undefined, (query) => query.where('i.room', '=', roomId ?? 0))
        .groupBy(['i.kind', monthOf])
        .orderBy(monthOf)
        .orderBy('i.kind'),
    );
    return rows.map(({ cost, kind, ...row }) => ({
      ...row,
      kind: energyKinds.wireOf(kind),
      // Sums may pass what an amount holds.
      cost: Number(cost),
    }));
  },
});
