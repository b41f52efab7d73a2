import type { Client } from '@kangmai/testkit/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;

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
  readonly step: number;
  readonly run: number;
  readonly due: Date | null;
  readonly alarmedAt: Date;
  readonly contactAt: Date | null;
  readonly late: boolean;
  readonly finding: string;
}

/** Cases of readings. Meanwhile the clock may open one for a silent device. */
const rowsOf = (person: number): Promise<Row[]> =>
  ward.sql<Row>(
    `select id, level, state, escalation_step as step, ladder_run as run, next_due_at as due, alarmed_at as "alarmedAt", first_contact_at as "contactAt", timeliness = 1 as late, finding
   from abnormal_case where tenant_id = $1 and client_id = $2 and type not in ('offline', 'wear', 'inactive', 'battery') and not is_deleted order by id`,
    [person],
  );

async function rowOf(person: number): Promise<Row> {
  const rows = await rowsOf(person);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} cases`);
  return row;
}

const notices = (person: number): readonly (readonly [notice: string, level: number])[] =>
  ward.shown
    .filter(({ event }) => event === 'newabnormal')
    .map(({ payload }) => payload as { userid: number; notice: string; abnormaL_LEVEL: number })
    .filter(({ userid }) => userid === person)
    .map(({ notice, abnormaL_LEVEL: level }) => [notice, level]);

const cuff = (imei: string): Promise<number> => ward.wearer(imei, { type: 'bp_monitor', registered: true });

async function pressure(
  imei: string,
  figures: readonly [high: number, low: number],
  measuredAt = ward.now(),
): Promise<void> {
  const [high, low] = figures;
  expect(
    await ward.send({ imei, dataType: 'bp', measuredAt: measuredAt.toISOString(), values: { high, low } }),
  ).toMatchObject([{ status: 'stored' }]);
  await ward.follow();
}

async function ok(call: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await call;
  expect(status, text).toBe(200);
}

const ago = (minutes: number): Date => new Date(ward.now().getTime() - minutes * 60_000);

describe('a rise', () => {
  test('starts a new run: 205/122 after a contact about 188/112 climbs and rings again, and the old contact closes nothing', async () => {
    ward.setTime('10:00');
    const imei = '860000000006001';
    const person = await cuff(imei);
    await pressure(imei, [188, 112]);
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 1 }));
    expect(await rowOf(person)).toMatchObject({ level: 3, state: 2, due: null, contactAt: ward.at('10:00'), run: 1 });
    ward.setTime('10:20');
    await pressure(imei, [205, 122]);
    expect(await rowOf(person)).toMatchObject({
      id,
      level: 4,
      state: 2,
      step: 0,
      run: 2,
      alarmedAt: ward.at('10:20'),
      contactAt: null,
      due: ward.at('10:23'),
    });
    expect(notices(person)).toEqual([
      ['open', 3],
      ['raise', 4],
    ]);
    const closing = { id, state: 3, handleType: 1, handleResult: '已电话联系本人' };
    const refused = await admin.post('AbnormalData/CreateOrEdit', closing);
    expect([refused.status, refused.error?.validationErrors?.[0]?.members], refused.text).toEqual([
      400,
      ['callOutcome'],
    ]);
    ward.setTime('10:23');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ state: 0, step: 1, due: ward.at('10:25') });
    expect(notices(person).at(-1)).toEqual(['repeat', 4]);
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 2 }));
    await ok(admin.post('AbnormalData/CreateOrEdit', closing));
    expect(await rowOf(person)).toMatchObject({ state: 3, due: null, contactAt: ward.at('10:23') });
  });

  test('leaves the events of the former run without effect', async () => {
    ward.setTime('11:00');
    const imei = '860000000006002';
    const person = await cuff(imei);
    await pressure(imei, [188, 112]);
    ward.setTime('11:29');
    await pressure(imei, [205, 122]);
    expect(await rowOf(person)).toMatchObject({ run: 2, step: 0, due: ward.at('11:32') });
    ward.setTime('11:33');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ run: 2, step: 1, due: ward.at('11:35') });
    await ward.sql(
      "insert into outbox (tenant_id, topic, payload, available_at) select $1, 'case.due', jsonb_build_object('id', id), now() from abnormal_case where tenant_id = $1 and client_id = $2",
      [person],
    );
    await ward.follow();
    expect(await rowOf(person)).toMatchObject({ step: 1, due: ward.at('11:35') });
  });

  test('keeps the claim of before until that lapses; a claim after it holds the ladder again', async () => {
    ward.setTime('12:00');
    const imei = '860000000006003';
    const person = await cuff(imei);
    await pressure(imei, [188, 112]);
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/Claim', { id }));
    expect((await rowOf(person)).due).toEqual(ward.at('12:30'));
    ward.setTime('12:10');
    await pressure(imei, [205, 122]);
    expect(await rowOf(person)).toMatchObject({ state: 1, run: 2, due: ward.at('12:13') });
    ward.setTime('12:13');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ state: 0, step: 1 });
    await ok(admin.post('AbnormalData/Claim', { id }));
    expect((await rowOf(person)).due).toEqual(ward.at('12:18'));
  });
});

test('what a gateway held back and sends at once is told once', async () => {
  ward.setTime('16:00');
  const imei = '860000000006030';
  const person = await cuff(imei);
  const held = [96, 78, 60, 42, 24, 6].map((minutes, at) => ({
    imei,
    dataType: 'bp',
    measuredAt: ago(minutes).toISOString(),
    values: { high: 205 + at, low: 122 },
  }));
  expect((await ward.send(...held)).map(({ status }) => status)).toEqual(held.map(() => 'stored'));
  await ward.follow();
  expect(notices(person)).toEqual([['open', 4]]);
});

describe('the ladder', () => {
  test('that a contact has ended is not begun by the next claim', async () => {
    ward.setTime('10:00');
    const imei = '860000000006010';
    const person = await cuff(imei);
    await pressure(imei, [188, 112]);
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 1 }));
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 0 }));
    await ok(admin.post('AbnormalData/Claim', { id }));
    expect(await rowOf(person)).toMatchObject({ level: 3, state: 1, due: null });
  });

  test('of level 3 repeats every hour until somebody is reached', async () => {
    ward.setTime('13:00');
    const imei = '860000000006011';
    const person = await cuff(imei);
    await pressure(imei, [188, 112]);
    for (const [time, due] of [
      ['13:30', '14:00'],
      ['14:00', '15:00'],
      ['15:00', '16:00'],
      ['16:00', '17:00'],
    ] as const) {
      ward.setTime(time);
      await ward.bringForward('case.due');
      expect((await rowOf(person)).due).toEqual(ward.at(due));
    }
    expect(notices(person).map(([notice]) => notice)).toEqual(['open', 'repeat', 'repeat', 'repeat', 'repeat']);
  });

  test('of level 2 tells the list again and leaves the case with whoever has it', async () => {
    ward.setTime('10:00');
    const person = await ward.wearer('860000000006012', { birthday: '1971-01-01' });
    await ward.send(
      { imei: '860000000006012', dataType: 'spo2', measuredAt: ward.now().toISOString(), values: { spo2: 92 } },
      { imei: '860000000006012', dataType: 'spo2', measuredAt: ago(5).toISOString(), values: { spo2: 92 } },
    );
    await ward.follow();
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/Claim', { id }));
    ward.setTime('2031-03-11 10:00');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ level: 2, state: 1, step: 1, due: null });
    expect(notices(person).map(([notice]) => notice)).toEqual(['open', 'repeat']);
  });
});

interface Handlings {
  readonly handlings: readonly {
    readonly state: number;
    readonly level: number;
    readonly handleType: number;
    readonly handleResult: string;
    readonly handleUserName: string;
    readonly handleTime: string;
  }[];
  readonly abnormalData: {
    readonly handleType: number | null;
    readonly handleResult: string | null;
    readonly handleTime: string | null;
    readonly alarmedTime: string;
    readonly ladderRun: number;
  };
}

const detail = async (id: number): Promise<Handlings> =>
  (await admin.get<Handlings>('AbnormalData/GetAbnormalDataForEdit', { id })).result;

describe('a closed case', () => {
  test('stays closed beside an open one of its type, which rises by late readings; others of the delivery have their cases', async () => {
    ward.setTime('14:30');
    const [person, other] = [await cuff('860000000007301'), await cuff('860000000007302')];
    const value = (imei: string, at: Date, [high, low]: readonly [number, number]): object => ({
      imei,
      dataType: 'bp',
      measuredAt: at.toISOString(),
      values: { high, low },
    });
    for (const minutes of [300, 299, 298]) await pressure('860000000007301', [165, 102], ago(minutes));
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 3, handleType: 5, handleResult: '已电话联系本人' }));
    for (const minutes of [240, 230, 220]) await pressure('860000000007301', [118, 76], ago(minutes));
    for (const minutes of [20, 10, 0]) await pressure('860000000007301', [166, 103], ago(minutes));
    expect(await rowsOf(person)).toMatchObject([{ state: 3 }, { state: 0, level: 2 }]);
    await ward.send(
      ...[299.5, 298.5].map((minutes) => value('860000000007301', ago(minutes), [205, 122])),
      value('860000000007302', ward.now(), [206, 123]),
    );
    await ward.follow();
    expect(await rowsOf(person)).toMatchObject([
      { id, state: 3 },
      { state: 0, level: 4 },
    ]);
    expect(await rowsOf(other)).toMatchObject([{ state: 0, level: 4 }]);
    expect(await ward.sql('select id from outbox where tenant_id = $1 and attempts > 0')).toEqual([]);
  });

  test('that a reading reopens takes the level of that reading, and each handling stays', async () => {
    ward.setTime('15:00');
    const imei = '860000000006021';
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true, birthday: '1981-01-01' });
    await pressure(imei, [188, 112]);
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 1 }));
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 3, handleType: 5, handleResult: '已加服降压药' }));
    await ok(
      admin.post('AbnormalData/CreateOrEdit', { id, state: 3, handleType: 5, handleResult: '已加服一片降压药' }),
    );
    expect((await detail(id)).handlings).toMatchObject([
      {
        state: 3,
        level: 3,
        handleType: 5,
        handleResult: '已加服一片降压药',
        handleTime: ward.at('15:00').toISOString(),
      },
    ]);
    ward.setTime('15:10');
    await pressure(imei, [165, 95]);
    expect(await rowOf(person)).toMatchObject({ id, level: 2, state: 0, run: 2, contactAt: null });
    expect((await detail(id)).abnormalData).toMatchObject({
      handleType: null,
      handleResult: null,
      handleTime: null,
      ladderRun: 2,
      alarmedTime: ward.at('15:10').toISOString(),
    });
    await ok(admin.post('AbnormalData/BatchHandle', { ids: [id], handleType: 4, handleResult: '明日复测' }));
    expect((await detail(id)).handlings).toMatchObject([
      { state: 3, level: 2, handleType: 4, handleResult: '明日复测', handleUserName: expect.stringMatching(/./u) },
      { state: 3, level: 3, handleType: 5 },
    ]);
  });

  test('that staff reopens asks for a contact and a result of its own', async () => {
    ward.setTime('16:00');
    const imei = '860000000006022';
    const person = await cuff(imei);
    await pressure(imei, [205, 122]);
    const { id } = await rowOf(person);
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 1 }));
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 4, handleResult: '袖带绑在衣服上' }));
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 2, handleResult: '袖带绑在衣服上' }));
    expect(await rowOf(person)).toMatchObject({ state: 2, run: 2, contactAt: null, due: ward.at('16:05') });
    expect((await detail(id)).abnormalData).toMatchObject({ handleType: null, handleResult: null });
    expect(
      (await admin.post('AbnormalData/CreateOrEdit', { id, state: 3, handleType: 1, handleResult: '已电话联系' }))
        .status,
    ).toBe(400);
    ward.setTime('16:05');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ state: 0, step: 1 });
  });
});

describe('a late reading', () => {
  test('of level 4 opens its case without sound, with one rung after an hour', async () => {
    ward.setTime('2031-03-13 10:00');
    const imei = '860000000006031';
    const person = await cuff(imei);
    await pressure(imei, [205, 122], ago(180));
    expect(await rowOf(person)).toMatchObject({ level: 4, late: true, due: ward.at('2031-03-13 11:00') });
    expect(notices(person)).toEqual([]);
    ward.setTime('2031-03-13 11:00');
    await ward.bringForward('case.due');
    expect(await rowOf(person)).toMatchObject({ level: 4, state: 0, step: 1, due: null });
    expect(notices(person)).toEqual([['repeat', 4]]);
  });

  test('starts its ladder with the first fresh one, whose figure is told: 205/122 of three hours ago, then 210/125', async () => {
    ward.setTime('2031-03-13 12:00');
    const imei = '860000000006032';
    const person = await cuff(imei);
    await pressure(imei, [205, 122], ago(180));
    await pressure(imei, [210, 125]);
    expect(await rowOf(person)).toMatchObject({
      level: 4,
      late: false,
      run: 2,
      step: 0,
      due: ward.at('2031-03-13 12:03'),
      finding: '血压 210/125 mmHg，达到危急线200/120',
    });
    expect(notices(person)).toEqual([['open', 4]]);
  });

  test('that comes a day late, or from an import, is listed and never rings', async () => {
    ward.setTime('2031-03-13 14:00');
    const imei = '860000000006033';
    const person = await cuff(imei);
    await pressure(imei, [205, 122], ago(25 * 60));
    expect(await rowOf(person)).toMatchObject({ level: 4, late: true, due: null });
    const imported = await cuff('860000000006034');
    await ward.sql("update ingest_source set protocol = 'import' where tenant_id = $1");
    await pressure('860000000006034', [205, 122], ago(180));
    await ward.sql("update ingest_source set protocol = 'json' where tenant_id = $1");
    expect(await rowOf(imported)).toMatchObject({ level: 4, late: true, due: null });
    expect([...notices(person), ...notices(imported)]).toEqual([]);
  });
});

// Silent devices have cases by the clock, whatever was delivered.
const told = (person: number): Promise<object[]> =>
  ward.sql(
    `select type, level, state, timeliness, started_at as "from", latest_at as "to", reading_count as count, finding, peak_value as peak from abnormal_case where tenant_id = $1 and client_id = $2 and not is_deleted and outcome is distinct from '补传数据后异常不再成立' and type not in ('offline', 'wear', 'inactive', 'battery') order by started_at, type`,
    [person],
  );

const figures = fc.oneof(
  fc.record({
    dataType: fc.constant('heart'),
    values: fc.constantFrom(70, 105, 125, 135, 165).map((heart) => ({ heart, heartState: 1 })),
  }),
  fc.record({ dataType: fc.constant('spo2'), values: fc.constantFrom(97, 94, 92, 88, 60).map((spo2) => ({ spo2 })) }),
  fc.record({
    dataType: fc.constant('temperature'),
    values: fc.constantFrom(36.6, 37.6, 38.5).map((temperature) => ({ temperature })),
  }),
);
const day = fc
  .array(fc.record({ item: figures, gap: fc.constantFrom(1, 5, 10, 30) }), { minLength: 18, maxLength: 24 })
  .chain((rows) =>
    fc.tuple(
      fc.constant(rows),
      fc.shuffledSubarray([...rows.keys()], { minLength: rows.length, maxLength: rows.length }),
    ),
  );

test('deliveries of a day in any order, with doubles, make the cases of measured order', async () => {
  let cases = 0;
  for (const [nth, [rows, order]] of fc.sample(day, { numRuns: 6, seed: 5 }).entries()) {
    ward.setTime(`2031-04-${10 + nth} 20:00`);
    const whole = rows.reduce((sum, { gap }) => sum + gap, 0);
    const start = ago(whole).getTime();
    const times = rows.map((_, at) => start + rows.slice(0, at + 1).reduce((sum, { gap }) => sum + gap, 0) * 60_000);
    const persons = await Promise.all(
      ['1', '2'].map((who) =>
        ward.wearer(`86000000000${7000 + nth * 10}${who}`.slice(0, 14).padEnd(15, who), {
          registered: true,
          birthday: '1971-01-01',
        }),
      ),
    );
    const imeis = ['1', '2'].map((who) => `86000000000${7000 + nth * 10}${who}`.slice(0, 14).padEnd(15, who));
    const item = (imei: string | undefined, at: number): object => ({
      imei,
      ...rows[at]?.item,
      measuredAt: new Date(times[at] ?? 0).toISOString(),
    });
    for (const at of rows.keys()) {
      await ward.send(item(imeis[0], at));
      await ward.follow();
    }
    const mixed = order.flatMap((at, place) => (place % 5 === 0 ? [at, order[0] ?? at] : [at]));
    for (let place = 0; place < mixed.length; place += 3) {
      await ward.send(...mixed.slice(place, place + 3).map((at) => item(imeis[1], at)));
      await ward.follow();
    }
    ward.setTime(`2031-04-${10 + nth} 21:00`);
    await ward.bringForward('check.due');
    const [inOrder, shuffled] = await Promise.all(persons.map(told));
    expect(shuffled, `set ${nth}`).toEqual(inOrder);
    cases += inOrder?.length ?? 0;
  }
  expect(cases).toBeGreaterThan(6);
});
