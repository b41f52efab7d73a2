import { busyTimes, type Occupancy, rearrange, reoccupy } from '@kangmai/server/engine/public';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';
import { hour, type Occupied, outsiderOf, startOccupied, visit } from './occupied.ts';

let world: Occupied;
let admin: Client;
let outsider: Client;
beforeAll(async () => {
  world = await startOccupied();
  ({ admin } = world);
  outsider = await outsiderOf(world.app);
});
afterAll(() => world.app.close());

let day = 0;
/** Hours of a day that no other test uses. */
const nextDay = (): ((at: number) => string) => {
  day += 1;
  const start = day * 24;
  return (at) => hour(start + at);
};
const save = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('TestVisits/CreateOrEdit', body);
const close = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('TestClosures/CreateOrEdit', body);

async function made(asked: Promise<Answer<number>>): Promise<number> {
  const answer = await asked;
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
}
const refusalOf = ({ status, error }: Answer<unknown>): unknown => [status, error?.reason, error?.message];
const heldBy = (id: number): Promise<{ kind: string }[]> =>
  world.app.query(
    'Alpha',
    "select kind from occupancy where tenant_id = $1 and source = 'testVisit' and source_id = $2 order by kind",
    [id],
  );

describe('occupancies', () => {
  test('a booking takes doctor, client and room; a refusal says which is taken, by whom and when', async () => {
    const at = nextDay();
    const [doctor, client, room] = [world.doctors[0], world.clients[0], world.rooms[0]];
    const id = await made(save({ title: '张三复诊', doctor, client, room, beginsAt: at(1) }));
    expect(await heldBy(id)).toEqual([{ kind: 'client' }, { kind: 'doctor' }, { kind: 'room' }]);
    const period = '2030-06-02 09:00 至 2030-06-02 10:00';
    const answer = await save({ title: '二', doctor, beginsAt: at(1.5) });
    expect(refusalOf(answer)).toEqual([
      409,
      'occupancy.taken-by',
      `医生已被「张三复诊」占用（${period}），请选择其他时段或更换医生`,
    ]);
    expect(answer.error?.validationErrors?.map(({ members }) => members[0])).toEqual(['beginsAt', 'doctor']);
    expect((await save({ title: '三', client, beginsAt: at(0.5) })).error?.message).toMatch(/^客户已被/);
    expect((await save({ title: '四', room, beginsAt: at(1.5) })).error?.message).toMatch(/^诊室已被/);
    await made(save({ title: '五', doctor, client, room, beginsAt: at(2) }));
    await made(save({ title: '六', doctor: world.doctors[1], client: world.clients[1], beginsAt: at(1) }));
  });

  test('other resources are refused too, days count whole in the zone of the tenant', async () => {
    nextDay();
    const room = world.rooms[1];
    await made(close({ title: '检修', room, since: '2030-08-01', until: '2030-08-02' }, outsider));
    const visitAt = (beginsAt: string): Promise<Answer<number>> => save({ title: '访', room, beginsAt });
    const answer = await visitAt('2030-08-02T15:59:59Z');
    expect(refusalOf(answer)).toEqual([
      409,
      'occupancy.taken-by',
      '诊室已被「检修」占用（2030-08-01 至 2030-08-02），请选择其他时段或更换诊室',
    ]);
    await made(visitAt('2030-08-02T16:00:00Z'));
    expect((await visitAt('2030-07-31T15:00:01Z')).status).toBe(409);
    await made(visitAt('2030-07-31T15:00:00Z'));
    expect((await close({ title: '再修', room, since: '2030-08-03' })).error).toMatchObject({
      reason: 'period.taken-by',
      message: '已被「访」占用（2030-08-03 00:00 至 2030-08-03 01:00）',
    });
    expect((await close({ title: '反', room, since: '2030-09-02', until: '2030-09-01' })).status).toBe(400);
    await made(close({ title: '长期', room, since: '2031-01-01' }));
    expect((await visitAt('2039-01-01T00:00:00Z')).error?.message).toContain('2031-01-01 起');
  });

  test('a booking may move over its own time; cancelled and deleted ones give back, and come back if free', async () => {
    const at = nextDay();
    const doctor = world.doctors[0];
    const id = await made(save({ title: '一', doctor, beginsAt: at(1) }));
    await made(save({ id, beginsAt: at(1.5) }));
    await made(save({ id, minutes: 90 }));
    expect((await admin.post('TestVisits/Cancel', { id })).status).toBe(200);
    expect(await heldBy(id)).toEqual([]);
    const second = await made(save({ title: '二', doctor, beginsAt: at(2) }));
    expect((await admin.post('TestVisits/Retake', { id })).error?.message).toContain('「二」');
    expect(await heldBy(id)).toEqual([]);
    expect((await admin.delete('TestVisits/Delete', { Id: second })).status).toBe(200);
    expect(await heldBy(second)).toEqual([]);
    expect((await admin.post('TestVisits/Retake', { id })).status).toBe(200);
    expect(await heldBy(id)).toEqual([{ kind: 'doctor' }]);
  });

  test('who may not see the holder is told no more than that it is taken', async () => {
    const at = nextDay();
    const doctor = world.doctors[0];
    await made(save({ title: '隐秘', doctor, client: world.clients[0], beginsAt: at(1) }));
    const answer = await save({ title: '新', doctor, beginsAt: at(1) }, outsider);
    expect(refusalOf(answer)).toEqual([409, 'occupancy.taken', '医生已占用，请选择其他时段或更换医生']);
    expect(answer.text).not.toContain('隐秘');
  });

  test('subjects out of sight or of another tenant are not found, and another tenant books for itself', async () => {
    const at = nextDay();
    const beta = await world.app.as('admin', 'Beta');
    const foreign = { title: '外', room: world.rooms[0], client: world.clients[0], beginsAt: at(1) };
    expect((await save(foreign, beta)).status).toBe(400);
    expect((await save({ title: '外', client: world.clients[0], beginsAt: at(1) }, outsider)).status).toBe(400);
    const others = await world.app.query('Beta', 'select 1 from occupancy where tenant_id = $1');
    expect(others).toEqual([]);
    const stolen = world.app.query('Beta', 'select 1 from occupancy where tenant_id = $2 and $1::bigint > 0', [
      world.app.tenants.Alpha,
    ]);
    expect(await stolen).toEqual([]);
  });

  test('the database refuses what code would let through', async () => {
    const at = nextDay();
    const insert = (from: string, to: string, kind = 'doctor'): Promise<unknown> =>
      world.app.query(
        'Alpha',
        `insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
         values ($1, $4, 999, $2, $3, 'raw', 1)`,
        [from, to, kind],
      );
    await insert(at(1), at(3));
    await expect(insert(at(2), at(4))).rejects.toMatchObject({ code: '23P01' });
    await expect(insert(at(5), at(4))).rejects.toMatchObject({ code: '23514' });
    await insert(at(2), at(4), 'escort');
    await insert(at(3), at(4));
  });

  test('twenty at once for one doctor: one gets the hour, the others its name', async () => {
    const at = nextDay();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) =>
        save({ title: `第${each}`, doctor: world.doctors[each % 2], room: world.rooms[2], beginsAt: at(1) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ error }) => error?.reason))).toEqual(new Set(['occupancy.taken-by']));
  });
});

test('bookings that move onto each other wait in one order: both are refused, and neither is begun again', async () => {
  const at = nextDay();
  const [first, second] = world.doctors;
  const book = (hours: number, doctor?: number): Promise<number> =>
    made(save({ title: '换', doctor, beginsAt: at(hours) }));
  const pairs = [
    [await book(1, first), { beginsAt: new Date(at(2)) }, await book(2, first), { beginsAt: new Date(at(1)) }],
    [await book(4, first), { doctor: second }, await book(4, second), { doctor: first }],
  ] as const;
  let begun = 0;
  const move = (id: number, change: object): Promise<unknown> =>
    asSystem(world.app, 'Alpha', (ctx) => {
      begun += 1;
      return ctx.repo(visit).update(id, change);
    });
  for (let round = 0; round < 20; round += 1)
    for (const [one, change, other, back] of pairs) {
      const ends = await Promise.allSettled([move(one, change), move(other, back)]);
      expect(ends.map((end) => end.status === 'rejected' && (end.reason as { reason: string }).reason)).toEqual([
        'occupancy.taken',
        'occupancy.taken',
      ]);
    }
  expect(begun).toBe(80);
});

test('bookings exchange what they have in one transaction, or stay as they are; restored rows take theirs again', async () => {
  const at = nextDay();
  const [first, second, third] = world.doctors;
  const book = (doctor: number | undefined, from: number): Promise<number> =>
    made(save({ title: '换班', doctor, beginsAt: at(from) }));
  const ids = [await book(first, 1), await book(second, 1)] as const;
  const doctorsOf = (): Promise<object[]> =>
    world.app.query(
      'Alpha',
      "select source_id as id, subject_id as doctor from occupancy where tenant_id = $1 and source = 'testVisit' and source_id = any($2) order by source_id",
      [ids],
    );
  const give = (one: number | undefined, other: number | undefined): Promise<void> =>
    asSystem(world.app, 'Alpha', (ctx) =>
      rearrange(ctx, { resource: visit, ids }, async () => {
        await ctx.repo(visit).update(ids[0], { doctor: one ?? null });
        await ctx.repo(visit).update(ids[1], { doctor: other ?? null });
      }),
    );
  await give(second, first);
  const swapped = [
    { id: ids[0], doctor: second },
    { id: ids[1], doctor: first },
  ];
  expect(await doctorsOf()).toEqual(swapped);
  await book(third, 1);
  await expect(give(first, third)).rejects.toMatchObject({ reason: 'occupancy.taken' });
  expect(await doctorsOf()).toEqual(swapped);
  await world.app.query('Alpha', 'delete from occupancy where tenant_id = $1 and source_id = $2', [ids[0]]);
  await asSystem(world.app, 'Alpha', (ctx) => reoccupy(ctx, visit, ids));
  expect(await doctorsOf()).toEqual(swapped);
});

test('rows that are written together do not overlap each other either, and none of them is left', async () => {
  const at = nextDay();
  const [doctor] = world.doctors;
  const row = (title: string, from: number): object => ({ title, doctor, beginsAt: new Date(at(from)) });
  const write = (...rows: readonly object[]): Promise<unknown> =>
    asSystem(world.app, 'Alpha', (ctx) => ctx.rows(visit).insertAll(rows.map((each) => ({ ...each }))));
  await expect(write(row('一', 1), row('二', 1.5), row('三', 3))).rejects.toMatchObject({ reason: 'occupancy.taken' });
  const busy = (): Promise<readonly Occupancy[]> =>
    asSystem(world.app, 'Alpha', (ctx) =>
      busyTimes(ctx, { kind: 'doctor', subjects: [doctor ?? 0], from: new Date(at(0)), to: new Date(at(12)) }),
    );
  expect(await busy()).toEqual([]);
  await write(row('一', 1), row('三', 3));
  expect((await busy()).map(({ begins }) => begins.toISOString())).toEqual([at(1), at(3)]);
});

test('a booking that waits is held for the hours of the setting, then given back by the clock', async () => {
  const at = nextDay();
  const doctor = world.doctors[0];
  const id = await made(save({ title: '一', doctor, beginsAt: at(1) }));
  const hoursLeft = async (row: number): Promise<number | null> => {
    const [found] = await world.app.query<{ hours: string | null }>(
      'Alpha',
      'select round(extract(epoch from held_until - now()) / 3600) as hours from test_visit where tenant_id = $1 and id = $2',
      [row],
    );
    return found?.hours === null ? null : Number(found?.hours);
  };
  expect(await hoursLeft(id)).toBe(24);
  expect((await admin.post('TestVisits/Confirm', { id })).status).toBe(200);
  expect(await hoursLeft(id)).toBe(null);
  const setting = "insert into setting (tenant_id, name, value) values ($1, 'App.Booking.HoldHours', '3')";
  await world.app.query('Alpha', setting);
  const second = await made(save({ title: '二', doctor, beginsAt: at(2) }));
  expect(await hoursLeft(second)).toBe(3);
  expect((await save({ title: '三', doctor, beginsAt: at(2) })).status).toBe(409);
  await world.app.query(
    'Alpha',
    "update test_visit set held_until = now() - interval '1 second' where tenant_id = $1 and id = $2",
    [second],
  );
  await expect.poll(() => heldBy(second), { timeout: 20_000 }).toEqual([]);
  await made(save({ title: '三', doctor, beginsAt: at(2) }));
  expect(await heldBy(id)).toEqual([{ kind: 'doctor' }]);
});
