import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;
let imeis = 860_000_000_070_000;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-06-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
  await ward.sql(
    "update app_user set is_email_confirmed = true, email_address = 'head@example.com' where tenant_id = $1 and user_name_key = 'admin'",
  );
});
afterAll(() => ward.close());

/** Persons with registered cuffs of one product. */
async function cuffs(count: number): Promise<readonly string[]> {
  const made = Array.from({ length: count }, () => {
    imeis += 1;
    return String(imeis);
  });
  for (const imei of made) await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  await ward.sql(
    "update device d set product_id = (select min(product_id) from device o where o.tenant_id = $1 and o.imei like '86000000007%') where d.tenant_id = $1 and d.imei = any($2)",
    [made],
  );
  return made;
}

async function measure(people: readonly string[], high: number, low: number): Promise<void> {
  const measuredAt = ward.now().toISOString();
  await ward.send(...people.map((imei) => ({ imei, dataType: 'bp', measuredAt, values: { high, low } })));
  await ward.follow();
}

interface Counted {
  readonly groups: readonly { readonly level: number; readonly silent: boolean; readonly count: number }[];
  readonly storms: readonly { readonly id: number; readonly level: number; readonly count: number }[];
}

const counted = async (filters: Record<string, string> = {}): Promise<Counted> =>
  (await admin.get<Counted>('AbnormalData/GetAbnormalDataCount', filters)).result;
const listed = async (fold: string): Promise<readonly number[]> =>
  (
    await admin.get<{
      readonly items: readonly {
        readonly abnormalData: { readonly 'abnormaL_LEVEL': number; readonly fold: number };
      }[];
    }>('AbnormalData/GetAll', {
      stateFilter: '0,1,2',
      foldFilter: fold,
      Sorting: 'deskRank asc, toldNobody desc, alarmedTime asc',
      MaxResultCount: 100,
    })
  ).result.items.map(({ abnormalData }) => abnormalData['abnormaL_LEVEL']);
const stormCases = () =>
  ward.sql<{ id: number; level: number; finding: string; state: number }>(
    "select id, level, finding, state from abnormal_case where tenant_id = $1 and client_id is null and type = 'check' order by id",
  );

test('twenty new cases of a rule and product are no storm', async () => {
  await measure(await cuffs(20), 186, 112);
  await ward.tick();
  expect(await stormCases()).toEqual([]);
  expect(await counted()).toMatchObject({ groups: [{ level: 3, count: 20 }], storms: [] });
});

test('one more opens one case of the product with the list; the cases stand folded and stay single', async () => {
  await measure(await cuffs(3), 186, 112);
  await Promise.all([ward.tick(), ward.tick()]);
  const cases = await stormCases();
  expect(cases).toMatchObject([{ level: 3, state: 0 }]);
  expect(cases[0]?.finding).toMatch(/^“测试产品”10 分钟内新增 23 例“.+”，请核实来源：客户001、/);
  const { storms } = await counted();
  expect(storms).toMatchObject([{ level: 3, count: 23, origin: '测试产品' }]);
  expect(await listed('0')).toEqual([3]);
  expect(await listed(`0,${storms[0]?.id}`)).toHaveLength(24);
  expect((await counted({ foldFilter: '0' })).groups).toEqual([{ level: 3, silent: false, count: 1 }]);
  expect((await counted({ foldFilter: '0' })).storms).toEqual(storms);
  const told = await ward.sql('select 1 from alarm_notice where tenant_id = $1 and client_id is not null and rung = 0');
  expect(told.length).toBeGreaterThanOrEqual(23);
});

const notices = async (who: Client): Promise<readonly string[]> =>
  (
    await who.get<{
      readonly items: readonly {
        readonly notification: { readonly notificationName: string; readonly data: { readonly message: string } };
      }[];
    }>('Notification/GetUserNotifications', { MaxResultCount: 50 })
  ).result.items.flatMap(({ notification: { notificationName, data } }) =>
    notificationName === 'App.CaseStorm' ? data.message : [],
  );
const mails = () => ward.sql("select 1 from outgoing_message where tenant_id = $1 and purpose = 'notice'");
const changes = (id: number | undefined) =>
  ward.shown.filter(({ event, payload }) => event === 'abnormalchange' && 'id' in payload && payload.id === id);

test('administrators get one notice and one mail a storm without names; desks are read again', async () => {
  expect(await notices(admin)).toEqual([expect.stringMatching(/“测试产品”10分钟内新增23例异常（规则：.+），请核实/)]);
  expect(await notices(await ward.app.as('nurse', 'Alpha'))).toEqual([]);
  expect(await mails()).toHaveLength(1);
  const [storm] = await stormCases();
  const [manager] = await ward.sql<{ id: number }>(
    "select id from app_user where tenant_id = $1 and user_name_key = 'admin'",
  );
  expect(changes(storm?.id).map(({ rooms }) => rooms.some((room) => room.endsWith(`own:${manager?.id}`)))).toEqual([
    true,
  ]);
});

test('further ones join the same storm, level 4 never does', async () => {
  await measure(await cuffs(4), 205, 122);
  await measure(await cuffs(2), 186, 112);
  await ward.tick();
  expect((await counted()).storms).toMatchObject([{ count: 25 }]);
  const [storm, ...others] = await stormCases();
  expect(others).toEqual([]);
  expect(await notices(admin)).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  expect(changes(storm?.id)).toHaveLength(2);
  expect(await listed('0')).toEqual([4, 4, 4, 4, 3]);
});

test('who takes a case takes it out of the fold, and so does a rise to level 4', async () => {
  const [one, other] = await ward.sql<{ id: number; client: number }>(
    'select id, client_id as client from abnormal_case where tenant_id = $1 and fold > 0 order by id limit 2',
  );
  await admin.post('AbnormalData/Claim', { id: one?.id });
  const [cuff] = await ward.sql<{ imei: string }>(
    'select d.imei from device_binding b join device d on d.tenant_id = $1 and d.id = b.device_id where b.tenant_id = $1 and b.client_id = $2',
    [other?.client],
  );
  ward.advance(2);
  await measure([cuff?.imei ?? ''], 210, 124);
  await ward.tick();
  expect((await counted()).storms).toMatchObject([{ count: 23 }]);
  expect(await listed('0')).toEqual([4, 4, 4, 4, 4, 3, 3]);
});

test('what is usual for a rule is no storm', async () => {
  await ward.sql(
    "update abnormal_case set storm = null, alarmed_at = alarmed_at - interval '1 day' where tenant_id = $1",
  );
  ward.advance(60);
  await measure(await cuffs(22), 186, 112);
  await ward.tick();
  expect((await counted()).storms).toEqual([]);
  expect((await counted()).groups.find(({ level }) => level === 3)?.count).toBeGreaterThanOrEqual(22);
});
