import { changePlaces, freePlaces, openSlots } from '@kangmai/server/engine/public';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';
import { hour, type Occupied, startOccupied } from './occupied.ts';

let world: Occupied;
let admin: Client;
beforeAll(async () => {
  world = await startOccupied();
  ({ admin } = world);
});
afterAll(() => world.app.close());

let day = 0;
/** Hours of a day that no other test uses. */
const nextDay = (): ((at: number) => string) => {
  day += 1;
  const start = day * 24;
  return (at) => hour(start + at);
};
const enrol = (body: object, by = admin): Promise<Answer<number>> =>
  by.post<number>('TestEnrolments/CreateOrEdit', body);

async function made(asked: Promise<Answer<number>>): Promise<number> {
  const answer = await asked;
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
}

describe('places of a slot', () => {
  const open = async (begins: string, places: number | null, at = 0): Promise<number> => {
    const [slot] = await asSystem(world.app, 'Alpha', (ctx) =>
      openSlots(ctx, [{ kind: 'activityRoom', subject: world.rooms[at] ?? 0, begins: new Date(begins), places }]),
    );
    return slot?.id ?? 0;
  };
  const stateOf = async (id: number): Promise<unknown> => {
    const [slot] = await world.app.query<{ taken: number; rows: number }>(
      'Alpha',
      `select s.taken, coalesce((select sum(p.places) from slot_place p where p.tenant_id = $1 and p.slot_id = s.id), 0)::integer as rows
       from slot s where s.tenant_id = $1 and s.id = $2`,
      [id],
    );
    return slot;
  };

  test('200 at once for 20 places: exactly 20 get one, 180 are told that it is full', async () => {
    const at = nextDay();
    const slot = await open(at(1), 20);
    const body = { title: '讲座', room: world.rooms[0], startsAt: at(1) };
    const answers = await Promise.all(Array.from({ length: 200 }, () => enrol(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, error }) => `${status} ${error?.reason}`))).toEqual(
      new Set(['409 slot.full']),
    );
    expect(others[0]?.error?.message).toBe('号源已满或不足：共 20 个，剩余 0 个，请选择其他时段或减少人数');
    expect(await stateOf(slot)).toEqual({ taken: 20, rows: 20 });
    const rows = 'select count(*)::integer as count from test_enrolment where tenant_id = $1 and starts_at = $2';
    expect(await world.app.query('Alpha', rows, [at(1)])).toEqual([{ count: 20 }]);
  });

  test('follow the number of persons, the time and the state of their row', async () => {
    const at = nextDay();
    const [slot, later] = [await open(at(1), 5), await open(at(2), 2)];
    const id = await made(enrol({ title: '一', room: world.rooms[0], startsAt: at(1), persons: 3 }));
    await made(enrol({ id, persons: 4 }));
    expect((await enrol({ id, persons: 6 })).error?.reason).toBe('slot.full');
    expect(await stateOf(slot)).toEqual({ taken: 4, rows: 4 });
    expect((await enrol({ id, startsAt: at(2) })).error?.reason).toBe('slot.full');
    await made(enrol({ id, startsAt: at(2), persons: 2 }));
    expect([await stateOf(slot), await stateOf(later)]).toEqual([
      { taken: 0, rows: 0 },
      { taken: 2, rows: 2 },
    ]);
    expect((await admin.post('TestEnrolments/Cancel', { id })).status).toBe(200);
    const other = await made(enrol({ title: '二', room: world.rooms[0], startsAt: at(2) }));
    expect((await admin.post('TestEnrolments/Retake', { id })).error?.reason).toBe('slot.full');
    expect((await admin.delete('TestEnrolments/Delete', { Id: other })).status).toBe(200);
    expect((await admin.post('TestEnrolments/Retake', { id })).status).toBe(200);
    expect(await stateOf(later)).toEqual({ taken: 2, rows: 2 });
    expect((await enrol({ title: '三', room: world.rooms[0], startsAt: at(3) })).error).toMatchObject({
      reason: 'slot.not-open',
      message: '该时段未开放预约，请选择已开放的时段',
    });
    await open(at(4), null);
    await made(enrol({ title: '四', room: world.rooms[0], startsAt: at(4), persons: 10 }));
  });

  test('fewer than are taken are refused with who has them; what is free is found for many days at once', async () => {
    const at = nextDay();
    const slot = await open(at(1), 5, 3);
    await open(at(5), 3, 3);
    await made(enrol({ title: '李四', room: world.rooms[3], startsAt: at(1), persons: 2 }));
    const change = (places: number, mayRead = true): Promise<void> =>
      asSystem(world.app, 'Alpha', (ctx) => changePlaces({ ...ctx, can: () => mayRead }, slot, places));
    await expect(change(1)).rejects.toMatchObject({
      reason: 'slot.below-taken-by',
      params: { taken: 2, names: '李四' },
    });
    await expect(change(1, false)).rejects.toMatchObject({ reason: 'slot.below-taken', params: { taken: 2 } });
    await change(2);
    const found = await asSystem(world.app, 'Alpha', (ctx) =>
      freePlaces(ctx, { kind: 'activityRoom', subjects: world.rooms, from: new Date(at(0)), to: new Date(at(24)) }),
    );
    expect(found.map(({ subject, free }) => [subject, free])).toEqual([
      [world.rooms[3], 0],
      [world.rooms[3], 3],
    ]);
  });

  test('two nodes give no place twice, and one that is stopped amid bookings leaves no place without its row', async () => {
    const at = nextDay();
    const slot = await open(at(1), 20);
    const second = await world.app.secondNode();
    const other = await world.app.at(second.url, 'admin', 'Alpha');
    const body = { title: '讲座', room: world.rooms[0], startsAt: at(1) };
    const answers = Array.from({ length: 60 }, (_, each) =>
      enrol(body, each % 2 === 0 ? admin : other).catch(() => undefined),
    );
    await Promise.race(answers);
    await second.close();
    await Promise.all(answers);
    const rows = await world.app.query<{ count: number }>(
      'Alpha',
      "select count(*)::integer as count from test_enrolment where tenant_id = $1 and starts_at = $2 and state = 'waiting'",
      [at(1)],
    );
    expect(await stateOf(slot)).toEqual({ taken: rows[0]?.count, rows: rows[0]?.count });
    for (let left = 20 - (rows[0]?.count ?? 0); left > 0; left -= 1) await made(enrol(body));
    expect((await enrol(body)).error?.reason).toBe('slot.full');
    expect(await stateOf(slot)).toEqual({ taken: 20, rows: 20 });
  });
});
