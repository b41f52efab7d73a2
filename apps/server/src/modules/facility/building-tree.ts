import { bed, bedStates, bedStay, building, client, room, roomStates, roomType, sexLimits } from '@kangmai/model';
import { permissionsOfCall, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { call, type CallCtx, codeOf, timestamp, whole } from '../../engine/public.ts';
import { sexOf } from './residents.ts';

const bedOutput = z.object({
  id: whole,
  bedNo: z.string(),
  name: z.string(),
  state: codeOf(bedStates),
  clientId: whole.nullable(),
  clientName: z.string().nullable(),
  sex: z.enum(['male', 'female']).nullable(),
  since: timestamp.nullable(),
});
const roomOutput = z.object({
  id: whole,
  roomNo: z.string(),
  name: z.string(),
  roomTypeName: z.string(),
  sexLimit: codeOf(sexLimits),
  state: codeOf(roomStates),
  bedCount: whole,
  occupiedCount: whole,
  beds: z.array(bedOutput),
});
const floorOutput = z.object({ floor: whole, rooms: z.array(roomOutput) });
const buildingOutput = z.object({
  id: whole,
  name: z.string(),
  code: z.string(),
  roomCount: whole,
  bedCount: whole,
  occupiedCount: whole,
  floors: z.array(floorOutput),
});
type RoomNode = z.output<typeof roomOutput>;
type BuildingNode = z.output<typeof buildingOutput>;

const readBeds = (ctx: CallCtx, only: number | undefined) =>
  ctx.all(
    ctx
      .from(building, 'h')
      .leftJoin(ctx.from(room, 'r').joined, 'r.building', 'h.id')
      .leftJoin(ctx.from(roomType, 't').joined, 't.id', 'r.roomType')
      .leftJoin(ctx.from(bed, 'b').joined, 'b.room', 'r.id')
      .leftJoin(ctx.from(bedStay, 's').joined, (join) => join.onRef('s.bed', '=', 'b.id').on('s.endedAt', 'is', null))
      .leftJoin(ctx.from(client, 'c').joined, 'c.id', 's.client')
      .select([
        'h.id',
        'h.name',
        'h.code',
        'r.id as roomId',
        'r.name as roomName',
        'r.roomNo',
        'r.floor',
        'r.sexLimit',
        'r.state as roomState',
        't.name as roomTypeName',
        'b.id as bedId',
        'b.bedNo',
        'b.name as bedName',
        'b.state as bedState',
        'c.id as clientId',
        'c.name as clientName',
        'c.gender',
        's.beganAt',
      ])
      .$if(only !== undefined, (query) => query.where('h.id', '=', only ?? 0))
      .orderBy('h.code')
      .orderBy('h.id')
      .orderBy('r.floor', 'desc')
      .orderBy('r.roomNo')
      .orderBy('r.id')
      .orderBy('b.bedNo')
      .orderBy('b.id'),
  );

type BedRow = Awaited<ReturnType<typeof readBeds>>[number];

const emptyRoom = (id: number, row: BedRow): RoomNode => ({
  id,
  roomNo: row.roomNo ?? '',
  name: row.roomName ?? '',
  roomTypeName: row.roomTypeName ?? '',
  sexLimit: sexLimits.wireOf(row.sexLimit ?? 'none'),
  state: roomStates.wireOf(row.roomState ?? 'free'),
  bedCount: 0,
  occupiedCount: 0,
  beds: [],
});

/** The room of a row of the statement; rows follow each other by floor and room. */
function roomOf(node: BuildingNode, row: BedRow): RoomNode | undefined {
  if (row.roomId === null || row.floor === null) return undefined;
  let floor = node.floors.at(-1);
  if (floor?.floor !== row.floor) node.floors.push((floor = { floor: row.floor, rooms: [] }));
  const last = floor.rooms.at(-1);
  if (last?.id === row.roomId) return last;
  const made = emptyRoom(row.roomId, row);
  floor.rooms.push(made);
  node.roomCount += 1;
  return made;
}

/** What of beds a caller may see: the beds by the right to rooms, their residents by the right to clients. */
interface Sight {
  readonly beds: boolean;
  readonly residents: boolean;
}

const sightOf = (ctx: CallCtx): Sight => ({
  beds: canAny(ctx, permissionsOfCall(bed, 'list')),
  residents: canAny(ctx, permissionsOfCall(client, 'list')),
});

interface Around {
  readonly row: BedRow;
  readonly sight: Sight;
}

const bedNode = (row: BedRow, { residents }: Sight): z.output<typeof bedOutput> => ({
  id: row.bedId ?? 0,
  bedNo: row.bedNo ?? '',
  name: row.bedName ?? '',
  state: bedStates.wireOf(row.bedState ?? 'free'),
  clientId: residents ? row.clientId : null,
  clientName: residents ? row.clientName : null,
  sex: residents ? sexOf(row.gender) : null,
  since: residents ? row.beganAt : null,
});

function addBed(node: BuildingNode, around: RoomNode | undefined, { row, sight }: Around): void {
  if (!around || row.bedId === null) return;
  const taken = row.bedState === 'occupied' ? 1 : 0;
  for (const counted of [node, around]) {
    counted.bedCount += 1;
    counted.occupiedCount += taken;
  }
  if (sight.beds) around.beds.push(bedNode(row, sight));
}

/** `GET Buildings/GetTree`: building, floor, room, bed; names only of residents in sight. */
export const buildingTree = call({
  wire: 'GET Buildings/GetTree',
  title: '楼栋信息：楼层、房间、床位及入住情况',
  permission: [...stemsOf(building), ...stemsOf(room)],
  resource: building,
  input: z.object({
    id: z.union([z.literal(''), z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)]).nullish(),
  }),
  output: z.object({ items: z.array(buildingOutput) }),
  async run(ctx, { id }) {
    const items: BuildingNode[] = [];
    const sight = sightOf(ctx);
    for (const row of await readBeds(ctx, id || undefined)) {
      let node = items.at(-1);
      if (node?.id !== row.id) {
        node = { id: row.id, name: row.name, code: row.code, roomCount: 0, bedCount: 0, occupiedCount: 0, floors: [] };
        items.push(node);
      }
      addBed(node, roomOf(node, row), { row, sight });
    }
    return { items };
  },
});
