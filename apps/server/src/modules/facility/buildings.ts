import { building, room } from '@kangmai/model';
import { asSaved, type CallCtx, implement, type QueryCtx, sql } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { refuseActivityRooms, refuseMetered } from './residents.ts';

type Sum = 'bedCount' | 'occupiedCount';

const sumOf = (column: Sum) => async (ctx: QueryCtx, ids: readonly number[]) => {
  const rows = await ctx.all(
    ctx
      .from(room, 'r')
      .select(['r.building', sql<number>`sum(${sql.ref(`r.${column}`)})::integer`.as('sum')])
      .where('r.building', 'in', [...ids])
      .groupBy('r.building'),
  );
  const found = new Map(rows.map(({ building: id, sum }) => [id, sum]));
  return new Map(ids.map((id) => [id, found.get(id) ?? 0]));
};

async function countRooms(ctx: CallCtx, id: number, beyond?: { lowest: number; highest: number }): Promise<number> {
  const rooms = ctx
    .from(room, 'r')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('r.building', '=', id);
  const found = await ctx.first(
    beyond
      ? rooms.where((eb) => eb.or([eb('r.floor', '<', beyond.lowest), eb('r.floor', '>', beyond.highest)]))
      : rooms,
  );
  return found?.count ?? 0;
}

/** Buildings: one with rooms is not deleted, and rooms stay within its floors. */
export const buildingCode = implement(building, {
  async beforeSave(ctx, draft, current) {
    if (!current || (draft.floors === undefined && draft.undergroundFloors === undefined)) return;
    const { floors = 0, undergroundFloors } = asSaved<Partial<typeof current>>(draft, current);
    const beyond = { lowest: -(undergroundFloors ?? 0), highest: floors };
    const count = await countRooms(ctx, current.id, beyond);
    if (count > 0) throw notAllowed('building.rooms-outside', { count });
  },
  async beforeDelete(ctx, { id }) {
    const count = await countRooms(ctx, id);
    if (count > 0) throw notAllowed('building.has-rooms', { count, id });
    await refuseMetered(ctx, { by: 'building', id });
    await refuseActivityRooms(ctx, id);
  },
  figures: { bedCount: sumOf('bedCount'), occupiedCount: sumOf('occupiedCount') },
});
