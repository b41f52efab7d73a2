import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Taken, type Ward, type Wearing } from './ward.ts';

/** The published vectors of abnormal detection, from ingest to case and screens. V15 is among the other silences. */

const day = '2031-03-10';
let ward: Ward;
let admin: Client;

beforeAll(async () => {
  ward = await openWard(day, '06:00');
  admin = await ward.app.as('admin', 'Alpha');
});

afterAll(() => ward.close());

const born = (age: number): string => `${2031 - age}-01-15`;
const news = (
  person: number,
): { readonly abnormaL_LEVEL: number; readonly notice: string; readonly abnormaL_DIA: string }[] =>
  ward.shown
    .filter(({ event }) => event === 'newabnormal')
    .map(({ payload }) => payload as { userid: number; abnormaL_LEVEL: number; notice: string; abnormaL_DIA: string })
    .filter(({ userid }) => userid === person);

/** Sends a reading at its time and waits for what follows. */
async function measure(
  time: string,
  imei: string,
  [kind, values]: readonly [kind: string, values: object],
): Promise<Taken | undefined> {
  ward.setTime(time);
  const [taken] = await ward.send({ imei, dataType: kind, measuredAt: ward.at(time).toISOString(), values });
  await ward.follow();
  return taken;
}

/** What somebody enters by hand. */
async function enter(
  service: string,
  person: number,
  { at, values }: { readonly at: string; readonly values: object },
): Promise<{ readonly abnormalLevel: number }> {
  const { status, result, text } = await admin.post<{ abnormalLevel: number }>(`${service}/CreateOrEdit`, {
    userId: person,
    measure_time: ward.at(at).toISOString(),
    deviceType: 1,
    ...values,
  });
  expect(status, text).toBe(200);
  return result;
}

const told = async (person: number) => {
  await ward.follow();
  return (await ward.cases(person)).map(({ type, level, state, latestAt }) => [type, level, state, latestAt]);
};
const wearer = (imei: string, wearing: Wearing): Promise<number> => ward.wearer(imei, wearing);

test('V1 cuff with registration 188/112: one case of level 3, told at once', async () => {
  const person = await wearer('860000000005001', { type: 'bp_monitor', registered: true, birthday: born(45) });
  expect(await measure('08:00', '860000000005001', ['bp', { high: 188, low: 112 }])).toMatchObject({
    status: 'stored',
    abnormalLevel: 3,
  });
  expect(await told(person)).toEqual([['bpHigh', 3, 0, ward.at('08:00')]]);
  expect(news(person)).toMatchObject([{ abnormaL_LEVEL: 3, notice: 'open' }]);
});

test('V2 heart 168, 170, 171 at rest: level 4 after the third, nothing before', async () => {
  const person = await wearer('860000000005002', { birthday: born(45), registered: true });
  for (const [time, heart] of [
    ['10:00', 168],
    ['10:10', 170],
  ] as const)
    await measure(time, '860000000005002', ['heart', { heart, heartState: 1 }]);
  expect(await told(person)).toEqual([]);
  expect(news(person)).toEqual([]);
  await measure('10:20', '860000000005002', ['heart', { heart: 171, heartState: 1 }]);
  expect(await told(person)).toEqual([['heartFast', 4, 0, ward.at('10:20')]]);
  expect(news(person)).toMatchObject([{ abnormaL_LEVEL: 4, notice: 'open' }]);
});

test('V3 the published home readings: level 1, 19 cases one after the other, never two open', async () => {
  const file = fileURLToPath(new URL('../../../packages/domain/test-data/home-blood-pressure.csv', import.meta.url));
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => ({ at: cells[0] ?? '', high: Number(cells[7]), low: Number(cells[8]) }));
  const inOrder = rows.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  expect(inOrder).toHaveLength(222);
  const person = await wearer('860000000005003', { birthday: '1974-01-15' });
  let highest = 0;
  for (const { at, high, low } of inOrder) {
    ward.setTime(at);
    highest = Math.max(highest, (await enter('Watch_bps', person, { at, values: { high, low } })).abnormalLevel);
  }
  expect(highest).toBe(1);
  await ward.follow();
  const cases = await ward.cases(person);
  expect(cases).toHaveLength(19);
  expect(new Set(cases.map(({ type, level }) => `${type} ${level}`))).toEqual(new Set(['bpHigh 1']));
  expect(cases.filter(({ state }) => state <= 2).length).toBeLessThanOrEqual(1);
  const spans = await ward.sql<{ from: Date; to: Date }>(
    'select started_at as "from", latest_at as "to" from abnormal_case where tenant_id = $1 and client_id = $2 order by started_at',
    [person],
  );
  for (const [index, span] of spans.entries())
    expect(span.from.getTime()).toBeGreaterThanOrEqual(spans[index - 1]?.to.getTime() ?? 0);
  expect(news(person).every(({ abnormaL_LEVEL: level }) => level === 1)).toBe(true);
});

test('V4 oxygen 88 twice on a watch without registration: level 3 at the second, 仅供参考', async () => {
  const person = await wearer('860000000005004', { birthday: born(60) });
  await measure('10:00', '860000000005004', ['spo2', { spo2: 88 }]);
  expect(await told(person)).toEqual([]);
  await measure('10:30', '860000000005004', ['spo2', { spo2: 88 }]);
  expect(await told(person)).toEqual([['spo2Low', 3, 0, ward.at('10:30')]]);
  expect(news(person)[0]?.abnormaL_DIA).toContain('仅供参考');
});

test('V5 165/58 by hand at 70: one high case of level 2, no low one', async () => {
  const person = await wearer('860000000005005', { birthday: born(70) });
  ward.setTime('09:00');
  expect((await enter('Watch_bps', person, { at: '09:00', values: { high: 165, low: 58 } })).abnormalLevel).toBe(2);
  expect(await told(person)).toEqual([['bpHigh', 2, 0, ward.at('09:00')]]);
});

test('V6 104/58 is level 0, 98/58 is low', async () => {
  const person = await wearer('860000000005006', { birthday: born(45) });
  ward.setTime('09:00');
  expect((await enter('Watch_bps', person, { at: '09:00', values: { high: 104, low: 58 } })).abnormalLevel).toBe(0);
  ward.setTime('21:00');
  await enter('Watch_bps', person, { at: '21:00', values: { high: 98, low: 58 } });
  expect(await told(person)).toEqual([['bpLow', 2, 0, ward.at('21:00')]]);
});

test('V7 COPD on room air: 90 is level 0, 87 and 86 make level 2', async () => {
  const person = await wearer('860000000005007', { birthday: born(66), tags: ['copd'] });
  expect((await measure('10:00', '860000000005007', ['spo2', { spo2: 90 }]))?.abnormalLevel).toBe(0);
  await measure('10:30', '860000000005007', ['spo2', { spo2: 87 }]);
  expect(await told(person)).toEqual([]);
  await measure('11:00', '860000000005007', ['spo2', { spo2: 86 }]);
  expect(await told(person)).toEqual([['spo2Low', 2, 0, ward.at('11:00')]]);
});

test('V8 asleep: 51 is level 0, 44 three times is level 2; at rest 52 were level 1', async () => {
  const person = await wearer('860000000005008', { birthday: born(60) });
  const asleep = (time: string, heart: number) => measure(time, '860000000005008', ['heart', { heart, heartState: 3 }]);
  expect([
    (await asleep('01:00', 52))?.abnormalLevel,
    (await asleep('01:10', 51))?.abnormalLevel,
    (await asleep('01:20', 52))?.abnormalLevel,
  ]).toEqual([0, 0, 0]);
  await asleep('03:00', 44);
  await asleep('03:10', 44);
  expect(await told(person)).toEqual([]);
  await asleep('03:20', 43);
  expect(await told(person)).toEqual([['heartSlow', 2, 0, ward.at('03:20')]]);
  expect((await measure('08:00', '860000000005008', ['heart', { heart: 52, heartState: 1 }]))?.abnormalLevel).toBe(1);
});

test('V9 in motion: nothing at 35, level 3 at 70', async () => {
  const young = await wearer('860000000005091', { birthday: born(35) });
  const old = await wearer('860000000005092', { birthday: born(70) });
  for (const [time, a, b] of [
    ['17:00', 150, 155],
    ['17:10', 152, 156],
    ['17:20', 155, 157],
  ] as const) {
    await measure(time, '860000000005091', ['heart', { heart: a, heartState: 2 }]);
    await measure(time, '860000000005092', ['heart', { heart: b, heartState: 2 }]);
  }
  expect(await told(young)).toEqual([]);
  expect(await told(old)).toEqual([['heartFast', 3, 0, ward.at('17:20')]]);
});

test('V10 oxygen 48 is stored and opens a check case that a plausible 97 closes', async () => {
  const person = await wearer('860000000005010', { birthday: born(60) });
  expect((await measure('10:00', '860000000005010', ['spo2', { spo2: 48 }]))?.status).toBe('stored');
  expect(await told(person)).toEqual([['check', 2, 0, ward.at('10:00')]]);
  expect(
    await ward.sql('select quality from oxygen_saturation_reading where tenant_id = $1 and client_id = $2', [person]),
  ).toEqual([{ quality: 1 }]);
  await measure('10:05', '860000000005010', ['spo2', { spo2: 97 }]);
  expect(await told(person)).toEqual([['check', 2, 5, ward.at('10:05')]]);
  expect(news(person)).toMatchObject([{ abnormaL_LEVEL: 2 }]);
});

test('V11 boys of 8 and 4: 150/95 is level 4, 118/60 is level 0', async () => {
  const eight = await wearer('860000000005111', { type: 'bp_monitor', registered: true, birthday: born(8) });
  const four = await wearer('860000000005112', { type: 'bp_monitor', registered: true, birthday: born(4) });
  await measure('09:00', '860000000005111', ['bp', { high: 150, low: 95 }]);
  expect((await measure('09:00', '860000000005112', ['bp', { high: 118, low: 60 }]))?.abnormalLevel).toBe(0);
  expect(await told(eight)).toEqual([['bpHigh', 4, 0, ward.at('09:00')]]);
  expect(await told(four)).toEqual([]);
});

test('V12 pressure at set times on a watch without registration: a check of level 2 at 21:00, moved into bpHigh at 07:00', async () => {
  const person = await wearer('860000000005012', { birthday: born(45) });
  for (const time of ['07:00', '16:00']) await measure(time, '860000000005012', ['bp', { high: 124, low: 78 }]);
  await measure('20:00', '860000000005012', ['bp', { high: 185, low: 112 }]);
  ward.setTime('20:59');
  await ward.bringForward('signal.due');
  expect(await told(person)).toEqual([]);
  ward.setTime('21:00');
  await ward.bringForward('signal.due');
  expect(await told(person)).toEqual([['check', 2, 0, ward.at('20:00')]]);
  expect(news(person)).toMatchObject([{ abnormaL_LEVEL: 2, notice: 'open' }]);
  await measure('2031-03-11 07:00', '860000000005012', ['bp', { high: 186, low: 113 }]);
  expect(await told(person)).toEqual([
    ['check', 2, 5, ward.at('2031-03-11 07:00')],
    ['bpHigh', 3, 0, ward.at('2031-03-11 07:00')],
  ]);
  expect(news(person)[1]?.abnormaL_DIA).toContain('仅供参考');
});

test('V13 uric acid 610 by hand stops at level 2', async () => {
  const person = await wearer('860000000005013', { birthday: born(45) });
  ward.setTime('09:00');
  expect((await enter('XYJ_UricAcid', person, { at: '09:00', values: { uricAcid: 610 } })).abnormalLevel).toBe(2);
  expect(await told(person)).toEqual([['uricHigh', 2, 0, ward.at('09:00')]]);
  expect(news(person)).toMatchObject([{ abnormaL_LEVEL: 2 }]);
});

test('V14 SOS of an unbound and lost watch of the tenant opens its case; of an unknown one the owner of the source hears at once', async () => {
  ward.setTime('2031-03-11 14:00');
  await wearer('860000000005141', {});
  await ward.sql(
    "update device_binding b set state = 0, unbound_at = $2 from device d where b.tenant_id = $1 and d.tenant_id = $1 and d.id = b.device_id and d.imei = '860000000005141'",
    [ward.at('2031-03-11 13:00')],
  );
  await ward.sql("update device set lifecycle = 4 where tenant_id = $1 and imei = '860000000005141'");
  const sos = (imei: string, at: string): object => ({
    imei,
    dataType: 'event',
    measuredAt: ward.at(at).toISOString(),
    values: { event: 'sos' },
  });
  expect(await ward.send(sos('860000000005141', '2031-03-11 14:00'))).toMatchObject([
    { status: 'stored', abnormalLevel: 4 },
  ]);
  expect(await ward.send(sos('860000000005142', '2032-03-11 14:00'))).toMatchObject([
    { status: 'quarantined', reason: 'unknown_imei' },
  ]);
  await ward.follow();
  expect((await ward.cases(null)).map(({ type, level, state }) => [type, level, state])).toEqual([['sos', 4, 0]]);
  expect(ward.shown.filter(({ event }) => event === 'newsos').map(({ rooms }) => rooms)).toEqual([
    [`t:${ward.tenantId}:sos:all`],
  ]);
  expect(ward.shown.filter(({ event }) => event === 'strangeralarm').map(({ rooms }) => rooms)).toEqual([
    [`t:${ward.tenantId}:sos:all`],
  ]);
});
