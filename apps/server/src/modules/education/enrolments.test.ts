import type { Answer } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import {
  come,
  type EducationWorld,
  enrol,
  openLecture,
  phoneOf,
  startEducation,
  storedOf,
  wrongSlots,
} from '../../../test/education-world.ts';
import { type Made, makePeople } from '../../../test/made-people.ts';

let world: EducationWorld;
let people: readonly Made[];

beforeAll(async () => {
  world = await startEducation();
  people = await makePeople(world.app, 2);
});
afterAll(() => world.app.close());

const service = 'HealthEducationEnroll';
const move = (name: string, body: object): Promise<Answer<unknown>> =>
  world.admin.post(`${service}/${name}`, body as never);
const refusalOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.reason,
  error?.validationErrors?.flatMap(({ members }) => members),
];
const statuses = async (education: number): Promise<readonly (readonly [number, number | null])[]> =>
  (await storedOf(world, education)).map(({ status, waitNo }) => [status, waitNo]);

/** Enrols, and again where the server was too busy to begin. */
async function enrolAtLast(education: number, nth: number): Promise<number> {
  const { status } = await enrol(world, [education, nth]);
  return status === 503 ? enrolAtLast(education, nth) : status;
}

test('of 200 who enrol at once for 20 places, exactly 20 have one and the others wait in order', async () => {
  const id = await openLecture(world, { maxCount: 20 });
  const answers = await Promise.all(Array.from({ length: 200 }, (_one, nth) => enrolAtLast(id, nth)));
  expect(new Set(answers)).toEqual(new Set([200]));
  const rows = await storedOf(world, id);
  expect(rows.filter(({ status }) => status === 1)).toHaveLength(20);
  const waiting = rows.filter(({ status }) => status === 6).map(({ waitNo }) => waitNo);
  expect(waiting.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 180 }, (_one, nth) => nth + 1));
  expect(await wrongSlots(world)).toEqual([]);

  // As many cancel at once: as many of the first move up.
  const placed = rows.filter(({ status }) => status === 1);
  await Promise.all(placed.slice(0, 10).map((row) => done(move('Cancel', { id: row.id }))));
  const after = await storedOf(world, id);
  expect(after.filter(({ status }) => status === 1)).toHaveLength(20);
  const left = after.filter(({ status }) => status === 6).map(({ waitNo }) => waitNo ?? 0);
  expect(Math.min(...left)).toBe(11);
  expect(await wrongSlots(world)).toEqual([]);
});

test('the first whose persons fit moves up; a larger group keeps its place in the list', async () => {
  const id = await openLecture(world, { maxCount: 4 });
  const single = await done(enrol(world, [id, 1]));
  const three = await done(enrol(world, [id, 2], { personCount: 3 }));
  await done(enrol(world, [id, 3], { personCount: 3 }));
  await done(enrol(world, [id, 4]));
  await done(enrol(world, [id, 5]));
  expect(refusalOf(await enrol(world, [id, 6], { personCount: 5 }))).toEqual([
    400,
    'validation.failed',
    ['personCount'],
  ]);
  await done(move('Cancel', { id: single }));
  expect((await statuses(id)).slice(2)).toEqual([
    [6, 1],
    [1, null],
    [6, 3],
  ]);
  await done(move('Cancel', { id: three, remark: '有事' }));
  expect((await statuses(id)).slice(2)).toEqual([
    [1, null],
    [1, null],
    [6, 3],
  ]);
  expect(await wrongSlots(world)).toEqual([]);
  await expect
    .poll(() =>
      world.app.query(
        'Alpha',
        "select recipient from outgoing_message where tenant_id = $1 and purpose = 'educationPlace' and recipient = any($2)",
        [[phoneOf(3), phoneOf(4)]],
      ),
    )
    .not.toHaveLength(0);
});

test('a phone enrols once in an activity, and again after a cancellation', async () => {
  const id = await openLecture(world);
  const first = await done(enrol(world, [id, 1]));
  expect(refusalOf(await enrol(world, [id, 1]))).toEqual([409, 'enrolment.same-phone', ['phone']]);
  const both = await Promise.all([enrol(world, [id, 2]), enrol(world, [id, 2])]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await done(move('Cancel', { id: first }));
  await done(enrol(world, [id, 1]));
});

test('numbers cannot be guessed through enrolments: every typed one counts, taken or not', async () => {
  const id = await openLecture(world);
  const own = await done(enrol(world, [id, 31]));
  await done(enrol(world, [id, 32]));
  const { client: nurse } = await addUser(world.app, 'Alpha', {
    userName: 'guessing',
    dataScope: 'all',
    allPermissions: true,
  });
  const change = (phone: string): Promise<Answer<unknown>> =>
    nurse.post(`${service}/CreateOrEdit`, { id: own, healthEducationId: id, phone });
  const taken = phoneOf(32);
  const guesses = ['1111', '2222', '3333'].map((middle) => taken.slice(0, 3) + middle + taken.slice(7));
  for (const guess of guesses) expect((await change(guess)).status).toBe(200);
  expect(refusalOf(await change(taken))).toEqual([429, 'search.too-alike', undefined]);
});

test('a phone that somebody out of sight enrolled with is refused without the number of that enrolment', async () => {
  const id = await openLecture(world);
  const [, person] = people;
  await done(world.admin.post(`${service}/CreateOrEdit`, { healthEducationId: id, userId: person?.id ?? 0 }));
  const { client: narrow } = await addUser(world.app, 'Alpha', {
    userName: 'narrowdesk',
    dataScope: 'own',
    allPermissions: true,
  });
  const again = await narrow.post(`${service}/CreateOrEdit`, {
    healthEducationId: id,
    name: '某某',
    phone: person?.phone ?? '',
    personCount: 1,
  });
  expect(refusalOf(again)).toEqual([409, 'enrolment.same-phone-unseen', ['phone']]);
  expect(again.text).not.toMatch(/BM\d/);
});

test('a client needs no name and phone of the enrolment; a stranger does', async () => {
  const id = await openLecture(world);
  const [person] = people;
  const body = { healthEducationId: id };
  const nameless = await world.admin.post(`${service}/CreateOrEdit`, body);
  expect(refusalOf(nameless)).toEqual([400, 'validation.failed', ['name', 'phone']]);
  const enrolled = await done(
    world.admin.post<number>(`${service}/CreateOrEdit`, { ...body, userId: person?.id ?? 0 }),
  );
  const page = await done(
    world.admin.get<{ items: object[] }>(`${service}/GetAll`, { userIdFilter: String(person?.id) }),
  );
  expect(page.items).toMatchObject([{ id: enrolled, name: person?.name, clientName: person?.name, status: 1 }]);
});

test('what a client who died was enrolled for is cancelled, and who waits moves up', async () => {
  const id = await openLecture(world, { maxCount: 1 });
  const [, person] = people;
  const body = { healthEducationId: id, userId: person?.id ?? 0 };
  await done(world.admin.post<number>(`${service}/CreateOrEdit`, body));
  await done(enrol(world, [id, 1]));
  const death = { id: person?.id ?? 0, state: 'deceased', stateReason: '病逝', stateDate: '2031-05-09' };
  await done(world.admin.post('C_client/CreateOrEdit', death));
  await expect
    .poll(() => statuses(id))
    .toEqual([
      [4, null],
      [1, null],
    ]);
  expect((await storedOf(world, id))[0]?.remark).toBe('客户死亡');
  expect(await wrongSlots(world)).toEqual([]);
});

test('who needs approval holds a place until it is refused, and moves up to be approved', async () => {
  const id = await openLecture(world, { maxCount: 1, needApprove: true });
  const first = await done(enrol(world, [id, 1]));
  const second = await done(enrol(world, [id, 2]));
  expect(await statuses(id)).toEqual([
    [0, null],
    [6, 1],
  ]);
  const refuse = { id: first, status: 2, remark: '不在适用人群' };
  await done(world.admin.put(`${service}/UpdateAppointmentRecordStatus`, refuse));
  expect(await statuses(id)).toEqual([
    [2, null],
    [0, null],
  ]);
  expect((await storedOf(world, id))[0]?.remark).toBe('不在适用人群');
  await done(world.admin.put(`${service}/UpdateAppointmentRecordStatus`, { id: second, status: 1 }));
  expect(await wrongSlots(world)).toEqual([]);
});

test('enrolment ends with its deadline, signing in lasts from an hour before to the end, then nobody is left', async () => {
  const hours = { startTime: '2031-05-10T11:10:00+08:00', endTime: '2031-05-10T13:00:00+08:00' };
  const id = await openLecture(world, { maxCount: 3, ...hours, enrollDeadline: '2031-05-10T10:05:00+08:00' });
  const [came, missed, third] = await Promise.all([1, 2, 3].map((nth) => done(enrol(world, [id, nth]))));
  const waits = await done(enrol(world, [id, 4]));
  world.clock.now = Date.parse('2031-05-10T02:05:01Z');
  expect(refusalOf(await enrol(world, [id, 5]))).toEqual([400, 'validation.failed', ['healthEducationId']]);
  world.clock.now = Date.parse('2031-05-10T02:09:59Z');
  const early = await move('SignIn', { id: came });
  expect([early.error?.reason, early.error?.message]).toEqual([
    'enrolment.sign-in-closed',
    '签到时间为 2031-05-10 10:10 至 2031-05-10 13:00，请在此时间内签到',
  ]);
  world.clock.now = Date.parse('2031-05-10T02:10:00Z');
  await done(move('SignIn', { id: came }));
  await come(world, id, 'starts_at');
  await done(move('Cancel', { id: third }));
  expect((await storedOf(world, id)).find((row) => row.id === waits)?.status).toBe(6);
  await come(world, id, 'ends_at');
  await expect
    .poll(async () => new Map((await storedOf(world, id)).map((row) => [row.id, row.status])))
    .toEqual(
      new Map([
        [came, 3],
        [missed, 5],
        [third, 4],
        [waits, 4],
      ]),
    );
  expect((await move('SignIn', { id: missed })).error?.reason).toBe('state.not-allowed');
  expect(await wrongSlots(world)).toEqual([]);
});
