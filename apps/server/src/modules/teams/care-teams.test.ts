import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { client } from '@kangmai/model';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;
const users = new Map<string, number>();
const user = (name: string): number => users.get(name) ?? 0;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  const found = await app.query<{ id: number; name: string }>(
    'Alpha',
    'select id, user_name_key as name from app_user where tenant_id = $1',
  );
  for (const { id, name } of found) users.set(name, id);
});
afterAll(() => app.close());

const save = (more: object, by = admin): Promise<Answer<number>> =>
  by.post<number>('YS_ZLXZs/CreateOrEdit', { xzmc: '家医一组', leaderId: user('admin'), ...more });

interface Member {
  readonly userId: number;
  readonly roleInTeam: string;
  readonly isDefault: boolean;
}
interface ForEdit {
  readonly members: readonly Member[];
  readonly ['yS_ZLXZ']: { readonly zlxz: string; readonly memberCount?: number };
}
const edit = async (id: number): Promise<ForEdit> =>
  (await admin.get<ForEdit>('YS_ZLXZs/GetYS_ZLXZForEdit', { Id: id })).result;
const membersOf = async (id: number): Promise<readonly (readonly [number, string])[]> =>
  (await edit(id)).members.map(({ userId, roleInTeam }) => [userId, roleInTeam]);

test('a team is numbered, its leader becomes a member, and another one may not have that role', async () => {
  const { result: id, error } = await save({ members: [{ userId: user('nurse'), roleInTeam: 'nurse' }] });
  expect(error).toBe(null);
  expect(await membersOf(id)).toEqual([
    [user('admin'), 'leader'],
    [user('nurse'), 'nurse'],
  ]);
  expect((await edit(id))['yS_ZLXZ'].zlxz).toBe('ZL001');
  const two = await save({ members: [{ userId: user('nurse'), roleInTeam: 'leader' }] });
  expect(two.error?.validationErrors).toMatchObject([{ members: ['members[0].roleInTeam'] }]);
  expect((await save({ leaderId: null })).error?.validationErrors).toMatchObject([{ members: ['leaderId'] }]);
  expect((await save({ zlxz: 'zl001' })).error?.validationErrors).toMatchObject([{ members: ['zlxz'] }]);
});

test('the teams of a user are replaced, one of them is the default, and a leader does not leave', async () => {
  const [first, second] = [(await save({ xzmc: '甲组' })).result, (await save({ xzmc: '乙组' })).result];
  const userId = user('nurse');
  const put = (body: object, by = admin) => by.post('XYJ_DoctorUserTeam/CreateOrEdit', { userId, ...body });
  const teams = async (id = userId) =>
    (
      await admin.get<readonly { teamId: number; isDefault: boolean }[]>('XYJ_DoctorUserTeam/GetTeamsByUserId', {
        Id: id,
      })
    ).result.map(({ teamId, isDefault }) => [teamId, isDefault]);
  expect((await put({ teamIds: [first, second] })).status).toBe(200);
  expect((await put({ teamId: second, isDefault: true, roleInTeam: 'nurse' })).status).toBe(200);
  expect(await teams()).toEqual([
    [second, true],
    [first, false],
  ]);
  expect((await put({ teamId: first, isDefault: true })).status).toBe(200);
  expect((await teams())[0]).toEqual([first, true]);
  expect((await put({ teamIds: [second] })).status).toBe(200);
  expect(await teams()).toEqual([[second, false]]);
  const left = await put({ userId: user('admin'), teamIds: [] });
  expect(left.error?.validationErrors).toMatchObject([{ members: ['teamIds'] }]);
  expect((await put({ teamId: second, roleInTeam: 'leader' })).error?.validationErrors).toMatchObject([
    { members: ['roleInTeam'] },
  ]);
  const stranger = await app.as('admin', 'Beta');
  expect((await put({ teamIds: [second] }, stranger)).status).toBe(400);
  expect((await stranger.get('XYJ_DoctorUserTeam/GetTeamsByUserId', { Id: userId })).status).toBe(404);
});

test('a team is full at its limit, stays while it serves clients, and tells how many', async () => {
  const team = (await save({ xzmc: '满员组', maxClients: 1 })).result;
  const [one, other] = [await samples.plant(client, '甲'), await samples.plant(client, '乙')];
  const give = (clientIds: readonly number[]) => admin.post('C_client/BatchAssign', { clientIds, teamId: team });
  expect((await give([one])).status).toBe(200);
  const body = await samples.body(client);
  const refused = await admin.post('C_client/CreateOrEdit', { ...body, teamId: team });
  expect(refused.error?.validationErrors).toMatchObject([{ members: ['teamId'] }]);
  expect((await give([other])).error?.validationErrors).toMatchObject([{ members: ['teamId'] }]);
  const { result } = await admin.get<{ items: readonly object[] }>('YS_ZLXZs/GetAll', { xzmcFilter: '满员组' });
  expect(result.items).toMatchObject([{ ['yS_ZLXZ']: { clientCount: 1, memberCount: 1 } }]);
  const removed = await admin.delete('YS_ZLXZs/Delete', { Id: team });
  expect(removed.error?.reason).toBe('care-team.in-use');
});
