import { activityRoomBooking, model } from '@kangmai/model';
import { withRepositories } from '../src/engine/crud/call-ctx.ts';
import { planner } from '../src/engine/crud/plan.ts';
import { freePlaces } from '../src/engine/public.ts';
import { traits } from '../src/engine/traits/index.ts';
import { type CpuSeconds, cpuSeconds, cpuWords } from './cpu.ts';
import { driverRate } from './driver-rate.ts';
import { figure, pressure, quantile, type Figure } from './figure.ts';
import { ownCtx } from './own-ctx.ts';
import type { World } from './world.ts';

const lanes = 64;
const rooms = 200;
const hourMs = 3_600_000;
const openHours = 12;
/** A day of the future at eight in the morning, in the zone of the tenant. */
const firstAt = Date.parse('2040-01-01T08:00:00+08:00');

/** Hours of rooms that nobody has booked, one after the other. */
function freeHours(first: number): () => { readonly room: number; readonly at: number } {
  let taken = 0;
  return () => {
    const [room, hour] = [taken % rooms, Math.floor(taken / rooms)];
    taken += 1;
    const at = first + Math.floor(hour / openHours) * 24 * hourMs + (hour % openHours) * hourMs;
    return { room, at };
  };
}

interface Rate {
  readonly perSecond: number;
  /** What one of them costs, in words. */
  readonly cpu: string;
}

/** How often a second something is done, and the CPU that it takes in this process and in the database. */
async function rateOf({ dataDir }: World, work: () => Promise<void>): Promise<Rate> {
  const look = (): CpuSeconds => cpuSeconds({ server: { pid: process.pid }, dataDir });
  await pressure({ lanes, seconds: 3, work });
  const before = look();
  const { times, seconds } = await pressure({ lanes, seconds: 10, work });
  return { perSecond: times.length / seconds, cpu: cpuWords(before, look(), times.length) };
}

async function bookingRate(world: World): Promise<Rate> {
  const { owner, tenantId, database } = world;
  const insert = async (sql: string): Promise<readonly number[]> => {
    const { rows } = await owner.query<{ id: string }>(`${sql} returning id`, [tenantId]);
    return rows.map(({ id }) => Number(id));
  };
  const ids = await insert(
    `insert into activity_room (tenant_id, name, capacity) select $1, 'Booked ' || n, 20 from generate_series(1, ${rooms}) n`,
  );
  const [type] = await insert(`insert into activity_type (tenant_id, name, category) values ($1, 'Booked', 'culture')`);
  const planOf = planner(model, {}, traits);
  const next = freeHours(firstAt);
  const work = async (): Promise<void> => {
    const { room, at } = next();
    const row = {
      activityRoom: ids[room],
      activityType: type,
      title: 'Bench',
      beginsAt: new Date(at),
      endsAt: new Date(at + hourMs),
    };
    await database.withTenant(tenantId, (tx) =>
      withRepositories(ownCtx(world, tx), planOf).rows(activityRoomBooking).insert(row),
    );
  };
  return rateOf(world, work);
}

const subjects = 50;
const askedSubjects = 30;
const askedDays = 14;
const slotsADay = 10;
const asks = 400;
/** So many of them warm the program and the caches. */
const early = asks / 2;

/** So many days ahead with so many places taken in each slot. */
interface Filled {
  readonly days: number;
  readonly inSlot: number;
}
const few: Filled = { days: 20, inSlot: 10 };
const many: Filled = { days: 100, inSlot: 20 };
const takenIn = ({ days, inSlot }: Filled): number => subjects * days * slotsADay * inSlot;

/** Slots of fifty doctors with the places taken in them, up to a size. */
async function fillSlots({ owner, tenantId }: World, { days, inSlot }: Filled): Promise<void> {
  await owner.query(
    `insert into slot (tenant_id, kind, subject_id, begins_at, places, taken)
     select $1, 'shift', d, timestamptz '2040-01-01 08:00+08' + make_interval(days => n / ${slotsADay}, hours => n % ${slotsADay}), ${many.inSlot}, ${inSlot}
     from generate_series(1, ${subjects}) d, generate_series(0, ${slotsADay * days - 1}) n
     on conflict (tenant_id, kind, subject_id, begins_at) do update set taken = excluded.taken`,
    [tenantId],
  );
  await owner.query(
    `insert into slot_place (tenant_id, slot_id, source, source_id, places)
     select $1, s.id, 'bench', n, 1 from slot s, generate_series(1, ${inSlot}) n where s.tenant_id = $1 and s.kind = 'shift' on conflict do nothing`,
    [tenantId],
  );
  await owner.query('vacuum analyze slot');
  await owner.query('vacuum analyze slot_place');
  // What the fill left to be written is not what is measured.
  await owner.query('checkpoint');
}

/** Measures the free places of some doctors over two weeks, in milliseconds. */
async function freeTimes(world: World): Promise<readonly number[]> {
  const times: number[] = [];
  for (let ask = 0; ask < asks; ask += 1) {
    const from = new Date(firstAt - 8 * hourMs + (ask % (few.days - askedDays)) * 24 * hourMs);
    const asked = {
      kind: 'shift',
      subjects: Array.from({ length: askedSubjects }, (_, at) => at + 1),
      from,
      to: new Date(from.getTime() + askedDays * 24 * hourMs),
    };
    const began = performance.now();
    const found = await world.database.withTenant(world.tenantId, (tx) => freePlaces(ownCtx(world, tx), asked));
    times.push(performance.now() - began);
    if (found.length !== askedSubjects * askedDays * slotsADay) throw new Error(`${found.length} slots were found`);
  }
  return times.slice(early);
}

/** What is free, beside a hundred thousand bookings and then beside a million. */
async function freeFigures(world: World): Promise<readonly Figure[]> {
  await fillSlots(world, few);
  const beside = await freeTimes(world);
  await fillSlots(world, many);
  const times = await freeTimes(world);
  const [p95, median, former] = [quantile(times, 0.95), quantile(times, 0.5), quantile(beside, 0.5)];
  const conditions = `one statement for ${askedSubjects} doctors over ${askedDays} days, ${askedSubjects * askedDays * slotsADay} slots, beside ${takenIn(many)} bookings`;
  return [
    figure({
      name: 'free places p95',
      value: p95,
      unit: 'ms',
      yardstick: quantile(beside, 0.95),
      must: '<= 50',
      aim: '<= 20',
      ok: p95 <= 50,
      conditions: `${conditions}; yardstick: beside ${takenIn(few)}`,
    }),
    figure({
      name: 'free places, flat',
      value: median,
      unit: 'ms',
      yardstick: former,
      must: 'ratio <= 1.2',
      aim: 'ratio <= 1.1',
      ok: median <= 1.2 * former,
      conditions: `median; ${conditions}; yardstick: the same question beside ${takenIn(few)}`,
    }),
  ];
}

const bareSql = `insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
  values ($1, 'room', $2, $3, $4, 'bare', $2)`;

/** Bookings that occupy, against a bare insert under the same constraint; free places among a million bookings. */
export async function occupancyFigures(world: World): Promise<readonly Figure[]> {
  const rate = await bookingRate(world);
  const bareHour = freeHours(firstAt);
  const yardstick = await driverRate(world, lanes, () => {
    const { room, at } = bareHour();
    return [{ sql: bareSql, values: [world.tenantId, 1_000_000 + room, new Date(at), new Date(at + hourMs)] }];
  });
  return [
    figure({
      name: 'bookings with occupancy',
      value: rate.perSecond,
      unit: 'bookings/s',
      yardstick,
      must: '>= 0.3 of the yardstick',
      aim: '>= 0.5',
      ok: rate.perSecond >= 0.3 * yardstick,
      conditions: `${lanes} at once, a transaction each: references, row, occupancy, history and the row as read again, through the pool of a node; yardstick: one insert into occupancy in a transaction, straight through the driver with ${lanes} connections; CPU of a booking ${rate.cpu}`,
    }),
    ...(await freeFigures(world)),
  ];
}
