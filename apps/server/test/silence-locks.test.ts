import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;

beforeEach(async () => {
  ward = await openWard('2026-03-10', '08:00');
});

afterEach(() => ward.close());

/** A pulse arrives and is followed. */
async function heard(imei: string): Promise<void> {
  await ward.send({ imei, dataType: 'heart', measuredAt: ward.now().toISOString(), values: { heart: 72 } });
  await ward.follow();
}

test('one device of which the case cannot be written holds up no other', async () => {
  const [bad, good] = [
    await ward.wearer('860000000001091', { tags: ['dementia'] }),
    await ward.wearer('860000000001092', { tags: ['dementia'] }),
  ];
  await heard('860000000001091');
  ward.advance(40);
  await heard('860000000001092');
  const broken = new Client({ connectionString: ward.app.urls.migrator });
  await broken.connect();
  await broken.query(`alter table abnormal_case add constraint broken check (client_id <> ${bad})`);
  try {
    ward.setTime('10:00');
    // As several nodes do: what one puts off, another does not.
    await Promise.all(Array.from({ length: 5 }, () => ward.tick()));
    expect(await ward.cases(good)).toMatchObject([{ type: 'offline', level: 3 }]);
    expect(await ward.cases(bad)).toEqual([]);
  } finally {
    await broken.query('alter table abnormal_case drop constraint broken');
    await broken.end();
  }
  ward.advance(6);
  await ward.tick();
  expect(await ward.cases(bad)).toMatchObject([{ type: 'offline', level: 3 }]);
});

/** A promise and what ends it. */
function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('a case that staff make in the same moment is the one that the clock goes on with', async () => {
  const imei = '860000000001095';
  const person = await ward.wearer(imei, { tags: ['dementia'] });
  await heard(imei);
  ward.setTime('09:05');
  const [made, committed] = [later(), later()];
  const byHand = ward.app.server.services.database.withTenant(ward.tenantId, async (tx) => {
    await tx.execute(
      "insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at) values ($1, $2, 'offline', '设备离线', 2, $3, $3)",
      [ward.tenantId, person, ward.now()],
    );
    made.resolve();
    await committed.promise;
  });
  await made.promise;
  const tick = ward.tick();
  const watcher = new Client({ connectionString: ward.app.urls.migrator });
  await watcher.connect();
  await expect
    .poll(async () => (await watcher.query('select 1 from pg_locks where not granted')).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0);
  committed.resolve();
  await Promise.all([byHand, tick, watcher.end()]);
  expect(await ward.cases(person)).toMatchObject([{ type: 'offline', level: 3, state: 0 }]);
  const faults = ward.app.log().filter((line) => line.includes('23505') || line.includes('"level":"error"'));
  expect(faults.join('\n')).toBe('');
});

test('a check that waited longer than rules are kept takes no second connection', async () => {
  const person = await ward.wearer('860000000001103', { tags: ['dementia'] });
  await heard('860000000001103');
  ward.setTime('09:05');
  const reader = new Client({ connectionString: ward.app.urls.migrator });
  await reader.connect();
  await reader.query('begin');
  await reader.query("select pg_advisory_xact_lock(hashtextextended('readings', $1))", [ward.tenantId]);
  const began = performance.now();
  const tick = ward.tick();
  const waiting = "select 1 from pg_locks where not granted and locktype = 'advisory'";
  const rulesAreOld = (): boolean => performance.now() - began > 2_500;
  await expect
    .poll(async () => rulesAreOld() && ((await reader.query(waiting)).rowCount ?? 0) > 0, { timeout: 20_000 })
    .toBe(true);
  await reader.query('commit');
  await Promise.all([tick, reader.end()]);
  expect(await ward.cases(person)).toMatchObject([{ type: 'offline' }]);
  expect(ward.app.log().filter((line) => line.includes('SecondConnection'))).toEqual([]);
});
