import { type NodeProcess, startNode } from '@kangmai/testkit/node-process';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, monday, openClinics, startBookings, wrongPlaces } from './booking-world.ts';

/** Two hundred book twenty places while the node that takes their bookings is killed. */

const [people, places] = [200, 20];
const time = `${monday}T08:00:00+08:00`;
let world: BookingWorld;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  world = await startBookings({ people, doctors: 1, capacity: places, slotMinutes: 60 });
  await openClinics(world, [[world.doctors[0] ?? 0, monday]]);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await world.app.close();
});

interface Counts {
  readonly taken: number;
  readonly occupied: number;
}
const nobody: Counts = { taken: 0, occupied: 0 };

const counts = async (): Promise<Counts> => {
  const [row] = await world.app.query<Counts>(
    'Alpha',
    `select s.taken, (select count(*)::integer from occupancy o where o.tenant_id = $1 and o.begins_at = s.begins_at
       and o.kind = 'client') as occupied from slot s where s.tenant_id = $1 and s.begins_at = $2`,
    [new Date(time)],
  );
  return row ?? nobody;
};

async function openNode(): Promise<{ readonly node: NodeProcess; readonly admin: Client }> {
  const node = await startNode(world.app);
  nodes.push(node);
  return { node, admin: await world.app.at(node.url, 'admin', 'Alpha') };
}

/** Everybody books at once; an answer that was lost is undefined. */
const bookAll = (admin: Client): Promise<Answer<number> | undefined>[] =>
  world.people.map(({ id }) =>
    admin
      .post<number>('XYJ_Appointments/CreateOrEdit', {
        appointmentType: 'consult',
        userId: id,
        doctorId: world.doctors[0],
        appointmentTime: time,
        state: 1,
      })
      .catch(() => undefined),
  );

const booked = (answers: readonly (Answer<number> | undefined)[]): number =>
  answers.filter((answer) => answer?.status === 200).length;

test('kill -9 amid bookings: each place that is taken has its booking, and exactly all places are given', async () => {
  const lost: number[] = [];
  for (const share of [0.2, 0.6]) {
    const { node, admin } = await openNode();
    const asked = bookAll(admin);
    await expect
      .poll(async () => (await counts()).taken, { timeout: 60_000, interval: 2 })
      .toBeGreaterThanOrEqual(places * share);
    node.signal('SIGKILL');
    expect(await node.ended).toBe('SIGKILL');
    const answers = await Promise.all(asked);
    const { taken, occupied } = await counts();
    expect(occupied).toBe(taken);
    expect(await wrongPlaces(world)).toEqual([]);
    lost.push(taken);
    // Each confirmed booking is stored.
    expect(taken).toBeGreaterThanOrEqual(booked(answers));
  }
  const { admin } = await openNode();
  for (let left = true; left;) {
    const answers = await Promise.all(bookAll(admin));
    // A busy machine asks for another try.
    left = answers.some((answer) => answer === undefined || answer.status === 503);
  }
  expect(await counts()).toEqual({ taken: places, occupied: places });
  expect(await wrongPlaces(world)).toEqual([]);
  expect(lost[0]).toBeLessThan(places);
}, 300_000);
