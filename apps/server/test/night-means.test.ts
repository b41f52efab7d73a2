import { ruleMarks } from '@kangmai/model';
import { addUser } from '@kangmai/testkit/isolation-people';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let devices = 0;

beforeAll(async () => {
  ward = await openWard('2031-03-20', '07:30');
});

afterAll(() => ward.close());

interface Sleeper {
  readonly imei: string;
  readonly mattress: string;
  readonly person: number;
}

/** A person with a cuff that measures at night and a mattress. */
async function sleeper(tags: readonly string[] = []): Promise<Sleeper> {
  devices += 1;
  const imei = `86000000000${9100 + devices}`;
  const mattress = `86000000000${9200 + devices}`;
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true, tags });
  const other = await ward.wearer(mattress, { type: 'mattress' });
  await ward.sql('update device_binding set client_id = $2 where tenant_id = $1 and client_id = $3 and relation = 0', [
    person,
    other,
  ]);
  return { imei, mattress, person };
}

const clock = (hour: number): string =>
  hour < 24 ? `2031-03-19 ${String(hour).padStart(2, '0')}:10` : `2031-03-20 0${hour - 24}:10`;

const pressure = ({ imei }: Sleeper, time: string, [high, low]: readonly [number, number]): object => ({
  imei,
  dataType: 'bp',
  measuredAt: ward.at(time).toISOString(),
  values: { high, low },
});

const night = (one: Sleeper, values: readonly [number, number], count = 7): readonly object[] =>
  Array.from({ length: count }, (_, index) => pressure(one, clock(23 + index), values));

const slept = ({ mattress }: Sleeper, values: object = {}): object => ({
  imei: mattress,
  dataType: 'sleep',
  measuredAt: ward.at('06:40').toISOString(),
  values: { totalMinutes: 440, sleepTime: '2031-03-19 22:50:00', wakeTime: '2031-03-20 06:35:00', ...values },
});

async function stored(...items: readonly object[]): Promise<void> {
  expect((await ward.send(...items)).filter(({ status }) => status !== 'stored')).toEqual([]);
  await ward.follow();
}

const nightCases = async ({ person }: Sleeper) => (await ward.cases(person)).filter(({ type }) => type === 'bpNight');

describe('BP-N1: the mean of one recorded sleep', () => {
  test('seven readings with a mean of 120/70 make one case of level 1 when the report of the night comes', async () => {
    const one = await sleeper();
    await stored(...night(one, [124, 68]));
    expect(await nightCases(one)).toEqual([]);
    await stored(slept(one));
    expect(await nightCases(one)).toMatchObject([
      { level: 1, state: 0, finding: '夜间收缩压均值 124 mmHg（7 次，界值 120），达到提示线' },
    ]);
    const [rule] = await ward.sql<{ mark: number }>(
      "select mark from abnormal_rule where tenant_id = $1 and code = 'BP-N1-SYS'",
    );
    expect(ruleMarks.read(rule?.mark)).toBe('pending');
  });

  test('the readings may come after the report, and by day nothing is judged', async () => {
    const one = await sleeper();
    await stored(slept(one));
    await stored(...night(one, [110, 72]));
    expect(await nightCases(one)).toMatchObject([{ finding: expect.stringContaining('夜间舒张压均值 72 mmHg') }]);
    const other = await sleeper();
    await stored(slept(other), ...night(other, [115, 65]), pressure(other, '07:00', [180, 90]));
    expect(await nightCases(other)).toEqual([]);
  });

  test('six readings are never judged, however high, and neither are a nap or a night without times', async () => {
    const few = await sleeper();
    await stored(...night(few, [150, 90], 6), slept(few));
    const nap = await sleeper();
    await stored(...night(nap, [150, 90]), slept(nap, { remark: '午睡' }));
    const timeless = await sleeper();
    await stored(...night(timeless, [150, 90]), slept(timeless, { sleepTime: null, wakeTime: null }));
    for (const one of [few, nap, timeless]) expect(await nightCases(one)).toEqual([]);
  });

  test('entries by hand do not count', async () => {
    const one = await sleeper();
    const admin = await ward.app.as('admin', 'Alpha');
    await stored(...night(one, [150, 90], 6), slept(one));
    const entered = await admin.post('Watch_bps/CreateOrEdit', {
      userId: one.person,
      ['measure_time']: ward.at('2031-03-20 05:40').toISOString(),
      high: 150,
      low: 90,
    });
    expect(entered.status).toBe(200);
    await ward.follow();
    expect(await nightCases(one)).toEqual([]);
  });

  test('a normal night ends the case of the night before, one with too few readings does not', async () => {
    const one = await sleeper();
    await stored(...night(one, [124, 75]), slept(one));
    const next = (values: readonly [number, number], count: number): readonly object[] =>
      Array.from({ length: count }, (_, index) => pressure(one, `2031-03-21 0${index}:10`, values));
    ward.setTime('2031-03-21 07:30');
    const report = (day: string): object => ({
      ...slept(one),
      measuredAt: ward.at(`${day} 06:40`).toISOString(),
      values: { totalMinutes: 440, sleepTime: `${day} 00:00:00`, wakeTime: `${day} 06:35:00` },
    });
    await stored(...next([105, 60], 6), report('2031-03-21'));
    expect(await nightCases(one)).toMatchObject([{ state: 0 }]);
    await stored(pressure(one, '2031-03-21 06:20', [105, 60]));
    expect(await nightCases(one)).toMatchObject([{ state: 5 }]);
    ward.setTime('07:30');
  });

  test('a pregnant person is not judged by it', async () => {
    const one = await sleeper(['pregnant']);
    await stored(...night(one, [124, 75]), slept(one));
    expect(await nightCases(one)).toEqual([]);
  });
});

interface Mean {
  readonly count: number;
  readonly high: number | null;
  readonly isHigh: boolean | null;
}
interface Recording {
  readonly night: string;
  readonly day: Mean;
  readonly sleep: Mean;
  readonly whole: Mean;
  readonly fallPercent: number | null;
  readonly dipping: string | null;
}

describe('the means of a recording', () => {
  const recordingOf = async ({ person }: Sleeper, who?: Client): Promise<Recording | null> => {
    const client = who ?? (await ward.app.as('admin', 'Alpha'));
    return (await client.get<{ recording: Recording | null }>('Watch_bps/GetNightMeans', { userId: person })).result
      .recording;
  };
  const byDay = (one: Sleeper, count: number): readonly object[] =>
    Array.from({ length: count }, (_, index) =>
      pressure(
        one,
        `2031-03-19 ${String(8 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '40' : '10'}`,
        [130, 80],
      ),
    );

  test('day, night, 24 hours and the fall, where the readings allow it', async () => {
    const one = await sleeper();
    expect(await recordingOf(one)).toBe(null);
    await stored(...night(one, [117, 68]), slept(one));
    expect(await recordingOf(one)).toMatchObject({
      night: '2031-03-20',
      day: { count: 0, high: null, isHigh: null },
      sleep: { count: 7, high: 117, low: 68, isHigh: false },
      whole: { count: 7, high: null },
      fallPercent: null,
      dipping: null,
    });
    await stored(...byDay(one, 20));
    expect(await recordingOf(one)).toMatchObject({
      day: { count: 20, least: 20, high: 130, low: 80, isHigh: false },
      whole: { count: 27, high: 126.6, isHigh: false },
      fallPercent: 10,
      dipping: 'dipper',
    });
  });

  test('a person out of sight is not found', async () => {
    const one = await sleeper();
    const stranger = await addUser(ward.app, 'Alpha', { userName: 'stranger', dataScope: 'own', allPermissions: true });
    expect((await stranger.client.get('Watch_bps/GetNightMeans', { userId: one.person })).status).toBe(404);
  });
});
