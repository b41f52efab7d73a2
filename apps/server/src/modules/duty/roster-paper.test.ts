import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

interface Issued {
  readonly version: number;
  readonly content: {
    readonly number: { readonly value: string };
    readonly parts: readonly { readonly rows: readonly (readonly string[])[] }[];
    readonly reason: string | null;
  };
}

const monday = '2031-05-12';
const paper = { key: 'rosterWeek', id: 20_310_512 };

let app: TestApp;
let admin: Client;
let nurse: number;
let day: number;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2031-05-07T02:00:00Z') });
  admin = await app.as('admin', 'Alpha');
  await addUser(app, 'Alpha', { userName: 'paper-nurse', dataScope: 'all', allPermissions: false });
  const [found] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'paper-nurse'",
  );
  nurse = found?.id ?? 0;
  day = await done(
    admin.post<number>('DutyType/CreateOrEdit', {
      kind: 'duty',
      name: '白班',
      shortName: '班',
      color: '#2D8CF0',
      startTime: '08:00',
      endTime: '20:00',
    }),
  );
});
afterAll(() => app.close());

async function publish(workDate: string): Promise<Issued> {
  const entry = { userId: nurse, workDate, dutyTypeId: day };
  await done(admin.post('SchedulingTable/SaveWeek', { weekStart: monday, entries: [entry] }));
  await done(admin.post('SchedulingTable/Publish', { weekStart: monday }));
  return done(admin.get<Issued>('Documents/GetVersion', paper));
}

test('the week is issued when it is published, and once more when shifts were added', async () => {
  const first = await publish(monday);
  expect(first).toMatchObject({ version: 1, content: { number: { value: expect.stringContaining(monday) } } });
  expect(first.content.parts[0]?.rows.map(([startsAt]) => startsAt)).toEqual([`${monday} 08:00`]);
  const second = await publish('2031-05-13');
  expect(second).toMatchObject({ version: 2, content: { reason: '发布排班' } });
  expect(second.content.parts[0]?.rows).toHaveLength(2);
});
