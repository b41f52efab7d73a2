import { client, clientConsent } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

interface Shown {
  readonly familyId: number | null;
  readonly headClientId: number | null;
  readonly members: readonly { readonly clientId: number; readonly relationToHead: string; readonly name: string }[];
}

const grownUp = { birthday: '1970-01-01' };
const person = (more: object = {}): Promise<number> => samples.plant(client, 'relative', { ...grownUp, ...more });
const post = (call: string, body: object, by = admin): Promise<Answer<unknown>> => by.post(call, body as never);
const add = (body: object, by = admin): Promise<Answer<unknown>> => post('ClientFamily/AddMember', body, by);
const familyOf = async (id: number, by = admin): Promise<Shown> =>
  (await by.get<Shown>('ClientFamily/GetById', { id })).result;
const reasons = ({ error }: Answer<unknown>): string => JSON.stringify(error?.validationErrors ?? error);
const relations = async (id: number): Promise<Readonly<Record<number, string>>> =>
  Object.fromEntries((await familyOf(id)).members.map((one) => [one.clientId, one.relationToHead]));

async function made(householder: number, more: object = {}): Promise<number> {
  const { result, error } = await post('XYJ_FamilyInfo/CreateOrEdit', { familyName: '王家', householder, ...more });
  expect(error).toBe(null);
  return result as number;
}

test('a family begins with its head; members are added, changed by the same call, and removed', async () => {
  const [head, wife] = [await person(), await person()];
  expect(await familyOf(head)).toEqual({ familyId: null, familyName: null, headClientId: null, members: [] });
  const familyId = await made(head);
  expect(await familyOf(head)).toMatchObject({ familyId, headClientId: head, members: [{ relationToHead: '0' }] });
  expect(reasons(await add({ familyId, clientId: wife, relationToHead: '0' }))).toContain('只有一位户主');
  expect((await add({ familyId, clientId: wife, relationToHead: '8' })).error).toBe(null);
  expect((await add({ familyId, clientId: wife, relationToHead: '1' })).error).toBe(null);
  expect(await relations(head)).toEqual({ [head]: '0', [wife]: '1' });
  const { result } = await admin.get<{ members: readonly object[] }>('XYJ_FamilyInfo/GetXYJ_FamilyInfoForEdit', {
    Id: familyId,
  });
  expect(result.members).toHaveLength(2);
  const headGone = await admin.delete('ClientFamily/RemoveMember', { familyId, clientId: head });
  expect(headGone.error?.message).toContain('户主不能移出');
  expect((await admin.delete('ClientFamily/RemoveMember', { familyId, clientId: wife })).status).toBe(200);
  expect((await admin.delete('ClientFamily/RemoveMember', { familyId, clientId: wife })).status).toBe(404);
  expect(await familyOf(wife)).toMatchObject({ familyId: null, members: [] });
});

test('a client is in one family at most, also when two calls add at once', async () => {
  const [one, other, child] = [await person(), await person(), await person()];
  const families = [await made(one), await made(other, { familyName: '李家' })];
  const answers = await Promise.all(
    families.map((familyId) => add({ familyId, clientId: child, relationToHead: '2' })),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  const again = await post('XYJ_FamilyInfo/CreateOrEdit', { familyName: '新家', householder: one });
  expect(again.error?.message).toContain('已是“王家”的成员');
});

test('a save with members leaves exactly these, and a new head is a member', async () => {
  const [head, wife, son] = [await person(), await person(), await person()];
  const id = await made(head, {
    members: [
      { clientId: wife, relationToHead: '1' },
      { clientId: son, relationToHead: '2' },
    ],
  });
  expect(await relations(head)).toEqual({ [head]: '0', [wife]: '1', [son]: '2' });
  const wrong = await post('XYJ_FamilyInfo/CreateOrEdit', {
    id,
    members: [
      { clientId: wife, relationToHead: '1' },
      { clientId: son, relationToHead: '0' },
    ],
  });
  expect(wrong.error?.validationErrors).toMatchObject([{ members: ['members[1].relationToHead'] }]);
  expect(
    (await post('XYJ_FamilyInfo/CreateOrEdit', { id, members: [{ clientId: wife, relationToHead: '1' }] })).error,
  ).toBe(null);
  expect(await relations(head)).toEqual({ [head]: '0', [wife]: '1' });
  expect((await post('XYJ_FamilyInfo/CreateOrEdit', { id, householder: wife })).error).toBe(null);
  expect(await relations(head)).toEqual({ [head]: '8', [wife]: '0' });
});

test('health data are open to a member only when every other adult has agreed', async () => {
  const [head, wife] = [await person(), await person()];
  const child = await person({ birthday: '2020-01-01' });
  const familyId = await made(head, { members: [{ clientId: child, relationToHead: '2' }] });
  const open = { familyId, clientId: wife, relationToHead: '1', canViewData: true };
  expect(reasons(await add(open))).toContain('还有 1 位成年家人');
  await samples.plant(clientConsent, 'agrees', { client: head, kind: 'family', state: 'valid', expiresOn: null });
  expect((await add(open)).error).toBe(null);
  const brother = { familyId, clientId: await person(), relationToHead: '7' };
  expect((await add(brother)).error?.validationErrors).toMatchObject([{ members: ['clientId'] }]);
});

test('who sees one member sees the family and no member out of sight', async () => {
  const { client: other } = await addUser(app, 'Alpha', {
    userName: 'family.own',
    dataScope: 'own',
    allPermissions: true,
  });
  const [user] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'family.own'",
  );
  const own = await person({ healthManager: user?.id });
  const [head, son] = [await person(), await person()];
  const id = await made(head, {
    members: [
      { clientId: own, relationToHead: '1' },
      { clientId: son, relationToHead: '2' },
    ],
  });
  expect((await familyOf(own, other)).members.map((one) => one.clientId)).toEqual([own]);
  expect((await other.get('ClientFamily/GetById', { id: head })).status).toBe(404);
  expect((await add({ familyId: id, clientId: son, relationToHead: '3' }, other)).status).toBe(400);
  expect((await other.delete('ClientFamily/RemoveMember', { familyId: id, clientId: son })).status).toBe(404);
  const gone = await other.delete('XYJ_FamilyInfo/Delete', { Id: id });
  expect(gone.error?.message).toContain('不在您的可见范围内');
  const saved = await post('XYJ_FamilyInfo/CreateOrEdit', { id, remark: '低保', members: [] }, other);
  expect(saved.error).toBe(null);
  expect(await relations(head)).toEqual({ [head]: '0', [son]: '2' });
});

test('the head of others is not deleted; a member or a family that is, leaves the files of the others', async () => {
  const [head, wife] = [await person(), await person()];
  const id = await made(head, { members: [{ clientId: wife, relationToHead: '1' }] });
  const { items } = (await admin.get<{ items: readonly object[] }>('C_client/GetPagedAll', { familyIdFilter: id }))
    .result;
  expect(items).toHaveLength(2);
  expect((await admin.delete('C_client/Delete', { Id: head })).error?.message).toContain('请先更换户主再删除');
  expect((await admin.delete('C_client/Delete', { Id: wife })).error).toBe(null);
  expect(await relations(head)).toEqual({ [head]: '0' });
  expect((await admin.delete('XYJ_FamilyInfo/Delete', { Id: id })).error).toBe(null);
  expect(await familyOf(head)).toMatchObject({ familyId: null });
});

test('the list of clients names the family of each, and is filtered by it', async () => {
  const [head, wife, other] = [await person(), await person(), await person()];
  const familyId = await made(head, { familyName: '同页家庭' });
  await add({ familyId, clientId: wife, relationToHead: '1' });
  interface Listed {
    readonly c_client: { readonly id: number; readonly familyId: number | null; readonly familyName: string | null };
  }
  const listed = async (query: object): Promise<readonly unknown[]> =>
    (
      await admin.get<{ items: readonly Listed[] }>('C_client/GetPagedAll', { ...query, MaxResultCount: 50 } as never)
    ).result.items.map((row) => {
      const { id, familyId: family, familyName } = row.c_client ?? row;
      return [id, family, familyName];
    });
  const rows = await listed({ IdFilter: [head, wife, other].join(','), Sorting: 'id' });
  expect(rows).toEqual([
    [head, familyId, '同页家庭'],
    [wife, familyId, '同页家庭'],
    [other, null, null],
  ]);
  expect(await listed({ FamilyIdFilter: familyId, Sorting: 'id' })).toEqual(rows.slice(0, 2));
});
