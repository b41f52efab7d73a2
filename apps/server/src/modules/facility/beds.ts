import { bed, bedStay, client, room } from '@kangmai/model';
import { fitsRow } from '@kangmai/resource';
import { z } from 'zod';
import { localDay } from '@kangmai/domain';
import { asSaved, type CallCtx, implement, type QueryCtx, sql, whether, whole } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { recountBeds, requireInUse } from './rooms.ts';
import { assignBed, releaseBed, transferBed } from './stays.ts';

const presentStays = (ctx: QueryCtx, ids: readonly number[]) =>
  ctx.all(
    ctx
      .from(bedStay, 's')
      .innerJoin(ctx.from(client, 'c').joined, 'c.id', 's.client')
      .select(['s.bed', 's.client', 's.beganAt', 'c.name'])
      .where('s.bed', 'in', [...ids])
      .where('s.endedAt', 'is', null),
  );

type Present = Awaited<ReturnType<typeof presentStays>>[number];

const figureOf =
  <V>(valueOf: (stay: Present, ctx: QueryCtx) => V) =>
  async (ctx: QueryCtx, ids: readonly number[]): Promise<ReadonlyMap<number, V>> =>
    new Map((await presentStays(ctx, ids)).map((stay) => [stay.bed, valueOf(stay, ctx)]));

const begun = z.object({ id: whole, stayId: whole });

async function lockRoomOf(ctx: CallCtx, id: number): Promise<void> {
  const row = await ctx.repo(bed).find(id);
  if (row) await ctx.repo(room).lock(row.room);
}

export const bedCode = implement(bed, {
  lockFirst: lockRoomOf,
  async beforeSave(ctx, draft, current) {
    if (current && draft.bedNo === undefined) return;
    const { room: roomId, bedNo } = asSaved<typeof draft>(draft, current);
    const around = await ctx.repo(room).find(Number(roomId));
    if (!around) throw invalid('room', 'ref.not-found');
    draft.name = `${around.name}-${bedNo}`;
  },
  async afterSave(ctx, row, before) {
    if (!before) await recountBeds(ctx, row.room);
  },
  async beforeDelete(ctx, row) {
    if (!fitsRow(bed, 'remove', row)) throw notAllowed('bed.occupied', { room: row.room });
    await recountBeds(ctx, row.room, row.id);
  },
  moves: {
    async reserve(ctx, { row }) {
      requireInUse(await ctx.repo(room).lock(row.room));
    },
  },
  conditions: {
    occupant: (asked, ctx) =>
      sql`exists ${ctx
        .from(bedStay, 'h')
        .select('h.id')
        .where('h.client', '=', asked)
        .where('h.endedAt', 'is', null)
        .where(sql<boolean>`h.bed_id = b.id`)}`,
    available: (asked, ctx) =>
      whether(
        asked,
        sql`(b.state = 'free' and not exists ${ctx
          .from(room, 'r')
          .select('r.id')
          .where(sql<boolean>`r.id = b.room_id`)
          .where('r.state', 'in', ['repair', 'closed'])})`,
      ),
  },
  figures: {
    client: figureOf((stay) => stay.client),
    clientName: figureOf((stay) => stay.name),
    checkInDate: figureOf((stay, ctx) => localDay(stay.beganAt.getTime(), ctx.caller.zone)),
  },
  actions: {
    async assign(ctx, input) {
      const stay = await assignBed(ctx, input);
      return { id: input.id, stayId: stay.id };
    },
    async transfer(ctx, input) {
      const stay = await transferBed(ctx, input);
      return { id: input.bed, stayId: stay.id };
    },
    async release(ctx, input) {
      const stay = await releaseBed(ctx, input);
      return { id: input.id, stayId: stay.id };
    },
  },
  answers: { assign: begun, transfer: begun, release: begun },
});
