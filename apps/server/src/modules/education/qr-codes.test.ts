import type { Answer } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import {
  come,
  type EducationWorld,
  enrol,
  openLecture as openAt,
  phoneOf,
  startEducation,
  storedOf,
} from '../../../test/education-world.ts';

let world: EducationWorld;
beforeAll(async () => {
  // Messages with codes end by the clock of the machine.
  world = await startEducation(Date.now());
});
afterAll(() => world.app.close());

const ahead = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const openLecture = (more: object): Promise<number> =>
  openAt(world, { startTime: ahead(30), endTime: ahead(32), ...more });

const service = 'HealthEducationEnroll';

/** The code of an activity, as its QR picture holds it. */
async function codeOf(id: number, purpose: string): Promise<string> {
  const { url } = await done<{ url: string }>(world.admin.get('HealthEducation/GetQrCode', { id, purpose }));
  expect(url).toMatch(/^\/phoneIndex\/activity#[\w-]+$/);
  return url.split('#')[1] ?? '';
}

/** Somebody who is not signed in, and names no tenant. */
const visit = <T>(name: string, body: object): Promise<Answer<T>> =>
  world.app.visitor().post<T>(`${service}/${name}`, body as never);

const rest = (): Promise<unknown> =>
  world.app.query(
    'Alpha',
    "update phone_proof set created_at = created_at - interval '2 minutes' where tenant_id = $1",
  );

async function digitsFor(code: string, phone: string): Promise<string> {
  await rest();
  await done(visit('SendCode', { code, phone }));
  return /\d{6}/.exec(await wholeText(world.app, 'Alpha', phone))?.[0] ?? 'none';
}

const enrolBy = async (code: string, phone: string, more: object = {}): Promise<Answer<Enrolled>> =>
  visit('EnrolByCode', { code, phone, name: '岳来访', smsCode: await digitsFor(code, phone), ...more });

interface Enrolled {
  readonly enrollNo: string;
  readonly status: number;
  readonly waitNo: number | null;
  readonly isNew: boolean;
}

const reasonOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.[0]?.members[0] ?? error?.reason,
];

test('whoever scans the poster proves the number and has a place, or waits', async () => {
  const id = await openLecture({ maxCount: 2 });
  const code = await codeOf(id, 'enrol');
  expect(await codeOf(id, 'enrol')).not.toBe(code);
  expect(await done(visit('OpenCode', { code }))).toMatchObject({ purpose: 'enrol', freePlaces: 2, isOpen: true });

  const first = await done(enrolBy(code, '13911110001', { personCount: 2 }));
  expect(first).toMatchObject({ status: 1, isNew: true });
  // Numbers count the days of the tenant's zone.
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  expect(first.enrollNo).toContain(day);
  expect(await done(visit('OpenCode', { code }))).toMatchObject({ freePlaces: 0 });
  expect(await done(enrolBy(code, '13911110002'))).toMatchObject({ status: 6, waitNo: 1 });
  // The same number again is answered with what it has.
  expect(await done(enrolBy(code, '13911110001'))).toEqual({ ...first, isNew: false });
  expect(await storedOf(world, id)).toHaveLength(2);
  const [row] = await world.app.query<object>(
    'Alpha',
    'select name, source, client_id as client from education_enrolment where tenant_id = $1 and enrol_no = $2',
    [first.enrollNo],
  );
  expect(row).toEqual({ name: '岳来访', source: 'scan', client: null });
});

test('without the digits of the number nobody enrols, and wrong ones end', async () => {
  const id = await openLecture({ maxCount: 2 });
  const code = await codeOf(id, 'enrol');
  const phone = '13911110010';
  const digits = await digitsFor(code, phone);
  const wrong = digits === '000000' ? '111111' : '000000';
  const given = { code, phone, name: '岳来访' };
  expect(reasonOf(await visit('SendCode', { code, phone }))).toEqual([429, 'phone-proof.code-rest']);
  for (let nth = 0; nth < 10; nth += 1)
    expect(reasonOf(await visit('EnrolByCode', { ...given, smsCode: wrong }))).toEqual([400, 'smsCode']);
  expect(reasonOf(await visit('EnrolByCode', { ...given, smsCode: digits }))).toEqual([429, 'phone-proof.too-often']);
  expect(await storedOf(world, id)).toEqual([]);
  // Digits that prove a number to applicants prove nothing here.
  await world.app.query('Alpha', "update phone_proof set purpose = 'applicant' where tenant_id = $1");
  const other = '13911110011';
  await digitsFor(code, other);
  expect(reasonOf(await visit('EnrolByCode', { ...given, phone: other, smsCode: wrong }))).toEqual([400, 'smsCode']);
});

test('digits are used once, also by two at the same time', async () => {
  const id = await openLecture({ maxCount: 0 });
  const code = await codeOf(id, 'enrol');
  const phone = '13911110020';
  const smsCode = await digitsFor(code, phone);
  const answers = await Promise.all(
    [1, 2, 3].map(() => visit<Enrolled>('EnrolByCode', { code, phone, name: '岳来访', smsCode })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
  expect(await storedOf(world, id)).toHaveLength(1);
});

test('the code at the door signs in whoever enrolled, within the window', async () => {
  const id = await openLecture({ maxCount: 2 });
  await done(enrol(world, [id, 31]));
  const [code, phone] = [await codeOf(id, 'signIn'), phoneOf(31)];
  expect(reasonOf(await visit('SignInByCode', { code, phone }))).toEqual([400, 'enrolment.sign-in-closed']);
  await come(world, id, 'starts_at');
  const open = await codeOf(id, 'signIn');
  expect(reasonOf(await visit('SignInByCode', { code: open, phone: '13911119999' }))).toEqual([400, 'phone']);
  expect(reasonOf(await visit('SignInByCode', { code: open, phone: '12' }))).toEqual([400, 'phone']);
  expect(await done(visit('SignInByCode', { code: open, phone }))).toMatchObject({ status: 3 });
  expect(await done(visit('SignInByCode', { code: open, phone }))).toMatchObject({ status: 3 });
  const [row] = await world.app.query<object>(
    'Alpha',
    'select sign_in_way as way, signed_in_at is not null as "isIn" from education_enrolment where tenant_id = $1 and education_id = $2',
    [id],
  );
  expect(row).toEqual({ way: 'scan', isIn: true });
});

test('a code opens its own purpose and activity, until it ends', async () => {
  const id = await openLecture({ maxCount: 2 });
  const [poster, door] = [await codeOf(id, 'enrol'), await codeOf(id, 'signIn')];
  const phone = '13911110040';
  expect(reasonOf(await visit('SendCode', { code: door, phone }))).toEqual([400, 'education.code-over']);
  expect(reasonOf(await visit('SignInByCode', { code: poster, phone }))).toEqual([400, 'education.code-over']);
  for (const code of ['x', `${poster.slice(0, -2)}AA`])
    expect(reasonOf(await visit('OpenCode', { code }))).toEqual([400, 'education.code-over']);
  world.clock.now += 301_000;
  expect(reasonOf(await visit('OpenCode', { code: door }))).toEqual([400, 'education.code-over']);
  expect(await done(visit('OpenCode', { code: poster }))).toMatchObject({ isOpen: true });
  world.clock.now -= 301_000;
  await done(world.admin.post('HealthEducation/Cancel', { id, cancelReason: '场地检修' }));
  expect(await done(visit('OpenCode', { code: poster }))).toMatchObject({ isOpen: false });
  expect(reasonOf(await visit('SendCode', { code: poster, phone }))).toEqual([400, 'education.code-closed']);
  expect(reasonOf(await world.admin.get('HealthEducation/GetQrCode', { id, purpose: 'enrol' }))).toEqual([
    400,
    'education.code-closed',
  ]);
  const other = await world.app.as('admin', 'Beta');
  expect((await other.get('HealthEducation/GetQrCode', { id, purpose: 'enrol' })).status).toBe(404);
});
