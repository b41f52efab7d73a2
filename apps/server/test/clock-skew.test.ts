import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWard, type Taken, type Ward } from './ward.ts';

const imei = '860000000003001';
let ward: Ward;
let person: number;

beforeEach(async () => {
  ward = await openWard('2031-03-10', '10:00');
  person = await ward.wearer(imei);
});

afterEach(() => ward.close());

/** A frame of a device whose clock is so many minutes off; its reading was measured just now. */
const frame = (offMinutes: number, value: number, more: object = {}): object => {
  const own = new Date(ward.now().getTime() + offMinutes * 60_000).toISOString();
  return { imei, dataType: 'heart', measuredAt: own, deviceNow: own, values: { heart: value }, ...more };
};

async function sendEach(...frames: readonly (readonly [off: number, value: number])[]): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  for (const [off, value] of frames) {
    ward.advance(1);
    taken.push(...(await ward.send(frame(off, value))));
    await ward.follow();
  }
  return taken;
}

const rows = () =>
  ward.sql<{ value: number; at: Date; raw: Date | null; quality: number }>(
    'select heart as value, measured_at as at, device_time as raw, time_quality as quality from heart_rate_reading where tenant_id = $1 order by measured_at',
  );
const syncs = async (): Promise<number> =>
  (await ward.sql("select id from device_command where tenant_id = $1 and command = 'TIME_SYNC'")).length;
const minutesAfter = (at: Date): number => (at.getTime() - ward.at('10:00').getTime()) / 60_000;

test('a clock 40 min ahead: five frames make it known, what waited is stored by itself, the raw time stays beside', async () => {
  const before = await sendEach([40, 71], [40, 72], [40, 73], [40, 74], [40, 75]);
  expect(before.map(({ status, reason }) => reason ?? status)).toEqual(Array.from({ length: 5 }, () => 'bad_time'));
  const [after] = await sendEach([40, 76]);
  expect(after?.status).toBe('stored');
  expect(
    (await rows()).map(({ value, at, raw, quality }) => [value, minutesAfter(at), raw && minutesAfter(raw), quality]),
  ).toEqual([71, 72, 73, 74, 75, 76].map((value, index) => [value, index + 1, index + 41, 1]));
  expect(await syncs()).toBe(1);
  expect(await ward.sql('select state from quarantined_reading where tenant_id = $1 and state = 0')).toEqual([]);
  expect(await ward.sql('select clock_skew_seconds as skew from device where tenant_id = $1')).toEqual([
    { skew: -2400 },
  ]);
  const again = await ward.send(frame(40, 76));
  expect(again).toMatchObject([{ status: 'duplicate', id: after?.id }]);
  await sendEach([40, 77], [40, 78]);
  expect(await syncs()).toBe(1);
  expect(
    await ward.sql(
      'select count(*)::integer as count from heart_rate_reading where tenant_id = $1 and client_id = $2',
      [person],
    ),
  ).toEqual([{ count: 8 }]);
});

test("readings without the device's now are corrected too; a clock that was set is believed at once, and learned anew", async () => {
  await sendEach([40, 71], [40, 72], [40, 73], [40, 74], [40, 75]);
  ward.advance(1);
  const bare = {
    imei,
    dataType: 'heart',
    measuredAt: new Date(ward.now().getTime() + 40 * 60_000).toISOString(),
    values: { heart: 80 },
  };
  expect(await ward.send(bare)).toMatchObject([{ status: 'stored' }]);
  await sendEach([0, 81], [0, 82]);
  const found = await rows();
  expect(
    found.filter(({ value }) => value >= 80).map(({ value, at, quality }) => [value, minutesAfter(at), quality]),
  ).toEqual([
    [80, 6, 1],
    [81, 7, 0],
    [82, 8, 0],
  ]);
  expect(await ward.sql('select clock_skew_seconds as skew from device where tenant_id = $1')).toEqual([
    { skew: null },
  ]);
  await sendEach([0, 83], [0, 84], [0, 85]);
  expect(await ward.sql('select clock_skew_seconds as skew from device where tenant_id = $1')).toEqual([{ skew: 0 }]);
  expect(await ward.sql('select device_id from device_clock where tenant_id = $1')).toEqual([]);
});

test('a clock that jumps is not corrected: 4 min ahead is stored as it came, 40 min ahead and 1970 wait', async () => {
  const taken = await sendEach([40, 71], [30, 72], [40, 73], [20, 74], [40, 75], [4, 76]);
  expect(taken.map(({ status, reason }) => reason ?? status)).toEqual([
    'bad_time',
    'bad_time',
    'bad_time',
    'bad_time',
    'bad_time',
    'stored',
  ]);
  expect(
    await ward.send({ imei, dataType: 'heart', measuredAt: '1970-01-01T00:00:00Z', values: { heart: 70 } }),
  ).toMatchObject([{ status: 'quarantined', reason: 'bad_time' }]);
  expect((await rows()).map(({ value, at, raw }) => [value, minutesAfter(at), raw])).toEqual([[76, 10, null]]);
  expect(await syncs()).toBe(0);
});

test('a clock that is behind: what was stored as it came is the same reading when it comes again', async () => {
  ward.advance(1);
  const early = frame(-40, 71);
  const [stored] = await ward.send(early);
  await ward.follow();
  await sendEach([-40, 72], [-40, 73], [-40, 74], [-40, 75]);
  ward.advance(1);
  const { deviceNow, ...bare } = early as { readonly deviceNow: string };
  expect(deviceNow).toBeDefined();
  expect(await ward.send(bare)).toMatchObject([{ status: 'duplicate', id: stored?.id }]);
  await sendEach([-40, 76]);
  expect((await rows()).map(({ value, at, quality }) => [value, minutesAfter(at), quality])).toEqual([
    [71, -39, 0],
    [72, -38, 0],
    [73, -37, 0],
    [74, -36, 0],
    [75, -35, 0],
    [76, 7, 1],
  ]);
});

test('frames that were held back on their way teach nothing', async () => {
  const held = Array.from({ length: 6 }, (_, index) => ({
    ...frame(-60, 70 + index),
    deviceNow: new Date(ward.now().getTime() - 3_600_000 + index * 1000).toISOString(),
    measuredAt: new Date(ward.now().getTime() - 3_600_000 + index * 1000).toISOString(),
  }));
  expect((await ward.send(...held)).map(({ status }) => status)).toEqual(held.map(() => 'stored'));
  await ward.follow();
  expect(await syncs()).toBe(0);
  expect(await ward.sql('select skew_ms as skew from device_clock where tenant_id = $1')).toEqual([{ skew: null }]);
});

test('a call for help is never held back: with the corrected time, or that of receipt', async () => {
  const sos = (offMinutes: number): object => ({
    ...frame(offMinutes, 0),
    dataType: 'event',
    values: { event: 'sos' },
  });
  expect(await ward.send(sos(40))).toMatchObject([{ status: 'stored', abnormalLevel: 4 }]);
  const [called] = await ward.sql<{ at: Date }>('select called_at as at from sos_record where tenant_id = $1');
  expect(called?.at).toEqual(ward.now());
});

test('a reading near a change of wearers waits when its corrected time cannot tell whose it is', async () => {
  await sendEach([40, 71], [40, 72], [40, 73], [40, 74], [40, 75]);
  const [device] = await ward.sql<{ id: number }>('select id from device where tenant_id = $1');
  const [other] = await ward.sql<{ id: number }>(
    "insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed) select tenant_id, '乙', '01', '2', '1950-01-01', '110101', phone_sealed from client where tenant_id = $1 and id = $2 returning id",
    [person],
  );
  await ward.sql('update device_binding set unbound_at = $3, state = 0 where tenant_id = $1 and device_id = $2', [
    device?.id,
    ward.at('10:06'),
  ]);
  await ward.sql(
    'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) values ($1, $2, $3, 0, 1, 1, $4)',
    [device?.id, other?.id, ward.at('10:06')],
  );
  await ward.sql('update device set row_version = row_version + 1 where tenant_id = $1 and id = $2', [device?.id]);
  await sendEach([40, 76]);
  ward.setTime('10:12');
  const [later] = await ward.send(frame(40, 77));
  await ward.follow();
  expect(later?.status).toBe('stored');
  expect(
    await ward.sql(
      "select reason from quarantined_reading where tenant_id = $1 and state = 0 and reason = 'bind_uncertain'",
    ),
  ).toHaveLength(1);
  expect(
    await ward.sql('select client_id as client from heart_rate_reading where tenant_id = $1 and heart = 77', []),
  ).toEqual([{ client: other?.id }]);
});
