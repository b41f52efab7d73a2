import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

interface Tokens {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
}

let app: TestApp;
const open: Socket[] = [];
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const signIn = async (): Promise<Tokens> =>
  (
    await app
      .visitor('Alpha')
      .post<Tokens>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'doctor', password })
  ).result;

function connect(token: string | undefined, way: 'query' | 'auth' = 'query'): Socket {
  const given =
    token === undefined ? {} : way === 'query' ? { query: { ['enc_auth_token']: token } } : { auth: { token } };
  const socket = io(app.url, { transports: ['websocket'], reconnection: false, ...given });
  open.push(socket);
  return socket;
}

const outcome = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });

test('the encrypted copy of a bearer opens the door, the bearer itself and strange words do not', async () => {
  const { accessToken, encryptedAccessToken } = await signIn();
  expect(await outcome(connect(encryptedAccessToken))).toBe('connected');
  expect(await outcome(connect(encryptedAccessToken, 'auth'))).toBe('connected');
  expect(
    await outcome(connect(encodeURIComponent(encryptedAccessToken.replaceAll('-', '+').replaceAll('_', '/')))),
  ).toBe('connected');
  expect(await outcome(connect(accessToken))).toBe('session.ended');
  expect(await outcome(connect('nonsense'))).toBe('session.ended');
});

test('events go to the rooms of the signed-in user, not to visitors', async () => {
  const { encryptedAccessToken } = await signIn();
  const [user, visitor] = [connect(encryptedAccessToken), connect(undefined)];
  expect(await Promise.all([outcome(user), outcome(visitor)])).toEqual(['connected', 'connected']);
  const heard: string[] = [];
  visitor.onAny(() => heard.push('visitor'));
  const [doctor] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'doctor'", [
      app.tenants.Alpha,
    ]),
  );
  const told = new Promise((resolve) => {
    user.once('probe', resolve);
  });
  app.server.services.bus.publish({
    event: 'probe',
    rooms: [`t:${app.tenants.Alpha}:user:${doctor?.id}`],
    payload: { a: 1 },
  });
  expect(await told).toEqual({ a: 1 });
  expect(heard).toEqual([]);
});

test('signing out ends open connections within seconds', async () => {
  const tokens = await signIn();
  const socket = connect(tokens.encryptedAccessToken);
  expect(await outcome(socket)).toBe('connected');
  const ended = new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
  await app
    .visitor()
    .with({ authorization: `Bearer ${tokens.accessToken}` })
    .get('/api/TokenAuth/LogOut');
  expect(await ended).toBe('io server disconnect');
});
