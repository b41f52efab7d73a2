import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let nurseId: number;
// A day to come: what is due by the database's clock waits for the test.
let clock = Date.parse('2031-05-10T02:00:00Z');

beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  // The days of a licence begin in the zone of the tenant, whatever its keeper has.
  await app.query(
    'Alpha',
    "update app_user set time_zone = 'Pacific/Auckland' where tenant_id = $1 and user_name_key = 'admin'",
  );
  admin = await app.as('admin', 'Alpha');
  const [nurse] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name_key = 'nurse'",
  );
  nurseId = nurse?.id ?? 0;
});
afterAll(() => app.close());

const save = (more: object, by = admin): Promise<Answer<number>> =>
  by.post<number>('GY_YGDMs/CreateOrEdit', { ygdm: 'Y1', ygxm: '周立新', ...more });

interface Row {
  readonly id: number;
  readonly ygdm: string;
  readonly pydm: string | null;
}
const listed = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await admin.get<{ items: readonly Record<string, Row>[] }>('GY_YGDMs/GetAll', query)).result.items.map(
    (item) => item['gY_YGDM']?.ygdm ?? '',
  );

test('a code and an account belong to one person; the name is found by its initials', async () => {
  expect((await save({ abpUserId: nurseId })).error).toBe(null);
  expect((await save({ ygxm: '另一人' })).error?.validationErrors).toMatchObject([{ members: ['ygdm'] }]);
  expect((await save({ ygdm: 'Y2', abpUserId: nurseId })).error?.validationErrors).toMatchObject([
    { members: ['abpUserId'] },
  ]);
  expect(await listed({ filter: 'zlx' })).toEqual(['Y1']);
  expect((await (await app.as('admin', 'Beta')).get<{ totalCount: number }>('GY_YGDMs/GetAll')).result.totalCount).toBe(
    0,
  );
});

/** Keys and receivers of the notices about a licence, once all that is due by the test's clock was followed. */
async function notices(id: number): Promise<readonly { readonly key: string; readonly ofNurse: boolean }[]> {
  await app.query(
    'Alpha',
    "update outbox set available_at = now() where tenant_id = $1 and topic = 'licence.ending' and available_at <= $2",
    [new Date(clock)],
  );
  app.server.follower.wake(app.tenants.Alpha);
  await app.server.follower.settled();
  return app.query(
    'Alpha',
    `select key, bool_or(user_id = $2) as "ofNurse" from user_notification where tenant_id = $1 and name = 'App.LicenceEnding' and key like $3 group by key order by key`,
    [nurseId, `licence ${id} %`],
  );
}
test('a licence is notified 60 days before its end and on the day, to its holder and the keepers of codes', async () => {
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    "select id from staff_profile where tenant_id = $1 and code = 'Y1'",
  );
  const id = row?.id ?? 0;
  for (const licenseEndDate of ['2031-07-20', '2031-08-20'])
    expect((await save({ id, abpUserId: nurseId, licenseEndDate })).error).toBe(null);
  expect((await save({ ygdm: 'Y3', licenseEndDate: '2031-06-30' })).error).toBe(null);
  expect(await listed({ licenceEndsSoonFilter: 'true' })).toEqual(['Y3']);
  const due = await app.query<{ at: string }>(
    'Alpha',
    "select to_char(available_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at from outbox where tenant_id = $1 and topic = 'licence.ending' and payload ->> 'endsOn' = '2031-08-20' order by 1",
  );
  expect(due.map(({ at }) => at)).toEqual(['2031-06-21 00:00', '2031-08-20 00:00']);
  // The licence has another end meanwhile.
  clock = Date.parse('2031-05-22T02:00:00Z');
  expect(await notices(id)).toEqual([]);
  clock = Date.parse('2031-06-21T02:00:00Z');
  expect(await notices(id)).toEqual([{ key: `licence ${id} 2031-08-20 soon`, ofNurse: true }]);
  clock = Date.parse('2031-08-20T02:00:00Z');
  expect((await notices(id)).map(({ key }) => key)).toEqual([
    `licence ${id} 2031-08-20 ends`,
    `licence ${id} 2031-08-20 soon`,
  ]);
});
