import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roomOfClient } from '../platform/live-bus.ts';

let app: TestApp;
let tenantId: number;
beforeAll(async () => {
  app = await startApp();
  tenantId = app.tenants.Alpha;
});
afterAll(() => app.close());

const idOf = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  (await app.query<{ id: number }>('Alpha', text, values))[0]?.id ?? 0;

async function makeClient(
  name: string,
  ties: { readonly doctor: number | null; readonly team: number | null },
): Promise<number> {
  const sealer = await app.server.surroundings.sealerOf(tenantId);
  return idOf(
    `insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, risk_tags, doctor_id, team_id) values ($1, $2, '01', '1', '1981-01-01', '110101', $5, '{}', $3, $4) returning id`,
    [name, ties.doctor, ties.team, sealer.seal('13900000000')],
  );
}

const tokenOf = async (userName: string, tenant: 'Alpha' | 'Beta' = 'Alpha'): Promise<string> =>
  (
    await app.visitor(tenant).post<{ encryptedAccessToken: string }>('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    })
  ).result.encryptedAccessToken;

async function connect(userName: string): Promise<Socket> {
  const socket = io(app.url, {
    query: { enc_auth_token: await tokenOf(userName) },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  return socket;
}

test('an open page stays open while its person is in sight, and closes when another team gets the doctor', async () => {
  const doctor = await idOf("select id from app_user where tenant_id = $1 and user_name = 'doctor'");
  const [east, west] = [
    await idOf("insert into care_team (tenant_id, name) values ($1, '东') returning id"),
    await idOf("insert into care_team (tenant_id, name) values ($1, '西') returning id"),
  ];
  await app.query('Alpha', 'insert into care_team_member (tenant_id, care_team_id, user_id) values ($1, $2, $3)', [
    east,
    doctor,
  ]);
  const [own, ofEast, ofNobody] = [
    await makeClient('甲', { doctor, team: null }),
    await makeClient('乙', { doctor: null, team: east }),
    await makeClient('丙', { doctor: null, team: null }),
  ];
  const socket = await connect('doctor');
  try {
    const watch = async (id: number): Promise<boolean> =>
      ((await socket.emitWithAck('watchClient', id)) as { joined: boolean }).joined;
    expect(await Promise.all([own, ofEast, ofNobody].map(watch))).toEqual([true, true, false]);
    const heard: number[] = [];
    socket.on('newreading', ({ userId }: { userId: number }) => heard.push(userId));
    const hears = async (): Promise<readonly number[]> => {
      heard.length = 0;
      const { bus } = app.server.services;
      for (const userId of [own, ofEast, ofNobody])
        bus.publish({ event: 'newreading', rooms: [roomOfClient(tenantId, userId)], payload: { userId } });
      const marked = new Promise<void>((resolve) => {
        socket.once('mark', resolve);
      });
      bus.publish({ event: 'mark', rooms: [`t:${tenantId}:user:${doctor}`], payload: {} });
      await marked;
      return [...heard];
    };
    expect(await hears()).toEqual([own, ofEast]);
    await app.query('Alpha', 'update care_team_member set care_team_id = $2 where tenant_id = $1 and user_id = $3', [
      west,
      doctor,
    ]);
    await expect.poll(hears, { timeout: 60_000, interval: 200 }).toEqual([own]);
    expect(await hears()).toEqual([own]);

    const admin = await app.as('admin', 'Alpha');
    const nurse = await idOf("select id from app_user where tenant_id = $1 and user_name = 'nurse'");
    await app.query(
      'Alpha',
      "insert into user_role (tenant_id, user_id, role_id) select $1, $2, id from app_role where tenant_id = $1 and name = 'Doctor' returning role_id",
      [nurse],
    );
    expect((await admin.post('C_client/BatchAssign', { clientIds: [own], doctorId: nurse })).text).toMatch(
      /"success":true/,
    );
    await expect.poll(hears, { timeout: 60_000, interval: 100 }).toEqual([]);
  } finally {
    socket.disconnect();
  }
});

/**
 * What a screen hears first after it was disconnected for a while: the persons' names, or the event where it has none.
 */
async function hearsFirst(token: string, unheardMs?: unknown): Promise<readonly string[]> {
  const socket = io(app.url, { auth: { token, unheardMs }, transports: ['websocket'], forceNew: true });
  const heard: string[] = [];
  socket.onAny((event: string, payload: { readonly userName?: string }) => {
    if (event !== 'seated') heard.push(payload.userName ?? event);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('seated', () => resolve()).once('connect_error', reject);
    });
    return heard;
  } finally {
    socket.disconnect();
  }
}

test('a screen that comes up hears the alarms since it last heard of the server, as far as its user sees them', async () => {
  const doctor = await idOf("select id from app_user where tenant_id = $1 and user_name = 'doctor'");
  const admin = await app.as('admin', 'Alpha');
  const live = await connect('admin');
  const marks: unknown[][] = [];
  live.on('newabnormal', (...sent: unknown[]) => marks.push(sent));
  const alarm = async (name: string, of: number | null): Promise<void> => {
    const before = marks.length;
    const client = await makeClient(name, { doctor: of, team: null });
    expect(
      (
        await admin.post('Watch_bps/CreateOrEdit', {
          userId: client,
          high: 208,
          low: 131,
          measure_time: new Date().toISOString(),
        })
      ).status,
    ).toBe(200);
    await expect.poll(() => marks.length).toBe(before + 1);
  };
  await alarm('先来', doctor);
  await alarm('后到', null);
  const [ofAdmin, ofDoctor, ofStranger] = [
    await tokenOf('admin'),
    await tokenOf('doctor'),
    await tokenOf('admin', 'Beta'),
  ];
  expect(await hearsFirst(ofAdmin, 60_000)).toEqual(['先来', '后到']);
  expect(await hearsFirst(ofDoctor, 60_000)).toEqual(['先来']);
  expect(await hearsFirst(ofStranger, 60_000)).toEqual([]);
  for (const unknown of [undefined, 0, -1, '60000', Number.NaN])
    expect(await hearsFirst(ofAdmin, unknown), String(unknown)).toEqual([]);

  const insertEvent = (name: string, minutes: number): Promise<unknown> =>
    app.query(
      'Alpha',
      `insert into live_event (tenant_id, node, event, rooms, payload, key, created_at) values ($1::bigint, gen_random_uuid(), 'newabnormal', array['t:' || ($1::bigint)::text || ':abnormal:all'], jsonb_build_object('userName', $2::text), gen_random_uuid(), now() - make_interval(mins => $3))`,
      [name, minutes],
    );
  await insertEvent('三分钟前', 3);
  await insertEvent('很久以前', 11);
  expect(await hearsFirst(ofAdmin, 120_000)).toEqual(['先来', '后到']);
  expect(await hearsFirst(ofAdmin, Number.MAX_VALUE)).toEqual(['三分钟前', '先来', '后到']);

  const again = io(app.url, { auth: { token: ofAdmin, unheardMs: 60_000 }, transports: ['websocket'], forceNew: true });
  try {
    const key = await new Promise<unknown>((resolve) => {
      again.once('newabnormal', (_payload: object, sent: unknown) => resolve(sent));
    });
    expect(key).toBe(marks[0]?.[1]);
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    again.disconnect();
    live.disconnect();
  }
});
