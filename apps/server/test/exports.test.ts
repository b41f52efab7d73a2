import { connect, type Socket } from 'node:net';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Client as Postgres } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePeople } from './made-people.ts';
import { openWard, type Ward } from './ward.ts';

const path = 'C_client/GetC_clientsToExcel';

describe('forty exports of one user', () => {
  let ward: Ward;
  beforeAll(async () => {
    ward = await openWard('2026-03-10', '12:00', { DATABASE_POOL_SIZE: '2' });
  });
  afterAll(() => ward.close());

  test('leave the others their connections, and alarms come', async () => {
    const { app } = ward;
    const [manager, other] = await Promise.all([app.as('manager', 'Alpha'), app.as('nurse', 'Beta')]);
    await ward.wearer('860000000000101');
    const exports = Array.from({ length: 40 }, () => manager.get(path));
    const event = {
      imei: '860000000000101',
      dataType: 'event',
      measuredAt: ward.now().toISOString(),
      values: { event: 'sos' },
    };
    const beside = await Promise.all(Array.from({ length: 10 }, () => other.get('C_client/GetPagedAll')));
    expect(await ward.send(event)).toMatchObject([{ status: 'stored' }]);
    await ward.follow();
    expect(ward.shown.some(({ event: name }) => name === 'newsos')).toBe(true);
    expect(beside.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const statuses = (await Promise.all(exports)).map(({ status }) => status);
    // On a busy machine the last ones do not get their turn within 30 s.
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
  });
});

describe('a third export of a user', () => {
  let app: TestApp;
  let holder: Postgres;
  beforeAll(async () => {
    app = await startApp();
    holder = new Postgres({ connectionString: app.urls.app });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await app.close();
  });

  const userId = async (userName: string): Promise<number | undefined> =>
    (
      await app.server.services.database.withTenant(app.tenants.Beta, (tx) =>
        tx.one<{ id: number }>('select id from app_user where tenant_id = $1 and user_name = $2', [
          app.tenants.Beta,
          userName,
        ]),
      )
    )?.id;

  const busy = (): readonly string[] =>
    app.server.services.database
      .figures()
      .filter(({ name, total, idle }) => ['app', 'export'].includes(name) && total > idle)
      .map(({ name }) => name);

  /** Takes both places of a user, as exports on other nodes do. */
  async function takePlaces(userName: string): Promise<void> {
    const id = await userId(userName);
    await holder.query('begin');
    for (const place of [0, 1])
      await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `export ${place} ${app.tenants.Beta} ${id}`,
      ]);
  }

  test('is told to come back or to take the task while two are under way on other nodes', async () => {
    const [manager, doctor] = await Promise.all([app.as('manager', 'Beta'), app.as('doctor', 'Beta')]);
    const hurried = manager.with({ prefer: 'wait=0' });
    await takePlaces('manager');
    const refused = await hurried.get(path);
    expect([refused.status, refused.error?.reason]).toEqual([429, 'export.too-many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.error?.message).toMatch(/导出.*后台/);
    expect((await hurried.get(path, { culture: 'en' })).error?.message).toMatch(/task/);
    expect((await manager.post('C_client/ExportAsTask', {})).status).toBe(200);
    expect((await doctor.get(path)).status).toBe(200);
    const waiting = manager.get(path);
    await holder.query('rollback');
    expect((await waiting).status).toBe(200);
  });

  test('stands in line without a connection, and leaves it with its client', async () => {
    const manager = await app.as('manager', 'Beta');
    const { gate } = app.server.services.exportTurns;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const key = `${app.tenants.Beta} ${await userId('manager')}`;
    const never = new AbortController().signal;
    const both = [gate.pass(key, never, () => held), gate.pass(key, never, () => held)];
    const leaving = new AbortController();
    const left = manager
      .fetch(`/api/services/app/${path}`, { signal: leaving.signal })
      .catch((error: unknown) => (error as Error).name);
    await expect.poll(() => gate.waiting, { timeout: 60_000 }).toBe(1);
    await expect.poll(busy, { timeout: 60_000 }).toEqual([]);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await expect.poll(() => gate.waiting, { timeout: 60_000 }).toBe(0);
    const waiting = manager.get(path);
    await expect.poll(() => gate.waiting, { timeout: 60_000 }).toBe(1);
    end();
    await Promise.all(both);
    expect((await waiting).status).toBe(200);
  });
});

describe('long lists that nobody reads', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { DATABASE_POOL_SIZE: '2' } });
  });
  afterAll(() => app.close());

  /** Requests for long lists, to be sent one behind another on one connection. */
  async function lists(count: number): Promise<string> {
    const { headers } = await app.as('manager', 'Alpha');
    const lines = [
      'GET /api/services/app/C_client/GetPagedAll?MaxResultCount=1000000 HTTP/1.1',
      'host: x',
      `authorization: ${headers['authorization']}`,
    ];
    return `${lines.join('\r\n')}\r\n\r\n`.repeat(count);
  }
  const connected = (): Socket => {
    const { hostname, port } = new URL(app.url);
    return connect(Number(port), hostname);
  };

  test('leave the line with their connection, also those behind another one on it', async () => {
    await makePeople(app, 300);
    const { gate } = app.server.services.exportTurns;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const [manager] = await app.query<{ id: number }>(
      'Alpha',
      "select id from app_user where tenant_id = $1 and user_name = 'manager'",
    );
    const key = `${app.tenants.Alpha} ${manager?.id}`;
    const both = Array.from({ length: 2 }, () => gate.pass(key, new AbortController().signal, () => held));
    const socket = connected();
    socket.write(await lists(3));
    await expect.poll(() => gate.waiting, { timeout: 60_000 }).toBe(3);
    socket.destroy();
    await expect.poll(() => gate.waiting, { timeout: 10_000 }).toBe(0);
    end();
    await Promise.all(both);
  });

  test('leave the others their connections', async () => {
    const [manager, other] = await Promise.all([app.as('manager', 'Alpha'), app.as('nurse', 'Beta')]);
    const asked = await lists(20);
    const sockets = Array.from({ length: 6 }, () => connected().pause());
    for (const socket of sockets) socket.write(asked);
    await expect.poll(() => app.server.services.exportTurns.gate.waiting).toBeGreaterThan(0);
    const beside = await Promise.all(Array.from({ length: 5 }, () => other.get('C_client/GetPagedAll')));
    for (const socket of sockets) socket.destroy();
    expect(beside.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 200));
    const long = await manager.get<{ totalCount: number; items: readonly object[] }>('C_client/GetPagedAll', {
      MaxResultCount: 5000,
    });
    expect([long.status, long.result.items.length]).toEqual([200, long.result.totalCount]);
  });
});
