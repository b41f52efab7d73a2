import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Alarms of devices that entries by hand, void values and corrections of other readings leave standing. */

let ward: Ward;
let admin: Client;

beforeAll(async () => {
  ward = await openWard('2031-03-10', '08:00');
  admin = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());

const good = async <T>(
  call: Promise<{ readonly status: number; readonly text: string; readonly result: T }>,
): Promise<T> => {
  const { status, text, result } = await call;
  expect(status, text).toBe(200);
  return result;
};

async function send(imei: string, time: string, [dataType, values]: readonly [string, object]): Promise<number> {
  const [taken] = await ward.send({ imei, dataType, measuredAt: ward.at(time).toISOString(), values });
  expect(taken?.status, time).toBe('stored');
  await ward.follow();
  return taken?.id ?? 0;
}

/** Staff types a reading, or corrects the one with the id. */
async function type(service: string, time: string, body: object): Promise<number> {
  const { id } = await good(
    admin.post<{ id: number }>(`${service}/CreateOrEdit`, { ...body, ['measure_time']: ward.at(time).toISOString() }),
  );
  await ward.follow();
  return id;
}

const pressure = (high: number, low: number): readonly [string, object] => ['bp', { high, low }];
const beat = (heart: number): readonly [string, object] => ['heart', { heart, heartState: 1 }];

interface Found {
  readonly id: number;
  readonly type: string;
  readonly level: number;
  readonly state: number;
  readonly finding: string;
  readonly value: string;
  readonly peak: string;
  readonly count: number;
  readonly run: number;
  readonly ofVoid: number;
  readonly due: Date | null;
  readonly outcome: string | null;
}
const cases = (person: number): Promise<Found[]> =>
  ward.sql<Found>(
    `select id, type, level, state, finding, value, peak_value as peak, reading_count as count, ladder_run as run, of_void as "ofVoid", next_due_at as due, outcome from abnormal_case
   where tenant_id = $1 and client_id = $2 and not is_deleted order by id`,
    [person],
  );
async function only(person: number): Promise<Found> {
  const [found, ...more] = await cases(person);
  expect(more).toEqual([]);
  if (!found) throw new Error('no case');
  return found;
}
const detail = (
  id: number,
): Promise<{ readonly abnormalData: { readonly state: number; readonly handleResult: string | null } }> =>
  good(admin.get('AbnormalData/GetAbnormalDataForEdit', { id }));

describe('a critical alarm of a device', () => {
  test('stays when staff types normal hearts between its values', async () => {
    const imei = '860000000009001';
    const person = await ward.wearer(imei);
    ward.setTime('08:10');
    await send(imei, '08:00', beat(33));
    await send(imei, '08:06', beat(32));
    const before = await only(person);
    expect(before).toMatchObject({ type: 'heartSlow', level: 4, state: 0 });
    for (const at of ['08:02', '08:04']) await type('Watch_Hearts', at, { userId: person, heart: 72 });
    expect(await only(person)).toEqual(before);
    await send(imei, '08:03', beat(31));
    expect(await only(person)).toMatchObject({ id: before.id, level: 4, state: 0, peak: '31' });
  });

  test('stays when staff types normal pressures between its values', async () => {
    const imei = '860000000009002';
    const person = await ward.wearer(imei);
    ward.setTime('09:00');
    for (const [at, high, low] of [
      [10, 205, 119],
      [20, 207, 120],
      [30, 209, 121],
      [40, 211, 122],
      [50, 212, 123],
    ] as const)
      await send(imei, `08:${at}`, pressure(high, low));
    const before = await only(person);
    expect(before).toMatchObject({ type: 'bpHigh', state: 0 });
    expect(before.level).toBeGreaterThanOrEqual(3);
    for (const at of ['08:15', '08:25', '08:35', '08:45'])
      await type('Watch_bps', at, { userId: person, high: 121, low: 78 });
    expect(await only(person)).toMatchObject({ id: before.id, level: before.level, state: 0, due: before.due });
  });

  test('that a late value of the device takes back is readable, with its reason, and does not stand in the way of the next', async () => {
    const imei = '860000000009003';
    const person = await ward.wearer(imei);
    ward.setTime('09:10');
    await send(imei, '09:00', beat(33));
    await send(imei, '09:06', beat(32));
    const { id } = await only(person);
    await send(imei, '09:03', beat(72));
    expect(await only(person)).toMatchObject({ id, level: 4, state: 5, outcome: '补传数据后异常不再成立', due: null });
    expect((await detail(id)).abnormalData).toMatchObject({ state: 5, handleResult: '补传数据后异常不再成立' });
    await send(imei, '09:07', beat(31));
    await send(imei, '09:09', beat(31));
    expect((await cases(person)).map((each) => [each.type, each.level, each.state])).toEqual([
      ['heartSlow', 4, 5],
      ['heartSlow', 4, 0],
    ]);
  });
});

describe('a new crisis after a void value of a device', () => {
  const notices = (person: number): readonly string[] =>
    ward.shown
      .filter(({ event }) => event === 'newabnormal')
      .map(({ payload }) => payload as { userid: number; notice: string })
      .filter(({ userid }) => userid === person)
      .map(({ notice }) => notice);

  async function voided(imei: string): Promise<Found> {
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
    ward.setTime('10:00');
    const id = await send(imei, '10:00', pressure(211, 118));
    await good(
      admin.post('Watch_bps/Void', { id, reason: '袖带绑错', ['measure_time']: ward.at('10:00').toISOString() }),
    );
    await ward.follow();
    const marked = await only(person);
    expect(marked).toMatchObject({
      level: 4,
      state: 0,
      finding: expect.stringMatching(/^设备读数已作废：血压 211\/118/),
      run: 1,
      ofVoid: 2,
    });
    return { ...marked, id: person };
  }
  const fresh = {
    level: 4,
    state: 0,
    finding: '血压 224/128 mmHg，达到危急线200/120',
    value: '224/128',
    peak: '224/128',
    count: 2,
    run: 2,
    ofVoid: 0,
  };

  test('has its own words, value, peak and ladder, and a further one goes on as ever', async () => {
    const imei = '860000000009011';
    const { id: person } = await voided(imei);
    ward.setTime('10:20');
    await send(imei, '10:20', pressure(224, 128));
    expect(await only(person)).toMatchObject({ ...fresh, due: ward.at('10:23') });
    expect(notices(person)).toEqual(['open', 'open']);
    ward.setTime('10:25');
    await send(imei, '10:25', pressure(206, 121));
    expect(await only(person)).toMatchObject({ ...fresh, count: 3, due: ward.at('10:23') });
  });

  test('has them too when it was measured before the void one', async () => {
    const imei = '860000000009012';
    const { id: person } = await voided(imei);
    ward.setTime('10:05');
    await send(imei, '09:58', pressure(224, 128));
    expect(await only(person)).toMatchObject({ ...fresh, due: ward.at('10:08') });
    expect(notices(person)).toEqual(['open', 'open']);
  });

  test('has them behind a milder value, which leaves the level and the need of proof', async () => {
    const imei = '860000000009013';
    const { id: person } = await voided(imei);
    ward.setTime('10:05');
    await send(imei, '10:05', pressure(150, 92));
    expect(await only(person)).toMatchObject({
      level: 4,
      finding: expect.stringMatching(/^血压 150\/92 .*，此前设备读数已作废，按危急级处理$/),
      value: '150/92',
      peak: '150/92',
      count: 2,
      run: 1,
      ofVoid: 1,
    });
    await send(imei, '10:02', pressure(121, 79));
    expect(await only(person)).toMatchObject({ level: 4, state: 0 });
    ward.setTime('10:10');
    await send(imei, '10:10', pressure(224, 128));
    expect(await only(person)).toMatchObject({ ...fresh, count: 3, due: ward.at('10:13') });
  });
});

describe('a correction of another reading', () => {
  test('leaves the alarm of a device at the level it had when it came: pregnant then, 168/114', async () => {
    const imei = '860000000009021';
    const person = await ward.wearer(imei, {
      type: 'bp_monitor',
      registered: true,
      sex: '2',
      birthday: '2001-01-01',
      tags: ['pregnant'],
    });
    ward.setTime('11:00');
    await send(imei, '11:00', pressure(168, 114));
    const before = await only(person);
    expect(before).toMatchObject({ type: 'bpHigh', level: 4, state: 0, value: '168/114' });
    await ward.sql("update client set risk_tags = '{}' where tenant_id = $1 and id = $2", [person]);
    ward.setTime('11:10');
    const body = { userId: person, low: 91, high: 141 };
    const id = await type('Watch_bps', '11:05', body);
    await type('Watch_bps', '11:05', { ...body, id, high: 121, low: 79, reason: '录入错误' });
    expect(await only(person)).toMatchObject({
      id: before.id,
      level: 4,
      state: 0,
      finding: before.finding,
      value: '168/114',
      peak: '168/114',
      due: before.due,
      run: 1,
    });
    const closed = await admin.post('AbnormalData/CreateOrEdit', {
      id: before.id,
      state: 3,
      handleType: 11,
      handleResult: '数值已经更正',
    });
    expect([closed.status, closed.error?.validationErrors?.[0]?.members]).toEqual([400, ['callOutcome']]);
  });

  test('takes its figures out of the alarm of a device and leaves the level', async () => {
    const imei = '860000000009022';
    const person = await ward.wearer(imei, {
      type: 'bp_monitor',
      registered: true,
      sex: '2',
      birthday: '2001-01-01',
      tags: ['pregnant'],
    });
    ward.setTime('11:20');
    const body = { userId: person, high: 240, low: 130 };
    const id = await type('Watch_bps', '11:18', body);
    await send(imei, '11:20', pressure(168, 114));
    await ward.sql("update client set risk_tags = '{}' where tenant_id = $1 and id = $2", [person]);
    await type('Watch_bps', '11:18', { ...body, id, high: 140, low: 80, reason: '录入错误' });
    const found = await only(person);
    expect(found).toMatchObject({ level: 4, state: 0, value: '168/114', peak: '168/114', run: 1 });
    expect(found.finding).toMatch(/^读数已更正：血压 168\/114 .*，设备读数原判为危急级$/);
  });
});
