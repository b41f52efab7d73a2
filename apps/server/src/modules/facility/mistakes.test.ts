import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { makePeople, type Made } from '../../../test/made-people.ts';
import { placesOf, type Wrapped } from '../../../test/made-places.ts';

let app: TestApp;
let admin: Client;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  people = await makePeople(app, 4);
});
afterAll(() => app.close());

const { newRoom, bedsOf } = placesOf(() => admin);

interface StayItem {
  readonly bedStay: { readonly bedId: number; readonly beginTime: string; readonly endTime: string | null };
}
const staysOf = async (person: number): Promise<readonly StayItem['bedStay'][]> => {
  const query = { ['client_idFilter']: people[person]?.id ?? 0 };
  return (await done(admin.get<Wrapped<StayItem>>('BedStays/GetAll', query))).items.map(({ bedStay }) => bedStay);
};
const assign = (id: number, person: number): Promise<unknown> =>
  done(admin.post('Beds/Assign', { id, client_id: people[person]?.id }));
const statesOf = async (room: number): Promise<readonly string[]> => (await bedsOf(room)).map(({ state }) => state);

test('a stay that was entered today in the wrong bed is put right without a false stay', async () => {
  const room = await newRoom();
  const [wrong = 0, right = 0] = (await bedsOf(room)).map(({ id }) => id);
  await assign(wrong, 0);
  const [before] = await staysOf(0);
  await done(admin.post('Beds/Move', { id: wrong, toBedId: right, mistake: true, reason: '点错床位' }));
  expect(await staysOf(0)).toMatchObject([{ bedId: right, beginTime: before?.beginTime, endTime: null }]);
  expect(await statesOf(room)).toEqual(['free', 'occupied']);
  await assign(wrong, 1);
  const taken = await admin.post('Beds/Move', { id: right, toBedId: wrong, mistake: true });
  expect([taken.status, taken.error?.message]).toEqual([409, expect.stringContaining(people[1]?.name ?? '?')]);
});

test('a stay of the wrong person is taken back today, and none that was entered earlier', async () => {
  const room = await newRoom();
  const [bed = 0, other = 0] = (await bedsOf(room)).map(({ id }) => id);
  await assign(bed, 2);
  await done(admin.post('Beds/Release', { id: bed, mistake: true, reason: '同名' }));
  expect([await staysOf(2), await statesOf(room)]).toEqual([[], ['free', 'free']]);
  await assign(bed, 2);
  await app.query(
    'Alpha',
    "update bed_stay set created_at = created_at - interval '2 days', began_at = began_at - interval '2 days' where tenant_id = $1 and bed_id = $2",
    [bed],
  );
  for (const [call, more] of [
    ['Move', { toBedId: other }],
    ['Release', {}],
  ] as const) {
    const late = await admin.post(`Beds/${call}`, { id: bed, mistake: true, ...more });
    expect([late.status, late.error?.validationErrors?.[0]?.members]).toEqual([400, ['mistake']]);
  }
});

test('the tree says the sex of a resident, by which a room is offered', async () => {
  const room = await newRoom();
  const [bed = 0] = (await bedsOf(room)).map(({ id }) => id);
  await assign(bed, 3);
  const tree = await admin.get<{
    items: readonly {
      floors: readonly { rooms: readonly { beds: readonly { id: number; sex: string | null }[] }[] }[];
    }[];
  }>('Buildings/GetTree');
  const beds = tree.result.items.flatMap(({ floors }) =>
    floors.flatMap(({ rooms }) => rooms.flatMap(({ beds: own }) => own)),
  );
  expect(beds.find(({ id }) => id === bed)?.sex).toBe(people[3]?.gender === '1' ? 'male' : 'female');
});
