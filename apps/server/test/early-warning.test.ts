import { addUser } from '@kangmai/testkit/isolation-people';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;
let devices = 0;

beforeAll(async () => {
  ward = await openWard('2031-03-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
});

afterAll(() => ward.close());

interface Warning {
  readonly userId: number;
  readonly scale: number;
  readonly unfit: string | null;
  readonly total: number | null;
  readonly band: string | null;
  readonly parts: readonly { readonly part: string; readonly value: number | null; readonly points: number | null }[];
  readonly missing: readonly string[];
}

async function warningsOf(ids: readonly number[], who: Client = admin): Promise<readonly Warning[]> {
  const answer = await who.get<{ items: readonly Warning[] }>(`C_client/GetEarlyWarnings?ids=${ids.join(',')}`);
  expect(answer.status).toBe(200);
  return answer.result.items;
}

const warningOf = async (id: number): Promise<Warning | undefined> => (await warningsOf([id]))[0];

const pointsOf = (warning: Warning | undefined): object =>
  Object.fromEntries(
    (warning?.parts ?? []).filter(({ points }) => points !== null).map(({ part, points }) => [part, points]),
  );

const listedScore = async (id: number): Promise<number | null | undefined> =>
  (
    await ward.sql<{ score: number | null }>(
      'select early_warning as score from client where tenant_id = $1 and id = $2',
      [id],
    )
  )[0]?.score;

interface Worn {
  readonly imei: string;
  readonly person: number;
}

async function worn(wearing: Parameters<Ward['wearer']>[1] = {}): Promise<Worn> {
  devices += 1;
  const imei = `86000000000${8100 + devices}`;
  return { imei, person: await ward.wearer(imei, wearing) };
}

async function measured({ imei }: Worn, reading: object, at: Date = ward.now()): Promise<void> {
  // Later than the score before, which rests for a few seconds.
  ward.advance(0.6);
  expect(await ward.send({ imei, measuredAt: at.toISOString(), ...reading })).toMatchObject([{ status: 'stored' }]);
  await ward.follow();
}

describe('the early warning score of a person', () => {
  test('has the points of each part, names what is missing, and stands in the list', async () => {
    ward.setTime('10:00');
    const one = await worn();
    expect(await warningOf(one.person)).toMatchObject({ total: null, band: null, missing: { length: 7 } });
    await measured(one, { dataType: 'spo2', values: { spo2: 93, heart: 60 } }, ward.at('09:00'));
    await measured(one, { dataType: 'heart', values: { heart: 112, heartState: 1 } }, ward.at('09:30'));
    await measured(one, { dataType: 'heart', values: { heart: 105, heartState: 2 } }, ward.at('09:50'));
    await measured(one, { dataType: 'bp', values: { high: 108, low: 70 } }, ward.at('09:20'));
    const warning = await warningOf(one.person);
    expect(warning).toMatchObject({
      scale: 1,
      unfit: null,
      total: 5,
      band: 'medium',
      missing: ['breathing', 'oxygen', 'consciousness', 'temperature'],
    });
    // The pulse is that at rest, not the one in motion.
    expect(pointsOf(warning)).toEqual({ spo2: 2, pulse: 2, systolic: 1 });
    expect(await listedScore(one.person)).toBe(5);
    expect(await ward.cases(one.person)).not.toContainEqual(expect.objectContaining({ finding: /NEWS/ }));
  });

  test('readings count for twelve hours; the clock takes the old ones out of the list', async () => {
    ward.setTime('10:00');
    const one = await worn();
    await measured(one, { dataType: 'heart', values: { heart: 112, heartState: 1 } }, ward.at('08:00'));
    await measured(one, { dataType: 'bp', values: { high: 108, low: 70 } }, ward.at('09:00'));
    expect(await listedScore(one.person)).toBe(3);
    const recount = ward.app.server.modules
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ queue }) => queue === 'early-warnings');
    const run = (): Promise<void> | undefined =>
      recount?.run({ payload: { tenantId: 0, userId: null }, send: async () => undefined } as never);
    ward.setTime('19:59');
    await run();
    expect(await listedScore(one.person)).toBe(3);
    ward.setTime('20:00');
    await run();
    expect(await listedScore(one.person)).toBe(1);
    expect(pointsOf(await warningOf(one.person))).toEqual({ systolic: 1 });
    ward.setTime('21:00');
    await run();
    expect(await listedScore(one.person)).toBe(null);
    expect(await ward.sql('select 1 from early_warning where tenant_id = $1 and client_id = $2', [one.person])).toEqual(
      [],
    );
  });

  test('is made once for readings that follow one another within seconds', async () => {
    ward.setTime('10:00');
    const one = await worn();
    const send = async (heart: number, minute: string): Promise<void> => {
      await ward.send({
        imei: one.imei,
        dataType: 'heart',
        values: { heart, heartState: 1 },
        measuredAt: ward.at(minute).toISOString(),
      });
      await ward.follow();
    };
    await send(112, '09:50');
    await send(70, '09:51');
    await send(92, '09:52');
    expect(await listedScore(one.person)).toBe(2);
    // In the lane of statistics: no alarm waits for it.
    expect(await ward.sql("select lane from outbox where tenant_id = $1 and topic = 'early-warning.stale'")).toEqual([
      { lane: 1 },
    ]);
    ward.advance(0.6);
    await ward.bringForward('early-warning.stale');
    expect(await listedScore(one.person)).toBe(1);
  });

  test('scale 2 needs a reason, and the list follows the change', async () => {
    ward.setTime('10:00');
    const one = await worn();
    await measured(one, { dataType: 'spo2', values: { spo2: 90 } }, ward.at('09:00'));
    expect(await listedScore(one.person)).toBe(3);
    const save = (fields: object) => admin.post('C_client/CreateOrEdit', { id: one.person, ...fields });
    const refused = await save({ spo2Scale: 2 });
    expect([refused.status, refused.error?.validationErrors]).toMatchObject([
      400,
      [{ members: ['spo2ScaleReason'], message: expect.stringContaining('请填写原因') }],
    ]);
    expect((await save({ spo2Scale: 2, spo2ScaleReason: '慢阻肺急性加重，血气示高碳酸血症' })).status).toBe(200);
    await ward.follow();
    expect(await warningOf(one.person)).toMatchObject({ scale: 2, total: 0 });
    expect(await listedScore(one.person)).toBe(0);
  });

  test('is not made for children and pregnant persons', async () => {
    ward.setTime('10:00');
    const child = await worn({ birthday: '2020-01-01' });
    const pregnant = await worn({ sex: '2', tags: ['pregnant'] });
    for (const one of [child, pregnant])
      await measured(one, { dataType: 'spo2', values: { spo2: 92 } }, ward.at('09:00'));
    const warnings = await warningsOf([child.person, pregnant.person]);
    expect(new Map(warnings.map(({ userId, unfit, total }) => [userId, [unfit, total]]))).toEqual(
      new Map([
        [child.person, ['child', null]],
        [pregnant.person, ['pregnant', null]],
      ]),
    );
    expect([await listedScore(child.person), await listedScore(pregnant.person)]).toEqual([null, null]);
  });

  test('is answered for those in sight alone', async () => {
    const one = await worn();
    const stranger = await addUser(ward.app, 'Alpha', { userName: 'stranger', dataScope: 'own', allPermissions: true });
    const foreign = await addUser(ward.app, 'Beta', { userName: 'foreign', dataScope: 'all', allPermissions: true });
    expect(await warningsOf([one.person])).toHaveLength(1);
    expect(await warningsOf([one.person], stranger.client)).toEqual([]);
    expect(await warningsOf([one.person], foreign.client)).toEqual([]);
  });

  test('a reading entered by hand counts until it is declared void', async () => {
    ward.setTime('10:00');
    const one = await worn();
    const saved = await admin.post<{ id: number }>('Watch_bps/CreateOrEdit', {
      userId: one.person,
      ['measure_time']: ward.at('09:00').toISOString(),
      high: 88,
      low: 60,
    });
    expect(saved.status).toBe(200);
    await ward.follow();
    expect(await listedScore(one.person)).toBe(3);
    const [row] = await ward.sql<{ id: number }>(
      'select id from blood_pressure_reading where tenant_id = $1 and client_id = $2',
      [one.person],
    );
    expect((await admin.post('Watch_bps/Void', { id: row?.id, reason: '量错了人' })).status).toBe(200);
    await ward.follow();
    expect(await listedScore(one.person)).toBe(null);
  });
});

test('the list of clients is sorted by the score, persons without one last', async () => {
  ward.setTime('12:00');
  const [calm, ill] = [await worn(), await worn()];
  await measured(calm, { dataType: 'heart', values: { heart: 72, heartState: 1 } });
  await measured(ill, { dataType: 'heart', values: { heart: 135, heartState: 1 } });
  const page = await admin.get<{ items: readonly { id: number; earlyWarning: number | null }[] }>(
    'C_client/GetPagedAll',
    { Sorting: 'earlyWarning desc', MaxResultCount: 100 },
  );
  const { items } = page.result;
  const scores = items.map(({ earlyWarning }) => earlyWarning ?? -1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(items.find(({ id }) => id === ill.person)?.earlyWarning).toBe(3);
  const place = (person: number): number => items.findIndex(({ id }) => id === person);
  expect(place(ill.person)).toBeLessThan(place(calm.person));
});
