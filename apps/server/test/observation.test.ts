import { addUser } from '@kangmai/testkit/isolation-people';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;
let devices = 0;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-03-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
});

afterAll(() => ward.close());

interface Row {
  readonly id: number;
  readonly level: number;
  readonly state: number;
  readonly count: number;
  readonly until: Date | null;
  readonly finding: string;
}

const rowsOf = (person: number): Promise<Row[]> =>
  ward.sql<Row>(
    `select id, level, state, reading_count as count, observe_until as until, finding from abnormal_case
     where tenant_id = $1 and client_id = $2 and type not in ('offline', 'wear', 'inactive', 'battery') and not is_deleted order by id`,
    [person],
  );

const notices = (person: number): readonly string[] =>
  ward.shown
    .filter(({ event }) => event === 'newabnormal')
    .map(({ payload }) => payload as { userid: number; notice: string; abnormaL_LEVEL: number })
    .filter(({ userid }) => userid === person)
    .map(({ notice, abnormaL_LEVEL: level }) => `${notice} ${level}`);

interface Wearer {
  readonly person: number;
  readonly imei: string;
}

async function measure({ imei }: Wearer, high: number, low = 85): Promise<void> {
  const reading = { imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high, low } };
  expect(await ward.send(reading)).toMatchObject([{ status: 'stored' }]);
  await ward.follow();
}

async function wearerWithCase(high: number, low = 85): Promise<Wearer & { readonly id: number }> {
  ward.setTime('10:00');
  devices += 1;
  const imei = `86000000000${7000 + devices}`;
  const wearer = { imei, person: await ward.wearer(imei, { type: 'bp_monitor', registered: true }) };
  await measure(wearer, high, low);
  const [row] = await rowsOf(wearer.person);
  if (!row) throw new Error('no case');
  return { ...wearer, id: row.id };
}

const handle = (id: number, until: string, who: Client = admin) =>
  who.post('AbnormalData/Settle', {
    id,
    callOutcome: 1,
    handleType: 5,
    handleResult: '已电话指导服药并继续观察',
    observeUntil: ward.at(until).toISOString(),
  });

describe('a handled case under observation', () => {
  test('counts readings that are no worse without a notice; a normal last reading lets it rest', async () => {
    const wearer = await wearerWithCase(188, 112);
    expect((await handle(wearer.id, '18:00')).status).toBe(200);
    const [event] = await ward.sql<{ at: Date }>(
      "select available_at as at from outbox where tenant_id = $1 and topic = 'observation.due'",
    );
    expect(event?.at).toEqual(ward.at('18:00'));
    for (const [time, high] of [
      ['11:30', 186],
      ['13:00', 182],
      ['15:00', 150],
    ] as const) {
      ward.setTime(time);
      await measure(wearer, high);
    }
    expect(await rowsOf(wearer.person)).toMatchObject([{ id: wearer.id, state: 3, count: 4, until: ward.at('18:00') }]);
    expect(notices(wearer.person)).toEqual(['open 3']);
    ward.setTime('17:30');
    await measure(wearer, 118, 74);
    ward.setTime('18:00');
    await ward.bringForward('observation.due');
    expect(await rowsOf(wearer.person)).toMatchObject([{ id: wearer.id, state: 3, until: null }]);
    expect(notices(wearer.person)).toEqual(['open 3']);
  });

  test('opens again at its end after an abnormal last reading, at the level of that reading', async () => {
    const wearer = await wearerWithCase(188, 112);
    await handle(wearer.id, '18:00');
    ward.setTime('17:00');
    await measure(wearer, 150);
    ward.setTime('18:00');
    await ward.bringForward('observation.due');
    expect(await rowsOf(wearer.person)).toMatchObject([
      { id: wearer.id, state: 0, level: 1, until: null, finding: expect.stringContaining('150/85') as unknown },
    ]);
    expect(notices(wearer.person)).toEqual(['open 3', 'open 1']);
    await ward.bringForward('observation.due');
    expect(notices(wearer.person)).toHaveLength(2);
  });

  test('opens again at its end when nothing was measured, with a new run of the ladder', async () => {
    const wearer = await wearerWithCase(188, 112);
    await handle(wearer.id, '12:00');
    ward.setTime('11:59:30');
    await ward.bringForward('observation.due');
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 3, until: ward.at('12:00') }]);
    ward.setTime('12:00');
    await ward.bringForward('observation.due');
    const finding = expect.stringMatching(/^观察期内无新读数，此前血压 188\/112/) as unknown;
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 0, level: 3, finding }]);
    const [ladder] = await ward.sql<{ run: number; due: Date }>(
      'select ladder_run as run, next_due_at as due from abnormal_case where tenant_id = $1 and id = $2',
      [wearer.id],
    );
    expect(ladder).toEqual({ run: 2, due: ward.at('12:30') });
    expect(notices(wearer.person)).toEqual(['open 3', 'open 3']);
  });

  test('ends with a higher level, a worse value and a call for help', async () => {
    const risen = await wearerWithCase(188, 112);
    await handle(risen.id, '18:00');
    ward.setTime('12:00');
    await measure(risen, 206, 124);
    expect(await rowsOf(risen.person)).toMatchObject([
      { id: risen.id, state: 3, until: null },
      { state: 0, level: 4 },
    ]);
    const worse = await wearerWithCase(186, 112);
    await handle(worse.id, '18:00');
    ward.setTime('12:00');
    await measure(worse, 192, 112);
    expect(await rowsOf(worse.person)).toMatchObject([{ id: worse.id, state: 0, level: 3, until: null }]);
    expect(notices(worse.person)).toEqual(['open 3', 'open 3']);
    const calling = await wearerWithCase(188, 112);
    await handle(calling.id, '18:00');
    ward.setTime('12:00');
    await ward.send({
      imei: calling.imei,
      dataType: 'event',
      measuredAt: ward.now().toISOString(),
      values: { event: 'sos' },
    });
    expect(await rowsOf(calling.person)).toMatchObject([
      { id: calling.id, state: 3, until: null },
      { state: 0, level: 4 },
    ]);
    ward.setTime('13:00');
    await measure(calling, 186, 110);
    expect((await rowsOf(calling.person)).map(({ state, level }) => [state, level])).toEqual([
      [3, 3],
      [0, 4],
      [0, 3],
    ]);
  });

  test('keeps its rest when its readings arrive out of order', async () => {
    const wearer = await wearerWithCase(188, 112);
    await handle(wearer.id, '18:00');
    ward.setTime('12:00');
    await measure(wearer, 184, 110);
    const before = { imei: wearer.imei, dataType: 'bp', measuredAt: ward.at('11:00').toISOString() };
    await ward.send({ ...before, values: { high: 186, low: 111 } });
    await ward.follow();
    expect(await rowsOf(wearer.person)).toMatchObject([{ id: wearer.id, state: 3, until: ward.at('18:00') }]);
    expect(notices(wearer.person)).toEqual(['open 3']);
  });

  test('is ended by hand: what was measured last decides', async () => {
    const wearer = await wearerWithCase(188, 112);
    await handle(wearer.id, '18:00');
    ward.setTime('11:00');
    await measure(wearer, 116, 74);
    const ended = await admin.post('AbnormalData/EndObservation', { id: wearer.id });
    expect(ended.result).toEqual({ id: wearer.id, state: 3 });
    const again = await admin.post('AbnormalData/EndObservation', { id: wearer.id });
    expect([again.status, again.error?.details]).toEqual([400, expect.stringContaining('不在观察中')]);
    ward.setTime('11:40');
    await measure(wearer, 186, 110);
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 3 }, { state: 0, level: 3 }]);
    const unseen = await wearerWithCase(188, 112);
    await handle(unseen.id, '18:00');
    expect((await admin.post('AbnormalData/EndObservation', { id: unseen.id })).result).toEqual({
      id: unseen.id,
      state: 0,
    });
  });

  test('ends when staff reopen the case; nothing happens at its former end', async () => {
    const wearer = await wearerWithCase(188, 112);
    await handle(wearer.id, '18:00');
    ward.setTime('11:00');
    expect((await admin.post('AbnormalData/CreateOrEdit', { id: wearer.id, state: 2 })).status).toBe(200);
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 2, until: null }]);
    ward.setTime('18:00');
    await ward.bringForward('observation.due');
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 2, until: null }]);
  });
});

describe('the end of an observation is refused', () => {
  const problem = (answer: Awaited<ReturnType<typeof handle>>): readonly unknown[] => [
    answer.status,
    answer.error?.validationErrors?.map(({ members, message }) => [...members, message]),
  ];

  test('in the past, too late for the level, and for a false alarm', async () => {
    const wearer = await wearerWithCase(188, 112);
    expect(problem(await handle(wearer.id, '09:00'))).toEqual([
      400,
      [['observeUntil', '“观察至”须晚于现在，请重新选择']],
    ]);
    expect(problem(await handle(wearer.id, '18:01'))).toEqual([
      400,
      [['observeUntil', '该级别最多观察8小时，请选择更早的时间']],
    ]);
    const until = ward.at('12:00').toISOString();
    const asFalse = { id: wearer.id, state: 4, handleResult: '袖带松脱，已核实', observeUntil: until };
    const byHandling = '“观察至”只能在处理完成时设置；要提前结束，请使用“结束观察”';
    for (const body of [asFalse, { id: wearer.id, observeUntil: until }])
      expect(problem(await admin.post('AbnormalData/CreateOrEdit', body))).toEqual([
        400,
        [['observeUntil', byHandling]],
      ]);
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 0, until: null }]);
  });

  test('at level 4 without the right, and beyond two hours with it', async () => {
    const nurse = (await addUser(ward.app, 'Alpha', { userName: 'ward-nurse', dataScope: 'all', allPermissions: true }))
      .client;
    await ward.sql(
      `delete from role_permission where tenant_id = $1 and permission = 'Pages.RemoteMonitoring.AbnormalData.HoldCritical'
         and role_id in (select role_id from user_role r join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id where r.tenant_id = $1 and u.user_name = 'ward-nurse')`,
    );
    const wearer = await wearerWithCase(206, 124);
    const refused = await handle(wearer.id, '11:00', nurse);
    expect(problem(refused)).toEqual([
      400,
      [['observeUntil', '危急异常只能由有“观察危急异常”权限的医生设置观察，请清空“观察至”或请医生处理']],
    ]);
    expect((await handle(wearer.id, '12:30')).status).toBe(400);
    expect((await handle(wearer.id, '12:00')).status).toBe(200);
    expect(await rowsOf(wearer.person)).toMatchObject([{ state: 3, until: ward.at('12:00') }]);
  });

  test('for cases that are not about readings of a person', async () => {
    const imei = '860000000007900';
    const person = await ward.wearer(imei);
    await ward.send({ imei, dataType: 'event', measuredAt: ward.now().toISOString(), values: { event: 'sos' } });
    const [call] = await rowsOf(person);
    expect(problem(await handle(call?.id ?? 0, '11:00'))).toEqual([
      400,
      [['observeUntil', '只有某位客户测量读数的异常可以观察，请清空“观察至”']],
    ]);
  });
});
