import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** What a signal is worth: values that nothing follows, devices that are not worn, the same value twice. */

let ward: Ward;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-03-10', '08:00');
});

afterAll(() => ward.close());

const reading = (imei: string, [kind, values]: readonly [kind: string, values: object], more: object = {}): object => ({
  imei,
  dataType: kind,
  measuredAt: ward.now().toISOString(),
  values,
  ...more,
});
const oxygen = (imei: string, spo2: number, more: object = {}): object => reading(imei, ['spo2', { spo2 }], more);

async function heard(time: string, ...items: readonly object[]): Promise<void> {
  expect(
    (await ward.send(...items)).map(({ status }) => status),
    time,
  ).toEqual(items.map(() => 'stored'));
  await ward.follow();
}

async function at(time: string, item: () => object): Promise<void> {
  ward.setTime(time);
  await heard(time, item());
}

async function due(time: string): Promise<void> {
  ward.setTime(time);
  await ward.bringForward('signal.due');
}

const told = async (person: number) => (await ward.cases(person)).map(({ type, level, state }) => [type, level, state]);
const news = (person: number): unknown[] =>
  ward.shown
    .filter(({ event }) => event === 'newabnormal')
    .map(({ payload }) => payload as { userid: number; abnormaL_LEVEL: number; notice: string })
    .filter(({ userid }) => userid === person)
    .map(({ abnormaL_LEVEL: level, notice }) => [level, notice]);

describe('an alarming value and then silence', () => {
  test('82 on a watch opens a check of level 3 after a quarter of an hour, once, and does not rise', async () => {
    const imei = '860000000007001';
    const person = await ward.wearer(imei, { birthday: '1971-01-15' });
    await at('10:00', () => oxygen(imei, 82));
    expect(await told(person)).toEqual([]);
    await due('10:14');
    expect(await told(person)).toEqual([]);
    await due('10:15');
    expect(await told(person)).toEqual([['check', 3, 0]]);
    expect(news(person)).toEqual([[3, 'open']]);
    await due('12:00');
    await ward.bringForward('check.due');
    expect(await told(person)).toEqual([['check', 3, 0]]);
    await at('12:10', () => oxygen(imei, 97));
    expect(await told(person)).toEqual([['check', 3, 5]]);
  });

  test('205/122 on a cuff without registration opens one within the hour; a second value like it opens the case', async () => {
    const imei = '860000000007010';
    const person = await ward.wearer(imei, { type: 'bp_monitor' });
    const pressure = (): object => reading(imei, ['bp', { high: 205, low: 122 }]);
    await at('08:00', pressure);
    await due('08:14');
    expect(await told(person)).toEqual([]);
    await due('09:00');
    expect(await told(person)).toEqual([['check', 3, 0]]);
    expect(news(person)).toEqual([[3, 'open']]);
    await at('09:05', pressure);
    expect(await told(person)).toEqual([
      ['check', 3, 5],
      ['bpHigh', 3, 0],
    ]);
  });

  test('88 makes a check of level 2; a confirming value moves it into the case', async () => {
    const imei = '860000000007002';
    const person = await ward.wearer(imei, { birthday: '1971-01-15' });
    await at('13:00', () => oxygen(imei, 88));
    await due('13:15');
    expect(await told(person)).toEqual([['check', 2, 0]]);
    await at('13:20', () => oxygen(imei, 88));
    expect(await told(person)).toEqual([
      ['check', 2, 5],
      ['spo2Low', 3, 0],
    ]);
  });

  test('an answer that is stored and not yet followed counts', async () => {
    const imei = '860000000007003';
    const person = await ward.wearer(imei, { birthday: '1971-01-15' });
    await at('14:00', () => oxygen(imei, 82));
    ward.setTime('14:15');
    await ward.unfollowed(async (tx) => {
      await ward.send({ ...oxygen(imei, 96), measuredAt: ward.at('14:10').toISOString() });
      await tx.execute("update outbox set available_at = now() where tenant_id = $1 and topic = 'signal.due'", [
        ward.tenantId,
      ]);
    });
    await ward.follow();
    expect(await told(person)).toEqual([]);
  });

  test('late and replayed values and those entered by hand make none', async () => {
    const imei = '860000000007004';
    const person = await ward.wearer(imei, { birthday: '1971-01-15' });
    ward.setTime('15:00');
    await ward.send({ ...oxygen(imei, 82), measuredAt: ward.at('12:30').toISOString() });
    await ward.follow();
    await due('16:00');
    expect(await ward.sql("select id from outbox where tenant_id = $1 and topic = 'signal.due'")).toEqual([]);
    expect(await told(person)).toEqual([]);
  });
});

test('a value that came out of the quarantine makes none', async () => {
  const imei = '860000000007005';
  const [before, person] = [await ward.wearer(imei), await ward.wearer('860000000007006', { birthday: '1971-01-15' })];
  ward.setTime('16:10');
  await ward.sql('update device_binding set state = 0, unbound_at = $3 where tenant_id = $1 and client_id = $2', [
    before,
    ward.now(),
  ]);
  await ward.sql(
    'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) select $1, id, $3, 0, 1, 1, $4 from device where tenant_id = $1 and imei = $2',
    [imei, person, ward.now()],
  );
  ward.setTime('16:11');
  expect(await ward.send(oxygen(imei, 82))).toMatchObject([{ status: 'quarantined', reason: 'bind_uncertain' }]);
  ward.setTime('16:20');
  await ward.sql('update quarantined_reading set created_at = $2 where tenant_id = $1', [ward.now()]);
  const staff = await ward.app.as('admin', 'Alpha');
  const { status, text, result } = await staff.post<{ stored: number }>('IngestQuarantines/Replay', {
    imei,
    userId: person,
  });
  expect(status, text).toBe(200);
  expect(result.stored).toBe(1);
  await ward.follow();
  await due('16:40');
  expect(await told(person)).toEqual([]);
});

test('a doubtful value inside all limits asks for another one, also of a person without cases', async () => {
  const imei = '860000000007009';
  const person = await ward.wearer(imei, { birthday: '1971-01-15' });
  const pressure = (high: number, low: number): object => reading(imei, ['bp', { high, low }]);
  await at('17:00', () => pressure(120, 38));
  expect(
    await ward.sql('select level, quality from blood_pressure_reading where tenant_id = $1 and client_id = $2', [
      person,
    ]),
  ).toEqual([{ level: 0, quality: 1 }]);
  expect(await told(person)).toEqual([['check', 2, 0]]);
  await at('17:05', () => pressure(121, 76));
  expect(await told(person)).toEqual([['check', 2, 5]]);
});

describe('a device that is not worn', () => {
  test('confirms nothing: one check of level 2, and no second one until it is worn again', async () => {
    const imei = '860000000007011';
    const person = await ward.wearer(imei, { birthday: '1971-01-15', registered: true });
    const off = { contact: 'off' };
    for (const time of ['17:00', '17:10', '17:20']) await at(time, () => oxygen(imei, 75, off));
    expect(await told(person)).toEqual([]);
    expect(
      await ward.sql(
        'select quality, level, flag from oxygen_saturation_reading where tenant_id = $1 and client_id = $2 order by id limit 1',
        [person],
      ),
    ).toEqual([{ quality: 5, level: 4, flag: 1 }]);
    await due('17:20');
    expect(await told(person)).toEqual([['check', 2, 0]]);
    await at('17:40', () => oxygen(imei, 75, off));
    await due('18:40');
    await ward.sql('update abnormal_case set state = 4, handled_at = $3 where tenant_id = $1 and client_id = $2', [
      person,
      ward.now(),
    ]);
    await at('19:30', () => oxygen(imei, 75, off));
    await due('20:30');
    expect(await told(person)).toEqual([['check', 2, 4]]);
    expect(news(person)).toEqual([[2, 'open']]);
    await at('20:31', () => oxygen(imei, 97));
    await at('20:40', () => oxygen(imei, 75, off));
    await due('21:40');
    expect(await told(person)).toEqual([
      ['check', 2, 4],
      ['check', 2, 0],
    ]);
  });

  test('its values stand in lists with 未佩戴 and in no statistic', async () => {
    const imei = '860000000007012';
    const person = await ward.wearer(imei, { birthday: '1971-01-15' });
    await at('22:00', () => oxygen(imei, 97));
    await at('22:05', () => oxygen(imei, 75, { contact: 'off' }));
    expect(
      await ward.sql(
        "select count, min, max from reading_hour where tenant_id = $1 and client_id = $2 and kind = 'spo2' and metric = 'spo2'",
        [person],
      ),
    ).toEqual([{ count: 1, min: 97, max: 97 }]);
    expect(
      await ward.sql(
        "select figures ->> 'spo2' as spo2 from reading_latest where tenant_id = $1 and client_id = $2 and kind = 'spo2'",
        [person],
      ),
    ).toEqual([{ spo2: '97' }]);
    const staff = await ward.app.as('admin', 'Alpha');
    const { result } = await staff.get<{ totalCount: number; items: readonly object[] }>(
      `watch_spo2s/GetAll?userIdFilter=${person}&maxResultCount=10`,
    );
    expect(JSON.stringify(result)).toContain('"quality":5');
    expect(result.totalCount).toBe(2);
  });
});

describe('the same value from two sources', () => {
  const stats = (person: number) =>
    ward.sql(
      "select hour, count, sum from reading_hour where tenant_id = $1 and client_id = $2 and kind = 'spo2' and metric = 'spo2' order by hour",
      [person],
    );
  const days = (person: number) =>
    ward.sql<{ count: number; sum: number }>(
      "select count, sum from reading_day where tenant_id = $1 and client_id = $2 and kind = 'spo2' and metric = 'spo2'",
      [person],
    );
  const from = (imei: string, [time, spo2]: readonly [string, number]): object => ({
    imei,
    dataType: 'spo2',
    measuredAt: ward.at(time).toISOString(),
    values: { spo2 },
  });

  async function pair(one: string, other: string, registered = false): Promise<number> {
    const person = await ward.wearer(one, { birthday: '1971-01-15' });
    const second = await ward.wearer(other, { birthday: '1971-01-15', type: 'band', registered });
    await ward.sql('update device_binding set client_id = $2 where tenant_id = $1 and client_id = $3', [
      person,
      second,
    ]);
    return person;
  }

  test('an entry by hand that is declared void gives its place back, over the end of an hour too', async () => {
    const watch = '860000000007051';
    const person = await ward.wearer(watch, { birthday: '1971-01-15' });
    ward.setTime('2031-03-11 07:50');
    const staff = await ward.app.as('admin', 'Alpha');
    await heard('watch', from(watch, ['2031-03-11 06:59:40', 96]));
    const entered = await staff.post<{ id: number }>('watch_spo2s/CreateOrEdit', {
      userId: person,
      measure_time: ward.at('2031-03-11 07:00:10').toISOString(),
      deviceType: 1,
      spo2: 96,
    });
    expect(entered.status, entered.text).toBe(200);
    await ward.follow();
    expect(await stats(person)).toEqual([{ hour: ward.at('2031-03-11 07:00'), count: 1, sum: 96 }]);
    const gone = await staff.delete(
      `watch_spo2s/Delete?id=${entered.result.id}&reason=${encodeURIComponent('录错人')}`,
    );
    expect(gone.status, gone.text).toBe(200);
    await ward.follow();
    expect(await stats(person)).toEqual([{ hour: ward.at('2031-03-11 06:00'), count: 1, sum: 96 }]);
  });

  test('confirms nothing and counts once; both rows stay in the list', async () => {
    const [watch, band] = ['860000000007021', '860000000007022'];
    const person = await pair(watch, band);
    ward.setTime('2031-03-11 08:00');
    await heard('watch', from(watch, ['2031-03-11 08:00', 88]));
    await heard('band', from(band, ['2031-03-11 08:00:40', 88]));
    expect(await told(person)).toEqual([]);
    expect(await days(person)).toEqual([{ count: 1, sum: 88 }]);
    const staff = await ward.app.as('admin', 'Alpha');
    const { result } = await staff.get<{ totalCount: number; items: readonly object[] }>(
      `watch_spo2s/GetAll?userIdFilter=${person}&maxResultCount=10`,
    );
    expect([result.totalCount, result.items.length]).toEqual([2, 2]);
    await due('2031-03-11 08:15');
    expect(await told(person)).toEqual([['check', 2, 0]]);
  });

  test('gives the same statistics in any order of arrival, over the end of an hour too', async () => {
    const rows = [
      ['08:59:40', 96],
      ['09:20:00', 95],
      ['09:20:50', 95],
      ['09:40:00', 94],
    ] as const;
    const found: unknown[] = [];
    for (const [round, order] of [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [2, 5, 0, 3, 1, 4],
    ].entries()) {
      const [watch, band] = [`86000000000703${round}`, `86000000000704${round}`];
      const person = await pair(watch, band, true);
      ward.setTime('2031-03-12 09:50');
      const items = [
        ...rows.map(([time, spo2]) => from(watch, [`2031-03-12 ${time}`, spo2])),
        from(band, ['2031-03-12 09:00:10', 96]),
        from(band, ['2031-03-12 09:20:20', 95]),
      ];
      for (const at of order) await heard('each', items[at] ?? {});
      found.push((await stats(person)).map((row) => JSON.stringify(row)));
      expect(await days(person)).toEqual([{ count: 3, sum: 285 }]);
    }
    expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(found[0]).toEqual([JSON.stringify({ hour: ward.at('2031-03-12 09:00'), count: 3, sum: 285 })]);
  });
});

describe('a critical pressure that came out of the quarantine', () => {
  const day = '2031-03-13';

  /** Measured at 18:11 on a cuff that changed its wearer at 18:10, placed by staff at another time. */
  async function placed(imei: string, at: string): Promise<unknown> {
    ward.setTime(`${day} 18:10`);
    const [before, person] = [
      await ward.wearer(imei, { type: 'bp_monitor', registered: true }),
      await ward.wearer(imei.replace('86', '87'), { type: 'bp_monitor' }),
    ];
    await ward.sql('update device_binding set state = 0, unbound_at = $3 where tenant_id = $1 and client_id = $2', [
      before,
      ward.now(),
    ]);
    await ward.sql(
      'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at) select $1, id, $3, 0, 1, 1, $4 from device where tenant_id = $1 and imei = $2',
      [imei, person, ward.now()],
    );
    ward.setTime(`${day} 18:11`);
    expect(await ward.send(reading(imei, ['bp', { high: 205, low: 122 }]))).toMatchObject([
      { status: 'quarantined', reason: 'bind_uncertain' },
    ]);
    ward.setTime(`${day} ${at}`);
    await ward.sql('update quarantined_reading set created_at = $2 where tenant_id = $1', [ward.now()]);
    const staff = await ward.app.at(ward.app.url, 'admin', 'Alpha');
    const { result, text } = await staff.post<{ stored: number }>('IngestQuarantines/Replay', { imei, userId: person });
    expect(result, text).toMatchObject({ stored: 1 });
    await ward.follow();
    const rows = await ward.sql(
      "select level, state, timeliness, next_due_at as due from abnormal_case where tenant_id = $1 and client_id = $2 and type = 'bpHigh'",
      [person],
    );
    return [rows, news(person)];
  }

  test('within two hours rings and climbs like any other', async () => {
    expect(await placed('860000000007017', '18:20')).toEqual([
      [{ level: 4, state: 0, timeliness: 0, due: ward.at(`${day} 18:23`) }],
      [[4, 'open']],
    ]);
  });

  test('later has one rung after an hour, without sound', async () => {
    expect(await placed('860000000007008', '21:20')).toEqual([
      [{ level: 4, state: 0, timeliness: 1, due: ward.at(`${day} 22:20`) }],
      [],
    ]);
  });
});
