import type { DemoTenant } from '@kangmai/demo/plan-types';
import {
  bookingsOf,
  demoActivities,
  demoActivityRooms,
  demoBuildings,
  type DemoBed,
  type DemoRoom,
  roomKinds,
  roomsOf,
} from '@kangmai/demo/plan-facility';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface FacilityOf {
  readonly tenant: DemoTenant;
  readonly clientIds: readonly number[];
  readonly staff: Staff;
  readonly seed: number;
  readonly now: Date;
}

export const home = '滇池颐养院';

const loadBuildings = (tx: Tx, staff: Staff): Promise<readonly number[]> =>
  insertForIds(
    tx,
    'building',
    columnsOf(demoBuildings, {
      name: ['text', ({ name }) => name],
      code: ['text', ({ code }) => code],
      ['organization_unit_id']: ['bigint', () => staff.unit(home)],
      floors: ['smallint', ({ floors }) => floors.length],
      area: ['numeric', ({ area }) => area],
      ['has_elevator']: ['boolean', () => true],
      ['charge_user_id']: ['bigint', () => staff.user('dianchi.head')],
    }),
  );

const loadTypes = (tx: Tx): Promise<readonly number[]> =>
  insertForIds(
    tx,
    'room_type',
    columnsOf(roomKinds, {
      name: ['text', ({ name }) => name],
      ['bed_count']: ['smallint', ({ beds }) => beds],
      area: ['numeric', ({ area }) => area],
      facilities: ['text[]', ({ facilities }) => facilities],
    }),
  );

const takenOf = ({ beds }: DemoRoom): number => beds.filter(({ resident }) => resident !== undefined).length;

function stateOf(room: DemoRoom): string {
  const taken = takenOf(room);
  if (taken === 0) return 'free';
  return taken < room.beds.length ? 'part' : 'full';
}

const nameOf = ({ building, roomNo }: DemoRoom): string => `${demoBuildings[building]?.code ?? ''}-${roomNo}`;

async function loadRooms(
  tx: Tx,
  rooms: readonly DemoRoom[],
  ids: { readonly buildings: readonly number[]; readonly types: readonly number[] },
): Promise<readonly number[]> {
  return insertForIds(
    tx,
    'room',
    columnsOf(rooms, {
      ['building_id']: ['bigint', ({ building }) => ids.buildings[building]],
      floor: ['smallint', ({ floor }) => floor],
      ['room_no']: ['text', ({ roomNo }) => roomNo],
      name: ['text', nameOf],
      ['room_type_id']: ['bigint', ({ kind }) => ids.types[kind]],
      ['bed_count']: ['smallint', ({ beds }) => beds.length],
      ['occupied_count']: ['smallint', takenOf],
      ['sex_limit']: ['text', ({ sexLimit }) => sexLimit],
      orientation: ['text', ({ roomNo }) => (Number(roomNo) % 2 === 1 ? 's' : 'n')],
      state: ['text', stateOf],
    }),
  );
}

interface Stay {
  readonly bed: number;
  readonly client: number;
  readonly from: Date;
  readonly to: Date | null;
}

const staysIn = (id: number, { resident, former, beganAt, formerFrom, formerTo }: DemoBed): readonly Stay[] => [
  ...(resident === undefined ? [] : [{ bed: id, client: resident, from: beganAt, to: null }]),
  ...(former === undefined ? [] : [{ bed: id, client: former, from: formerFrom, to: formerTo }]),
];

async function loadBeds(tx: Tx, rooms: readonly DemoRoom[], ids: Ids): Promise<void> {
  const beds = rooms.flatMap((room, at) => room.beds.map((bed) => ({ ...bed, room, roomId: ids.rooms[at] })));
  const bedIds = await insertForIds(
    tx,
    'bed',
    columnsOf(beds, {
      ['room_id']: ['bigint', ({ roomId }) => roomId],
      ['bed_no']: ['text', ({ bedNo }) => bedNo],
      name: ['text', ({ room, bedNo }) => `${nameOf(room)}-${bedNo}`],
      state: ['text', ({ resident }) => (resident === undefined ? 'free' : 'occupied')],
    }),
  );
  await insertRows(
    tx,
    'bed_stay',
    columnsOf(
      beds.flatMap((bed, at) => staysIn(bedIds[at] ?? 0, bed)),
      {
        ['bed_id']: ['bigint', ({ bed }) => bed],
        ['client_id']: ['bigint', ({ client }) => ids.clients[client]],
        ['began_at']: ['timestamptz', ({ from }) => from],
        ['ended_at']: ['timestamptz', ({ to }) => to],
        reason: ['text', ({ to }) => (to === null ? null : '回家休养')],
      },
    ),
  );
}

interface Ids {
  readonly rooms: readonly number[];
  readonly clients: readonly number[];
}

/** Two years of prices: a bed's by its kind of room, meals the same for all. */
async function loadFees(tx: Tx, types: readonly number[], now: Date): Promise<void> {
  const year = now.getUTCFullYear();
  const fees = roomKinds.flatMap(({ prices }, kind) =>
    [
      { name: '床位费', prices, deposit: 5000 },
      { name: '餐费', prices: [900, 960] as const, deposit: 0 },
    ].flatMap(({ name, prices: [before, since], deposit }) => [
      { kind, name, deposit, price: before, from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
      { kind, name, deposit, price: since, from: `${year}-01-01`, to: null },
    ]),
  );
  await insertRows(
    tx,
    'room_fee',
    columnsOf(fees, {
      ['room_type_id']: ['bigint', ({ kind }) => types[kind]],
      ['fee_name']: ['text', ({ name }) => name],
      ['charge_unit']: ['text', () => 'bedMonth'],
      price: ['numeric', ({ price }) => price],
      deposit: ['numeric', ({ deposit }) => deposit],
      ['effective_date']: ['date', ({ from }) => from],
      ['end_date']: ['date', ({ to }) => to],
      ['created_at']: ['timestamptz', ({ from }) => `${from}T00:00:00Z`],
    }),
  );
}

async function loadActivities(tx: Tx, { staff, now }: FacilityOf, building: number): Promise<void> {
  const types = await insertForIds(
    tx,
    'activity_type',
    columnsOf(demoActivities, {
      name: ['text', ({ name }) => name],
      category: ['text', ({ category }) => category],
      ['default_minutes']: ['smallint', ({ minutes }) => minutes],
      points: ['smallint', ({ points }) => points],
    }),
  );
  const rooms = await insertForIds(
    tx,
    'activity_room',
    columnsOf(demoActivityRooms, {
      name: ['text', ({ name }) => name],
      ['building_id']: ['bigint', () => building],
      floor: ['smallint', ({ floor }) => floor],
      capacity: ['smallint', ({ capacity }) => capacity],
      facilities: ['text[]', ({ facilities }) => facilities],
      ['charge_user_id']: ['bigint', () => staff.user('dianchi.manager')],
    }),
  );
  await insertRows(
    tx,
    'activity_room_booking',
    columnsOf(bookingsOf(now), {
      ['activity_room_id']: ['bigint', ({ room }) => rooms[room]],
      ['activity_type_id']: ['bigint', ({ activity }) => types[activity]],
      title: ['text', ({ title }) => title],
      ['begins_at']: ['timestamptz', ({ beginsAt }) => beginsAt],
      ['ends_at']: ['timestamptz', ({ endsAt }) => endsAt],
      ['charge_user_id']: ['bigint', () => staff.user('dianchi.nurse1')],
    }),
  );
  await tx.execute(
    `insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
     select tenant_id, 'room', activity_room_id, begins_at, ends_at, 'activityRoomBooking', id from activity_room_booking
     where tenant_id = $1 and state = 'booked' and not is_deleted`,
    [tx.tenantId],
  );
}

/** The house of the first tenant: buildings, rooms, beds, prices, and its bookings of this month. */
export async function loadFacility(tx: Tx, of: FacilityOf): Promise<void> {
  const { tenant, clientIds, staff, seed, now } = of;
  if (!tenant.units.some(({ displayName }) => displayName === home)) return;
  const rooms = roomsOf({ clients: tenant.clients, now, seed });
  const buildings = await loadBuildings(tx, staff);
  const types = await loadTypes(tx);
  const roomIds = await loadRooms(tx, rooms, { buildings, types });
  await loadBeds(tx, rooms, { rooms: roomIds, clients: clientIds });
  await loadFees(tx, types, now);
  await loadActivities(tx, of, buildings[0] ?? 0);
}
