import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem, makePeople } from '../../../../test/made-people.ts';
import { newestReadings, readingsBetween, type StoredRow } from './stored-readings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const insertSql = `insert into heart_rate_reading (tenant_id, client_id, measured_at, received_at, heart, quality, origin, level, slot)
  select $1, $2, '2026-03-01'::timestamptz + make_interval(mins => n, secs => 0.1234), '2026-03-02', 60 + n, (array[0, 1, 5])[1 + n % 3], 1 + n % 2, n % 5, n % 4 from generate_series(1, 60) n`;
const names = [
  'id',
  'clientId',
  'measuredAt',
  'receivedAt',
  'quality',
  'origin',
  'storedLevel',
  'deviceId',
  'slot',
  'sourceId',
  'typeCode',
  'registered',
  'imported',
  'heart',
] as const;

const partsOf = (row: StoredRow): readonly unknown[] => names.map((name) => row[name]);

test('readings of a span are those that are read one by one, whatever their circumstances', async () => {
  const tenantId = app.tenants.Alpha;
  const [{ id: clientId } = { id: 0 }] = await makePeople(app, 1);
  await app.server.services.database.withTenant(tenantId, (tx) => tx.execute(insertSql, [tenantId, clientId]));
  const [since, until] = [new Date('2026-03-01'), new Date('2026-03-03')];
  const { single, rows } = await asSystem(app, 'Alpha', async (ctx) => ({
    single: await newestReadings(ctx, 'heart', [{ clientId, until, count: 100 }]),
    rows: (await readingsBetween(ctx, 'heart', { clientIds: [clientId], since, until })).get(clientId),
  }));
  const all = [...(rows?.times.keys() ?? [])].map((at) => rows?.row(at) as StoredRow);
  const ordered = all.toSorted((one, other) => Number(other.measuredAt) - Number(one.measuredAt));
  expect(ordered).toHaveLength(60);
  expect(ordered.map(partsOf)).toEqual(single.map(partsOf));
  expect(all.map((row) => row.measuredAt.getTime())).toEqual(rows?.times);
  for (const name of ['quality', 'storedLevel', 'heart'])
    expect(rows?.column(name)).toEqual(all.map((row) => row[name]));
});
