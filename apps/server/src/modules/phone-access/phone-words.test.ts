import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, startBookings } from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

const words = ['constructor', '__proto__', 'toString', "' or 1=1 --", '-1', '9'.repeat(40), '\u0000', 'x'.repeat(5000)];

let world: BookingWorld;
let client: Client;

beforeAll(async () => {
  world = await startBookings({ people: 1, doctors: 0, capacity: 1 });
  const userId = world.people[0]?.id;
  await done(world.admin.post('C_client/CreateOrEdit', { id: userId, phone: '13900200110' }));
  const link = await done(world.admin.post<{ id: number }>('PhoneAccess/CreateLink', { userId, purpose: 'booking' }));
  const { database, phoneSessions } = world.app.server.services;
  const expiresAt = new Date(world.clock.now + 3_600_000);
  const token = await database.withTenant(world.app.tenants.Alpha, (tx) =>
    phoneSessions.begin(tx, { linkId: link.id, expiresAt }),
  );
  client = world.app.visitor().with({ authorization: `Bearer ${token ?? ''}` });
});
afterAll(() => world.app.close());

test('a word from outside as an argument of a phone page is refused or finds nothing', async () => {
  const calls = world.app.server.app.entries.filter(({ phone }) => phone !== undefined);
  expect(calls.length).toBeGreaterThan(5);
  const problems: string[] = [];
  for (const { verb, path, call } of calls) {
    const names = Object.keys((call?.input as { readonly shape?: object } | undefined)?.shape ?? {});
    for (const word of words) {
      const given = { Sorting: word, ...Object.fromEntries(names.map((name) => [name, word])) };
      const { status } = verb === 'GET' ? await client.get(path, given) : await client.post(path, given);
      if (status === 401 || status >= 500) problems.push(`${path} ${word.slice(0, 20)}: ${status}`);
    }
  }
  expect(problems).toEqual([]);
});
