import { gcjToWgs, wgsToGcj } from '@kangmai/domain';
import { client as clientResource, device, deviceBinding } from '@kangmai/model';
import { addUser } from '@kangmai/testkit/isolation-people';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let samples: Samples;
let admin: Client;
const people: { readonly client: number; readonly device: number; readonly imei: string }[] = [];

const start = Date.parse('2026-11-10T00:00:00Z');
const home = { longitude: 116.4, latitude: 39.9 };

const run = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, values));

interface Spot {
  readonly minutes: number;
  readonly east: number;
  readonly type?: number;
  readonly address?: string;
}

async function store(who: number, spots: readonly Spot[]): Promise<void> {
  const person = people[who];
  for (const { minutes, east, type = 1, address = null } of spots) {
    const wgs = { longitude: home.longitude + east / 85_300, latitude: home.latitude };
    const shown = wgsToGcj(wgs);
    const at = new Date(start + minutes * 60_000);
    const [row] = await run<{ id: number }>(
      `insert into location_reading (tenant_id, device_id, client_id, measured_at, received_at, location_type, accuracy, longitude, latitude, wgs_longitude, wgs_latitude, address) values ($1, $2, $3, $4, $4, $5, 20, $6, $7, $8, $9, $10) returning id`,
      [
        app.tenants.Alpha,
        person?.device,
        person?.client,
        at,
        type,
        shown.longitude,
        shown.latitude,
        wgs.longitude,
        wgs.latitude,
        address,
      ],
    );
    await run(
      `insert into reading_latest (tenant_id, device_id, client_id, kind, measured_at, reading_id, level, figures) values ($1, $2, $3, 'location', $4, $5, 0, jsonb_build_object('longitude', round($6::numeric, 6), 'latitude', round($7::numeric, 6)))
       on conflict (tenant_id, device_id, client_id, kind) do update set measured_at = excluded.measured_at, reading_id = excluded.reading_id, figures = excluded.figures`,
      [app.tenants.Alpha, person?.device, person?.client, at, row?.id, shown.longitude, shown.latitude],
    );
  }
}

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  for (const name of ['P', 'Q', 'R']) {
    const client = await samples.plant(clientResource, name, { state: 'active' });
    const watch = await samples.plant(device, `W${name}`, { lifecycle: 'inUse' });
    await samples.plant(deviceBinding, `B${name}`, {
      device: watch,
      client,
      relation: 'wearer',
      state: 'active',
      slot: 1,
      boundAt: new Date(start - 86_400_000),
      unboundAt: null,
    });
    const [row] = await run<{ imei: string }>('select imei from device where id = $1', [watch]);
    people.push({ client, device: watch, imei: row?.imei ?? '' });
  }
});
afterAll(() => app.close());

interface Track {
  readonly segments: {
    readonly distance: number;
    readonly points: {
      readonly longitude: number;
      readonly latitude: number;
      readonly location_time: string;
      readonly byCell: boolean;
    }[];
  }[];
  readonly stays: {
    readonly longitude: number;
    readonly latitude: number;
    readonly begin: string;
    readonly end: string;
    readonly minutes: number;
    readonly address: string;
  }[];
  readonly distance: number;
  readonly dropped: number;
  readonly coordType: string;
}
const day = { beginTime: '2026-11-10T00:00:00Z', endTime: '2026-11-10T23:59:59Z' };
const track = (query: object, who = admin) => who.get<Track>('Watch_locations/GetTrack', { ...day, ...query });
const looks = () =>
  run<{ client: number; count: number }>(
    "select client_id as client, row_count as count from sensitive_access_log where resource = 'locationReading' order by looked_at desc, id desc",
  );

describe('a track', () => {
  beforeAll(() =>
    store(0, [
      ...Array.from({ length: 10 }, (_, index) => ({ minutes: index, east: index * 80 })),
      { minutes: 4.5, east: 9000 },
      ...Array.from({ length: 13 }, (_, index) => ({
        minutes: 10 + index,
        east: 800 + (index % 3) * 20,
        address: '北京市东城区东长安街1号',
      })),
      ...Array.from({ length: 5 }, (_, index) => ({ minutes: 60 + index, east: 900 + index * 80 })),
    ]),
  );

  test('is cleaned, cut at stays and gaps, in the datum of the map, and its reading is recorded', async () => {
    const { status, result, text } = await track({ userId: people[0]?.client });
    expect(status, text).toBe(200);
    expect(result).toMatchObject({ dropped: 1, coordType: 'gcj02' });
    expect(result.segments).toHaveLength(2);
    expect(result.stays).toHaveLength(1);
    expect(result.stays[0]).toMatchObject({ minutes: expect.any(Number) as unknown });
    expect(result.stays[0]?.minutes).toBeGreaterThanOrEqual(12);
    expect(result.distance).toBeGreaterThan(900);
    expect(result.distance).toBeLessThan(1300);
    const first = result.segments[0]?.points[0] ?? { longitude: 0, latitude: 0 };
    expect(gcjToWgs(first).longitude).toBeCloseTo(home.longitude, 4);
    expect((await looks())[0]).toEqual({ client: people[0]?.client, count: 29 });
  });

  test('the same by device, and uncleaned on request', async () => {
    expect((await track({ imei: people[0]?.imei })).result.distance).toBe(
      (await track({ userId: people[0]?.client })).result.distance,
    );
    const raw = (await track({ userId: people[0]?.client, clean: false, tolerance: 0 })).result;
    expect(raw.dropped).toBe(0);
    expect(raw.stays).toEqual([]);
    expect(raw.distance).toBeGreaterThan(17_000);
  });

  test('addresses are masked without the right to see them', async () => {
    expect((await track({ userId: people[0]?.client })).result.stays[0]?.address).toContain('东长安街');
    const masked = await addUser(app, 'Alpha', { userName: 'masked', dataScope: 'all', allPermissions: true });
    await run(
      "insert into user_permission (tenant_id, user_id, permission, is_granted) select tenant_id, id, 'Pages.WatChDataManage.Unmask', false from app_user where tenant_id = $1 and user_name = 'masked'",
      [app.tenants.Alpha],
    );
    await expect
      .poll(async () => (await track({ userId: people[0]?.client }, masked.client)).result.stays[0]?.address, {
        timeout: 60_000,
        interval: 300,
      })
      .not.toContain('东长安街1号');
  });

  test('31 days at most, of somebody named, in order, by those who see the person', async () => {
    expect((await track({ userId: people[0]?.client, beginTime: '2026-10-01', endTime: '2026-11-10' })).status).toBe(
      400,
    );
    expect((await track({})).status).toBe(400);
    expect((await track({ userId: people[0]?.client, beginTime: '2026-11-10', endTime: '2026-11-09' })).status).toBe(
      400,
    );
    expect((await track({ userId: people[0]?.client, tolerance: -1 })).status).toBe(400);
    const narrow = await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true });
    expect((await track({ userId: people[0]?.client }, narrow.client)).status).toBe(404);
    expect((await track({ imei: people[0]?.imei }, narrow.client)).result).toMatchObject({ segments: [], stays: [] });
    const blind = await addUser(app, 'Alpha', { userName: 'blind', dataScope: 'all', allPermissions: false });
    expect((await track({ userId: people[0]?.client }, blind.client)).status).toBe(403);
    expect((await track({ userId: people[0]?.client }, await app.as('admin', 'Beta'))).status).toBe(404);
  });
});

describe('who is where', () => {
  interface Found {
    readonly total: number;
    readonly points: { readonly userId: number; readonly isOnline: number }[];
    readonly clusters: { readonly count: number; readonly online: number }[];
  }
  const box = { west: 116, south: 39.5, east: 117, north: 40.5 };
  const pointsIn = async (query: object, who = admin): Promise<Found> =>
    (await who.get<Found>('Watch_locations/GetLatestInBounds', { ...box, zoom: 16, ...query })).result;

  beforeAll(async () => {
    await store(1, [
      { minutes: 100, east: 1000 },
      { minutes: 101, east: 1220 },
    ]);
    await store(2, [{ minutes: 100, east: 50_000 }]);
    await run('update device set online = 1, last_seen_at = now() where id = $1', [people[1]?.device]);
  });

  test('each wearer once with the newest point; on a small map taken together', async () => {
    const near = await pointsIn({});
    expect(near.points.map(({ userId }) => userId).sort((one, other) => one - other)).toEqual(
      people.map(({ client }) => client).sort((one, other) => one - other),
    );
    expect((await looks()).slice(0, 3).map(({ count }) => count)).toEqual([1, 1, 1]);
    const far = await pointsIn({ zoom: 8 });
    expect(
      (far as unknown as { bounds: { west: number; east: number } }).bounds.east -
        (far as unknown as { bounds: { west: number } }).bounds.west,
    ).toBeGreaterThan(0.5);
    expect(far).toMatchObject({
      total: 3,
      clusters: [{ count: 2, online: 1 }],
      points: [{ userId: people[2]?.client }],
    });
  });

  test('only what lies in the part of the map, and online or not', async () => {
    expect((await pointsIn({ west: 116.6 })).points.map(({ userId }) => userId)).toEqual([people[2]?.client]);
    expect(await pointsIn({ west: 170, east: -170 })).toMatchObject({ total: 0, bounds: null });
    expect((await pointsIn({ onlineFilter: 'true' })).points).toMatchObject([
      { userId: people[1]?.client, isOnline: 1 },
    ]);
    expect((await pointsIn({ onlineFilter: 'false' })).total).toBe(2);
  });

  test('bounds are checked, sight and tenant hold', async () => {
    expect((await admin.get('Watch_locations/GetLatestInBounds', { ...box, west: 181 })).status).toBe(400);
    expect((await admin.get('Watch_locations/GetLatestInBounds', { ...box, south: 50 })).status).toBe(400);
    expect((await admin.get('Watch_locations/GetLatestInBounds', { zoom: 3 })).status).toBe(400);
    const narrow = await addUser(app, 'Alpha', { userName: 'narrow2', dataScope: 'own', allPermissions: true });
    expect(await pointsIn({}, narrow.client)).toMatchObject({ total: 0, points: [] });
    expect(await pointsIn({}, await app.as('admin', 'Beta'))).toMatchObject({ total: 0 });
  });
});

describe('calls for help in figures', () => {
  test('how many, how many false, how soon somebody answered', async () => {
    const call = (
      minutes: number,
      seconds: number | null,
      more: { readonly type?: number; readonly state?: number } = {},
    ) =>
      run(
        `insert into sos_record (tenant_id, device_id, client_id, type, called_at, state, responded_at, press_count, created_at) values ($1, $2, $3, $4, $5, $6, $7, 1, now())`,
        [
          app.tenants.Alpha,
          people[0]?.device,
          people[0]?.client,
          more.type ?? 1,
          new Date(start + minutes * 60_000),
          more.state ?? 3,
          seconds === null ? null : new Date(start + minutes * 60_000 + seconds * 1000),
        ],
      );
    for (const [at, seconds] of [
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 40],
      [5, 110],
    ] as const)
      await call(at, seconds);
    await call(6, null, { state: 0 });
    await call(7, 5, { state: 4, type: 2 });
    await call(8, 0, { type: 6 });
    const { result, status } = await admin.get('SOS_Records/GetStatistics', {
      beginTime: '2026-11-10',
      endTime: '2026-11-10',
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({
      count: 8,
      answeredCount: 7,
      falseCount: 1,
      falseRate: 0.125,
      medianResponseSeconds: 25,
      p90ResponseSeconds: 75,
    });
    expect(result).toMatchObject({
      kinds: [
        { sosType: 1, name: '手表按键', count: 6 },
        { sosType: 2, count: 1, falseCount: 1 },
        { sosType: 6, count: 1, medianResponseSeconds: null },
      ],
    });
    expect(
      (await admin.get('SOS_Records/GetStatistics', { beginTime: '2020-01-01', endTime: '2020-01-31' })).result,
    ).toMatchObject({ count: 0, falseRate: null, medianResponseSeconds: null, kinds: [] });
    expect(
      (
        await (
          await app.as('admin', 'Beta')
        ).get('SOS_Records/GetStatistics', { beginTime: '2026-11-10', endTime: '2026-11-10' })
      ).result,
    ).toMatchObject({ count: 0 });
  });
});
