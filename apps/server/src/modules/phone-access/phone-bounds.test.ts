import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, startBookings, uploadCover } from '../../../test/booking-world.ts';
import { done } from '../../../test/done.ts';

const words = ['constructor', '__proto__', 'toString', "' or 1=1 --", '-1', '9'.repeat(40), '\u0000', 'x'.repeat(5000)];

let world: BookingWorld;
let massage: number;
const person = (at: number): number => world.people[at]?.id ?? 0;

/** A phone session of a client. */
async function enter(at: number): Promise<Client> {
  const userId = person(at);
  await done(world.admin.post('C_client/CreateOrEdit', { id: userId, phone: `1390020011${at}` }));
  const link = await done(linkOf(at));
  const { database, phoneSessions } = world.app.server.services;
  const expiresAt = new Date(world.clock.now + 3_600_000);
  const token = await database.withTenant(world.app.tenants.Alpha, (tx) =>
    phoneSessions.begin(tx, { linkId: link.id, expiresAt }),
  );
  return world.app.visitor().with({ authorization: `Bearer ${token ?? ''}` });
}

const linkOf = (at: number): Promise<Answer<{ id: number }>> =>
  world.admin.post('PhoneAccess/CreateLink', { userId: person(at), purpose: 'booking' });
const book = (client: Client, day: string): Promise<Answer<{ id: number }>> =>
  client.post('PhoneAccess/Book', { healthServicesId: massage, appointmentDate: day, timeRange: '09:00-10:00' });

beforeAll(async () => {
  world = await startBookings({ people: 4, doctors: 0, capacity: 1 });
  massage = await done(
    world.admin.post<number>('HealthServices/CreateOrEdit', {
      title: '中医推拿',
      category: '1',
      introduction: '<p>放松肩颈</p>',
      cover: await uploadCover(world.admin),
      openDays: [1, 2, 3, 4, 5, 6, 7],
      opensOnHolidays: true,
      advanceDays: 30,
      timeRanges: [{ start: '09:00', end: '10:00', capacity: 20 }],
    }),
  );
  await done(world.admin.post('HealthServices/Offer', { id: massage }));
});
afterAll(() => world.app.close());

test('a client has at most five open bookings by phone, and makes at most ten a day', async () => {
  const client = await enter(1);
  const ids: number[] = [];
  for (const day of ['13', '14', '15', '16', '17']) ids.push((await done(book(client, `2031-05-${day}`))).id);
  const full = await book(client, '2031-05-18');
  expect([full.status, full.error?.reason]).toEqual([409, 'phone-access.many-open']);
  for (let at = 0; at < 5; at += 1) {
    await done(client.post('PhoneAccess/CancelBooking', { id: ids.pop() }));
    ids.push((await done(book(client, '2031-05-19'))).id);
  }
  await done(client.post('PhoneAccess/CancelBooking', { id: ids.pop() }));
  const many = await book(client, '2031-05-19');
  expect([many.status, many.error?.reason]).toEqual([429, 'phone-access.many-made']);
});

test('a booking that has begun is not cancelled by phone', async () => {
  const client = await enter(2);
  const { id } = await done(book(client, '2031-05-13'));
  await world.app.query(
    'Alpha',
    "update health_service_booking set starts_at = '2031-05-11T23:00:00Z' where tenant_id = $1 and id = $2",
    [id],
  );
  const late = await client.post('PhoneAccess/CancelBooking', { id });
  expect([late.status, late.error?.reason]).toEqual([400, 'phone-access.begun']);
});

test('a new link ends the unused one before it, and ten a day are made for a client', async () => {
  const states = async (): Promise<readonly string[]> =>
    (
      await done(world.admin.get<{ links: { state: string }[] }>('PhoneAccess/GetLinks', { userId: person(3) }))
    ).links.map(({ state }) => state);
  await done(world.admin.post('C_client/CreateOrEdit', { id: person(3), phone: '13900200119' }));
  await done(linkOf(3));
  await done(linkOf(3));
  expect(await states()).toEqual(['unused', 'revoked']);
  for (let at = 0; at < 8; at += 1) await done(linkOf(3));
  expect((await linkOf(3)).error?.reason).toBe('phone-access.many-links');
});

test('a word from outside as an argument of a phone page is refused or finds nothing', async () => {
  const client = await enter(0);
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

test('a number is not guessed by links: each try counts as a search, before links are counted', async () => {
  await done(world.admin.post('C_client/CreateOrEdit', { id: person(3), phone: '13977775555' }));
  const { client: nurse } = await addUser(world.app, 'Alpha', {
    userName: 'guessing',
    dataScope: 'all',
    allPermissions: true,
  });
  const link = (phone: string): Promise<Answer<unknown>> =>
    nurse.post('PhoneAccess/CreateLink', { userId: person(3), purpose: 'booking', phone });
  for (const guess of ['13900015555', '13900025555', '13900035555'])
    expect((await link(guess)).error?.validationErrors).toMatchObject([{ members: ['phone'] }]);
  const right = await link('13977775555');
  expect([right.status, right.error?.reason]).toEqual([429, 'search.too-alike']);
  const looks = await world.app.query<{ count: number }>(
    'Alpha',
    "select count(*)::integer from value_search where tenant_id = $1 and user_id = (select id from app_user where tenant_id = $1 and user_name_key = 'guessing')",
  );
  expect(looks).toEqual([{ count: 3 }]);
});
