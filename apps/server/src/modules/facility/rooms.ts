import { bed, building, room, roomType } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { refuseMetered, requireResidentsFit } from './residents.ts';

export type RoomRow = Row<typeof room>;

interface Place {
  readonly code: string;
  readonly floors: number;
  readonly undergroundFloors: number;
}

/** The building of a room; refuses a floor that it does not have. */
export function requireFloor({ floors, undergroundFloors }: Place, floor: number): void {
  const [lowest, highest] = [undergroundFloors > 0 ? -undergroundFloors : 1, floors];
  if (floor === 0 || floor < lowest || floor > highest) throw invalid('floor', 'room.floor', { lowest, highest });
}

export const nameOfRoom = ({ code }: Place, roomNo: string): string => `${code}-${roomNo}`;

const isOutOfUse = ({ state }: Pick<RoomRow, 'state'>): boolean => state === 'repair' || state === 'closed';

export function requireInUse(row: Pick<RoomRow, 'state'>): void {
  if (isOutOfUse(row)) throw notAllowed('room.out-of-use');
}

export async function makeBeds(
  ctx: CallCtx,
  rooms: readonly Pick<RoomRow, 'id' | 'name' | 'bedCount'>[],
): Promise<void> {
  const drafts = rooms.flatMap(({ id, name, bedCount }) =>
    Array.from({ length: bedCount ?? 0 }, (_, at) => ({ room: id, bedNo: `${at + 1}`, name: `${name}-${at + 1}` })),
  );
  if (drafts.length > 0) await ctx.rows(bed).insertAll(drafts);
}

const mostBeds = 99;

const stateOf = (beds: number, occupied: number): RoomRow['state'] => {
  if (occupied === 0) return 'free';
  return occupied < beds ? 'part' : 'full';
};

/** Brings the counts and the state of a locked room in line with its beds; one about to be deleted is left out. */
export async function recountBeds(ctx: CallCtx, id: number, leavingBed = 0): Promise<void> {
  const row = await ctx.repo(room).lock(id);
  const beds = await ctx.all(
    ctx.from(bed, 'b').select('b.state').where('b.room', '=', id).where('b.id', '<>', leavingBed),
  );
  if (beds.length > mostBeds) throw invalid('room', 'room.beds-full', { most: mostBeds });
  const occupiedCount = beds.filter(({ state }) => state === 'occupied').length;
  const state = isOutOfUse(row) ? row.state : stateOf(beds.length, occupiedCount);
  const isSame = row.bedCount === beds.length && row.occupiedCount === occupiedCount && row.state === state;
  if (!isSame) await ctx.repo(room).update(id, { bedCount: beds.length, occupiedCount, state });
}

async function completeRoom(ctx: CallCtx, draft: Draft<typeof room>, current: RoomRow | undefined): Promise<void> {
  const { building: buildingId, floor, roomNo, roomType: typeId } = asSaved<Draft<typeof room>>(draft, current);
  const place = await ctx.repo(building).find(Number(buildingId));
  if (!place) throw invalid('building', 'ref.not-found');
  requireFloor(place, Number(floor));
  draft.name = nameOfRoom(place, String(roomNo));
  if (current || (draft.bedCount ?? null) !== null) return;
  const type = await ctx.repo(roomType).find(Number(typeId));
  if (!type) throw invalid('roomType', 'ref.not-found');
  draft.bedCount = type.bedCount;
}

async function renameBeds(ctx: CallCtx, { id, name }: RoomRow): Promise<void> {
  const beds = await ctx.repo(bed).list({ where: { room: id } });
  for (const row of beds) await ctx.repo(bed).update(row.id, { name: `${name}-${row.bedNo}` });
}

async function refuseReserved(ctx: CallCtx, { id }: RoomRow): Promise<void> {
  const reserved = await ctx.repo(bed).list({ where: { room: id, state: 'reserved' } });
  if (reserved.length > 0) throw notAllowed('room.reserved', { count: reserved.length });
}

/** Rooms: made with their beds, named after their building, out of use and deleted only without residents. */
export const roomCode = implement(room, {
  async beforeSave(ctx, draft, current) {
    if (!current || draft.floor !== undefined || draft.roomNo !== undefined) await completeRoom(ctx, draft, current);
    if (current && draft.sexLimit && draft.sexLimit !== current.sexLimit)
      await requireResidentsFit(ctx, current.id, draft.sexLimit);
  },
  async afterSave(ctx, row, before) {
    if (!before) await makeBeds(ctx, [row]);
    else if (before.name !== row.name) await renameBeds(ctx, row);
  },
  async beforeDelete(ctx, row) {
    if (row.occupiedCount > 0) throw notAllowed('room.occupied', { count: row.occupiedCount, id: row.id });
    await refuseReserved(ctx, row);
    await refuseMetered(ctx, { by: 'room', id: row.id });
    for (const { id } of await ctx.repo(bed).list({ where: { room: row.id } })) await ctx.repo(bed).remove(id);
  },
  moves: {
    repair: (ctx, { row }) => refuseReserved(ctx, row),
    close: (ctx, { row }) => refuseReserved(ctx, row),
  },
});

export async function countRoomsOfType(ctx: CallCtx, typeId: number): Promise<number> {
  const found = await ctx.first(
    ctx
      .from(room, 'r')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('r.roomType', '=', typeId),
  );
  return found?.count ?? 0;
}
