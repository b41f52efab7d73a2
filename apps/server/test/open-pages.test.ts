import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { client as clientAt, type Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { roomOfClient, roomOfUser, roomsOfPerson } from '../src/platform/live-bus.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A change acts at every node within two seconds; a busy machine gets ten times as long. */
const soon = { timeout: 20_000, interval: 50 };

let app: TestApp;
let second: Awaited<ReturnType<TestApp['secondNode']>>;
let admin: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp();
  second = await app.secondNode();
  admin = await app.as('admin', 'Alpha');
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await second.close();
  await app.close();
});

interface Node {
  readonly server: TestApp['server'];
  readonly url: string;
}

/** An open page of a user at one of the nodes: its calls and its live connection. */
interface OpenPage {
  readonly calls: Client;
  readonly socket: Socket;
  readonly node: Node;
}

async function openPage(node: Node, userName: string): Promise<OpenPage> {
  const { url } = node;
  const { result } = await app
    .visitor('Alpha')
    .post<{ accessToken: string; encryptedAccessToken: string }>('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    });
  const socket = io(url, {
    query: { enc_auth_token: result.encryptedAccessToken },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  return { calls: clientAt(url, { authorization: `Bearer ${result.accessToken}` }), socket, node };
}

/** A member of staff with pages open at both nodes. */
async function staffWithPages(
  userName: string,
  dataScope: 'all' | 'unit',
): Promise<{ readonly id: number; readonly pages: readonly OpenPage[] }> {
  await addUser(app, 'Alpha', { userName, dataScope, allPermissions: true });
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    'select id from app_user where tenant_id = $1 and user_name = $2',
    [userName],
  );
  return { id: row?.id ?? 0, pages: [await openPage(app, userName), await openPage(second, userName)] };
}

const statusesOf = (pages: readonly OpenPage[]): Promise<readonly number[]> =>
  Promise.all(pages.map(async ({ calls }) => (await calls.get('C_client/GetPagedAll', {})).status));
const countsOf = (pages: readonly OpenPage[]): Promise<readonly number[]> =>
  Promise.all(
    pages.map(
      async ({ calls }) => (await calls.get<{ totalCount: number }>('C_client/GetPagedAll', {})).result.totalCount,
    ),
  );
const areOpen = (pages: readonly OpenPage[]): readonly boolean[] => pages.map(({ socket }) => socket.connected);

/** Whether a page hears what its node says to a room; a mark to its user tells when it would have. */
async function hears(
  { socket, node }: OpenPage,
  { id, room }: { readonly id: number; readonly room: string },
): Promise<boolean> {
  const { bus } = node.server.services;
  let isHeard = false;
  const marked = new Promise<void>((resolve) => {
    socket.on('said', () => {
      isHeard = true;
    });
    socket.once('mark', resolve);
  });
  bus.publish({ event: 'said', rooms: [room], payload: {} });
  bus.publish({ event: 'mark', rooms: [roomOfUser(app.tenants.Alpha, id)], payload: {} });
  await marked;
  socket.off('said');
  return isHeard;
}

const hearing = (
  pages: readonly OpenPage[],
  heard: { readonly id: number; readonly room: string },
): Promise<readonly boolean[]> => Promise.all(pages.map((page) => hears(page, heard)));

test('a deactivated user is out at every node within two seconds, calls and live connections', async () => {
  const { id, pages } = await staffWithPages('leaver', 'all');
  expect(await statusesOf(pages)).toEqual([200, 200]);
  expect((await admin.post('User/DeActivate', { id })).status).toBe(200);
  await expect
    .poll(async () => [...(await statusesOf(pages)), ...areOpen(pages)], soon)
    .toEqual([401, 401, false, false]);
});

test('a changed role acts at every node within two seconds, on calls and on what open pages hear', async () => {
  const { id, pages } = await staffWithPages('changed', 'all');
  const [audience] = app.server.modules.flatMap((module) => module.audiences ?? []);
  const [room = ''] = roomsOfPerson(app.tenants.Alpha, audience?.name ?? '', undefined);
  expect(await hearing(pages, { id, room })).toEqual([true, true]);
  const [role] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_role where tenant_id = $1 and name = 'Rolechanged'",
  );
  const form = (await admin.get<{ role: object }>('Role/GetRoleForEdit', { id: role?.id })).result;
  const saved = await admin.post('Role/CreateOrUpdateRole', { role: form.role, grantedPermissionNames: ['Pages'] });
  expect([saved.status, saved.error]).toEqual([200, null]);
  await expect.poll(() => statusesOf(pages), soon).toEqual([403, 403]);
  await expect.poll(() => hearing(pages, { id, room }), soon).toEqual([false, false]);
  expect(areOpen(pages)).toEqual([true, true]);
});

test('a unit moved with thirty below it shows other people at every node at the next request', async () => {
  const unit = async (displayName: string, parentId: number | null): Promise<number> => {
    const made = await admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName, parentId });
    expect([made.status, made.error]).toEqual([200, null]);
    return made.result.id;
  };
  const [north, south] = [await unit('北院', null), await unit('南院', null)];
  const ward = await unit('病区', north);
  const rooms: number[] = [];
  for (let at = 1; at <= 30; at += 1) rooms.push(await unit(`${at}室`, ward));
  const sealer = await app.server.surroundings.sealerOf(app.tenants.Alpha);
  await app.query(
    'Alpha',
    `insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, organization_unit_id)
     select $1, '住户' || u, '01', '1', '1941-01-01', '110101', $3, u from unnest($2::bigint[]) u returning id`,
    [rooms, sealer.seal('13900000000')],
  );
  const { id, pages } = await staffWithPages('inunit', 'unit');
  const [person] = await app.query<{ id: number }>(
    'Alpha',
    'select id from client where tenant_id = $1 and organization_unit_id = $2',
    [rooms[0]],
  );
  const personId = person?.id ?? 0;
  const heard = { id, room: roomOfClient(app.tenants.Alpha, personId) };
  const move = async (newParentId: number): Promise<void> =>
    expect((await admin.post('OrganizationUnit/MoveOrganizationUnit', { id: ward, newParentId })).status).toBe(200);
  const link = { organizationUnitId: south, userIds: [id] };
  expect((await admin.post('OrganizationUnit/AddUsersToOrganizationUnit', link)).status).toBe(200);
  await expect.poll(() => countsOf(pages), soon).toEqual([0, 0]);
  await move(south);
  await expect.poll(() => countsOf(pages), soon).toEqual([30, 30]);
  for (const { socket } of pages)
    await expect.poll(() => socket.emitWithAck('watchClient', personId), soon).toEqual({ joined: true });
  expect(await hearing(pages, heard)).toEqual([true, true]);
  await move(north);
  await expect.poll(() => countsOf(pages), soon).toEqual([0, 0]);
  await expect.poll(() => hearing(pages, heard), soon).toEqual([false, false]);
});
