import type { Row } from '@kangmai/resource';
import { changePlaces, openSlots, rearrange } from '@kangmai/server/engine/public';
import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';
import { hour, type Occupied, startOccupied, visit } from './occupied.ts';
import { type Draw, drawFrom } from './random-machines.ts';

/** Sequences of steps; OCCUPANCY_SEQUENCES=2000 is the long form. */
const sequences = Number(process.env['OCCUPANCY_SEQUENCES'] ?? 40);
const seed = Number(process.env['SEED'] ?? 20_261_127);
const steps = 12;
const writers = 4;
const hours = 20;
const places = 6;

let world: Occupied;
let slots: readonly number[];
beforeAll(async () => {
  world = await startOccupied();
  slots = await asSystem(world.app, 'Alpha', async (ctx) =>
    (
      await openSlots(
        ctx,
        [0, 1, 2].map((at) => ({
          kind: 'activityRoom',
          subject: world.rooms[at % 2] ?? 0,
          begins: new Date(hour(at)),
          places,
        })),
      )
    ).map(({ id }) => id),
  );
});
afterAll(() => world.app.close());

const visits: number[] = [];
const enrolments: number[] = [];
const of = <T>(draw: Draw, list: readonly T[]): T | undefined => list[draw(list.length)];
const maybe = (draw: Draw, list: readonly number[]): number | null => (draw(4) === 0 ? null : (of(draw, list) ?? null));

async function keep(ids: number[], asked: Promise<Answer<number>>): Promise<Answer<unknown>> {
  const answer = await asked;
  if (answer.status === 200) ids.push(answer.result);
  return answer;
}
const post = (path: string, body: object): Promise<Answer<number>> => world.admin.post<number>(path, body);

const visitBody = (draw: Draw): object => ({
  title: '访',
  doctor: maybe(draw, world.doctors.slice(0, 3)),
  client: maybe(draw, world.clients.slice(0, 4)),
  room: maybe(draw, world.rooms.slice(0, 3)),
  beginsAt: hour(draw(hours * 2) / 2),
  minutes: 30 * (1 + draw(4)),
});
const enrolBody = (draw: Draw): object => {
  const at = draw(3);
  return { title: '报', room: world.rooms[at % 2], startsAt: hour(at), persons: 1 + draw(3) };
};

/** Two bookings exchange their doctors, also where both stand at one time. */
const swap = (one: number, other: number): Promise<unknown> =>
  asSystem(world.app, 'Alpha', async (ctx) => {
    const ids = [...new Set([one, other])].toSorted((a, b) => a - b);
    const rows: Row<typeof visit>[] = [];
    for (const id of ids) rows.push(await ctx.repo(visit).lock(id));
    await rearrange(ctx, { resource: visit, ids }, async () => {
      for (const [at, id] of ids.entries()) {
        const from = rows[ids.length - 1 - at];
        await ctx.repo(visit).update(id, { doctor: from?.doctor ?? null, beginsAt: from?.beginsAt ?? null });
      }
    });
  });

/** All bookings of a doctor are cancelled in one transaction, which locks them before it gives anything back. */
const stop = (doctor: number): Promise<unknown> =>
  asSystem(world.app, 'Alpha', async (ctx) => {
    const rows = await ctx.repo(visit).list({ sort: 'id', take: 1000 });
    const ids = rows.flatMap((row) => (row.doctor === doctor ? [row.id] : []));
    for (const id of ids) await ctx.repo(visit).lock(id);
    for (const id of ids) await ctx.repo(visit).update(id, { state: 'cancelled' });
  });

const ways: readonly ((draw: Draw) => Promise<unknown>)[] = [
  (draw) => keep(visits, post('TestVisits/CreateOrEdit', visitBody(draw))),
  (draw) => keep(visits, post('TestVisits/CreateOrEdit', visitBody(draw))),
  (draw) => post('TestVisits/CreateOrEdit', { id: of(draw, visits), ...visitBody(draw) }),
  (draw) => post('TestVisits/CreateOrEdit', { id: of(draw, visits), beginsAt: hour(draw(hours * 2) / 2) }),
  (draw) => post('TestVisits/Cancel', { id: of(draw, visits) }),
  (draw) => post('TestVisits/Retake', { id: of(draw, visits) }),
  (draw) => post('TestVisits/Confirm', { id: of(draw, visits) }),
  (draw) => world.admin.delete('TestVisits/Delete', { Id: of(draw, visits) }),
  (draw) => swap(of(draw, visits) ?? 0, of(draw, visits) ?? 0),
  (draw) => (draw(4) === 0 ? stop(of(draw, world.doctors) ?? 0) : Promise.resolve()),
  (draw) => keep(enrolments, post('TestEnrolments/CreateOrEdit', enrolBody(draw))),
  (draw) => post('TestEnrolments/CreateOrEdit', { id: of(draw, enrolments), ...enrolBody(draw) }),
  (draw) => post('TestEnrolments/Cancel', { id: of(draw, enrolments) }),
  (draw) => post('TestEnrolments/Retake', { id: of(draw, enrolments) }),
  (draw) => world.admin.delete('TestEnrolments/Delete', { Id: of(draw, enrolments) }),
  (draw) => asSystem(world.app, 'Alpha', (ctx) => changePlaces(ctx, of(draw, slots) ?? 0, draw(places * 2))),
];

/** Only refusals in words; never a fault. */
const refused = new Set([400, 404, 409]);
async function step(draw: Draw): Promise<void> {
  const way = ways[draw(ways.length)];
  const answer = await way?.(draw).catch((error: { readonly kind?: string; readonly reason?: string }) => {
    if (error.reason === undefined) throw error;
  });
  const { status = 200, text = '' } = (answer ?? {}) as Partial<Answer<unknown>>;
  if (status !== 200) expect(refused, `${status} ${text}`).toContain(status);
}

const counted: readonly (readonly [what: string, sql: string])[] = [
  [
    'overlaps',
    `select a.id from occupancy a join occupancy b on b.tenant_id = a.tenant_id and a.id < b.id and a.kind = b.kind
       and a.subject_id = b.subject_id and tstzrange(a.begins_at, a.ends_at) && tstzrange(b.begins_at, b.ends_at)
     where a.tenant_id = $1`,
  ],
  [
    'occupancies that differ from their rows',
    `with wanted as (
       select k.kind, k.subject, v.begins_at, v.begins_at + make_interval(mins => k.minutes) as ends_at, v.id
       from test_visit v cross join lateral (values ('doctor', v.doctor_id, v.minutes), ('client', v.client_id, v.minutes), ('room', v.room_id, 60)) k(kind, subject, minutes)
       where v.tenant_id = $1 and not v.is_deleted and v.state in ('waiting', 'confirmed') and k.subject is not null and v.begins_at is not null),
     had as (select kind, subject_id, begins_at, ends_at, source_id from occupancy where tenant_id = $1 and source = 'testVisit')
     (select 'lacks', * from (table wanted except table had) l) union all (select 'left', * from (table had except table wanted) l)`,
  ],
  [
    'slots that differ from their rows',
    `select s.id, s.taken from slot s where s.tenant_id = $1 and (s.taken <> coalesce((select sum(p.places) from slot_place p where p.tenant_id = $1 and p.slot_id = s.id), 0)
       or s.taken <> coalesce((select sum(e.persons) from test_enrolment e where e.tenant_id = $1 and e.room_id = s.subject_id
         and e.starts_at = s.begins_at and not e.is_deleted and e.state in ('waiting', 'confirmed')), 0))`,
  ],
];

test(`${sequences} sequences of bookings by four writers: nothing overlaps, and all counts are right`, async () => {
  const draw = drawFrom(seed);
  for (let at = 0; at < 8; at += 1) await keep(visits, post('TestVisits/CreateOrEdit', visitBody(draw)));
  await keep(enrolments, post('TestEnrolments/CreateOrEdit', enrolBody(draw)));
  const many = Array.from({ length: sequences }, (_, at) => drawFrom(seed + at * 7919));
  const waiting = many[Symbol.iterator]();
  const write = async (): Promise<void> => {
    for (const own of waiting) for (let at = 0; at < steps; at += 1) await step(own);
  };
  await Promise.all(Array.from({ length: writers }, write));
  for (const [what, sql] of counted) expect(await world.app.query('Alpha', sql), what).toEqual([]);
  const [kept] = await world.app.query<{ count: number }>(
    'Alpha',
    "select count(*)::integer as count from occupancy where tenant_id = $1 and source = 'testVisit'",
  );
  expect(kept?.count).toBeGreaterThan(3);
}, 3_600_000);
