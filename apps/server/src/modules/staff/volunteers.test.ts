import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { residentNumber } from '../../../test/made-people.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2031-05-12T02:00:00Z') });
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const save = (more: object): Promise<Answer<number>> =>
  admin.post<number>('XYJ_Volunteer/CreateOrEdit', { name: '沈雨桐', phone: '13987134105', ...more } as never);
const next = (): Promise<string> => done(admin.get<string>('XYJ_Volunteer/getserviceNo'));
const fieldOf = ({ status, error }: Answer<unknown>): unknown => [status, error?.validationErrors?.[0]?.members];
const grown = residentNumber('530102', '2003-05-14', 524);

interface Edited {
  readonly xyJ_Volunteer: Record<string, unknown>;
}

test('the next number is shown without being taken; the saved volunteer has it', async () => {
  expect([await next(), await next()]).toEqual(['V20310001', 'V20310001']);
  const id = await done(
    save({
      certificate_no: grown,
      skills: ['chat', 'digital'],
      freeTime: [{ weekday: 6, start: '09:00', end: '11:30' }],
    }),
  );
  expect(await next()).toBe('V20310002');
  const { xyJ_Volunteer: row } = await done(admin.get<Edited>('XYJ_Volunteer/GetXYJ_VolunteerForEdit', { Id: id }));
  expect(row).toMatchObject({ serviceNo: 'V20310001', gender: '2', skills: ['chat', 'digital'], state: 0 });
  expect(row['freeTime']).toEqual([{ weekday: 6, start: '09:00', end: '11:30' }]);
  expect(row['certificate_no']).not.toBe(grown);
});

test('an ID number is filed once in a tenant, and belongs to somebody of 16 or more', async () => {
  const twice = await save({ certificate_no: grown });
  expect([twice.status, twice.error?.validationErrors?.[0]?.members]).toEqual([409, ['certificate_no']]);
  expect(fieldOf(await save({ certificate_no: residentNumber('530102', '2015-05-13', 11) }))).toEqual([
    400,
    ['certificate_no'],
  ]);
  const young = { certificate_no: residentNumber('530102', '2014-05-12', 13) };
  expect(fieldOf(await save(young))).toEqual([400, ['guardianAgreed']]);
  await done(save({ ...young, guardianAgreed: true }));
});

test('free hours end after they start, and the sex is that of the number', async () => {
  const other = { certificate_no: residentNumber('530102', '1990-01-01', 17) };
  const wrong = await save({ ...other, freeTime: [{ weekday: 1, start: '11:00', end: '09:00' }] });
  expect(fieldOf(wrong)).toEqual([400, ['freeTime']]);
  expect(fieldOf(await save({ ...other, gender: '2' }))).toEqual([400, ['gender']]);
});

test('a volunteer is approved, paused, taken back and leaves for good', async () => {
  const id = await done(save({ certificate_no: residentNumber('530102', '1985-03-04', 19) }));
  const step = (name: string): Promise<Answer<unknown>> => admin.post(`XYJ_Volunteer/${name}`, { id } as never);
  expect((await step('Pause')).error?.reason).toBe('state.not-allowed');
  for (const name of ['Approve', 'Pause', 'Resume', 'Leave']) await done(step(name));
  expect((await step('Resume')).error?.reason).toBe('state.not-allowed');
});
