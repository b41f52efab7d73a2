import { building, room, roomType } from '@kangmai/model';
import { permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, whole } from '../../engine/public.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { makeBeds, nameOfRoom, requireFloor } from './rooms.ts';

const most = 100;
const number = z.coerce.number().int().min(1).max(99_999);
const key = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const run = {
  buildingId: key,
  floor: z.coerce.number().int().min(-5).max(60),
  from: number,
  to: number,
  roomTypeId: key,
  beds: z.coerce.number().int().min(0).max(12).nullish(),
};
type Run = z.output<z.ZodObject<typeof run>>;

async function planRooms(ctx: CallCtx, { buildingId, floor, from, to, roomTypeId, beds }: Run) {
  if (to < from || to - from >= most) throw invalid('to', 'room.numbers', { most });
  const [place, type] = await Promise.all([ctx.repo(building).find(buildingId), ctx.repo(roomType).find(roomTypeId)]);
  if (!place) throw invalid('buildingId', 'ref.not-found');
  if (!type) throw invalid('roomTypeId', 'ref.not-found');
  if (!type.isEnabled) throw invalid('roomTypeId', 'room-type.disabled');
  requireFloor(place, floor);
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  const taken = await ctx.all(
    ctx.from(room, 'r').select('r.roomNo').where('r.building', '=', buildingId).where('r.roomNo', 'in', numbers),
  );
  const rooms = numbers.map((roomNo) => ({
    building: buildingId,
    floor,
    roomNo,
    name: nameOfRoom(place, roomNo),
    roomType: roomTypeId,
    bedCount: beds ?? type.bedCount,
  }));
  return { rooms, taken: new Set(taken.map(({ roomNo }) => roomNo)) };
}

export const previewRooms = call({
  wire: 'GET Rooms/GetBatchPreview',
  title: '批量新建房间预览',
  permission: permissionsOfWrite(room, 'Create'),
  resource: room,
  input: z.object(run),
  output: arrayOf(z.object({ roomNo: z.string(), name: z.string(), beds: whole, isTaken: z.boolean() })),
  async run(ctx, input) {
    const { rooms, taken } = await planRooms(ctx, input);
    return rooms.map(({ roomNo, name, bedCount }) => ({ roomNo, name, beds: bedCount, isTaken: taken.has(roomNo) }));
  },
});

export const createRooms = call({
  wire: 'POST Rooms/BatchCreate',
  title: '批量新建房间',
  permission: permissionsOfWrite(room, 'Create'),
  resource: room,
  input: z.object(run),
  output: arrayOf(whole),
  async run(ctx, input) {
    const { rooms, taken } = await planRooms(ctx, input);
    if (taken.size > 0)
      throw conflict('room.numbers-taken', {
        numbers: rooms.flatMap(({ roomNo }) => (taken.has(roomNo) ? [roomNo] : [])).join('、'),
      });
    const made = await ctx.rows(room).insertAll(rooms);
    await makeBeds(
      ctx,
      made.map((row) => ({ id: row.id, name: String(row['name']), bedCount: Number(row['bedCount']) })),
    );
    return made.map(({ id }) => id);
  },
});
