import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;

// A day to come: what waits for its time waits by the database's clock.
beforeEach(async () => {
  ward = await openWard('2031-03-10', '10:00');
});

afterEach(() => ward.close());

const spo2 = (imei: string, value: number): object => ({
  imei,
  dataType: 'spo2',
  measuredAt: ward.now().toISOString(),
  values: { spo2: value },
});
const news = (): unknown[] => ward.shown.filter(({ event }) => event === 'newabnormal').map(({ payload }) => payload);

async function heard(...items: readonly object[]): Promise<void> {
  expect((await ward.send(...items)).map(({ status }) => status)).toEqual(items.map(() => 'stored'));
  await ward.follow();
}

test('a doubtful value that no valid one follows in a quarter of an hour is level 3, told once', async () => {
  const person = await ward.wearer('860000000002001', { birthday: '1971-01-01' });
  await heard(spo2('860000000002001', 48));
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 2, state: 0 }]);
  const [waiting] = await ward.sql<{ at: Date }>(
    "select available_at as at from outbox where tenant_id = $1 and topic = 'check.due'",
  );
  expect(waiting?.at).toEqual(ward.at('10:15'));
  ward.setTime('2031-03-10 10:14:30');
  await ward.bringForward('check.due');
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 2 }]);
  ward.setTime('10:15');
  await ward.bringForward('check.due');
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 3, state: 0 }]);
  await ward.bringForward('check.due');
  expect(news().filter((each) => (each as { readonly notice: string }).notice === 'raise')).toHaveLength(1);
});

test('a valid value in time keeps it from rising: one case of two kinds ends with the second', async () => {
  const person = await ward.wearer('860000000002002', { birthday: '1971-01-01' });
  await heard(spo2('860000000002002', 48));
  ward.setTime('10:05');
  await heard(spo2('860000000002002', 97));
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 2, state: 5 }]);
  ward.setTime('10:20');
  await ward.bringForward('check.due');
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 2, state: 5 }]);
});

test('an abnormal but plausible answer stops the clock and keeps the case', async () => {
  const person = await ward.wearer('860000000002003', { birthday: '1971-01-01' });
  await heard(spo2('860000000002003', 48));
  ward.setTime('10:05');
  await heard(spo2('860000000002003', 94));
  ward.setTime('10:20');
  await ward.bringForward('check.due');
  expect(await ward.cases(person)).toMatchObject([{ type: 'check', level: 2, state: 0 }]);
});

test('the ladder of a critical case: a claim holds it once for five minutes, then it goes on; proof of contact ends it', async () => {
  const person = await ward.wearer('860000000002011', { type: 'bp_monitor', registered: true });
  await heard({
    imei: '860000000002011',
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 210, low: 125 },
  });
  const [open] = await ward.cases(person);
  const staff = await ward.app.as('admin', 'Alpha');
  const row = async () =>
    (
      await ward.sql<{ step: number; due: Date | null; state: number }>(
        'select escalation_step as step, next_due_at as due, state from abnormal_case where tenant_id = $1 and id = $2',
        [open?.id],
      )
    )[0];
  expect(await row()).toEqual({ step: 0, due: ward.at('10:03'), state: 0 });
  ward.setTime('10:03');
  await ward.bringForward('case.due');
  expect(await row()).toEqual({ step: 1, due: ward.at('10:05'), state: 0 });
  ward.setTime('10:04');
  expect((await staff.post('AbnormalData/Claim', { id: open?.id })).status).toBe(200);
  expect(await row()).toEqual({ step: 1, due: ward.at('10:09'), state: 1 });
  ward.setTime('10:05');
  await ward.bringForward('case.due');
  expect(await row()).toMatchObject({ step: 1, state: 1 });
  ward.setTime('10:06');
  await staff.post('AbnormalData/LogContact', { id: open?.id, callOutcome: 4 });
  ward.setTime('10:09');
  await ward.bringForward('case.due');
  expect(await row()).toEqual({ step: 2, due: ward.at('10:14'), state: 0 });
  await staff.post('AbnormalData/Claim', { id: open?.id });
  expect(await row()).toEqual({ step: 2, due: ward.at('10:14'), state: 1 });
  ward.setTime('10:14');
  await ward.bringForward('case.due');
  expect(await row()).toEqual({ step: 3, due: ward.at('10:24'), state: 0 });
  await staff.post('AbnormalData/LogContact', { id: open?.id, callOutcome: 1 });
  ward.setTime('10:24');
  await ward.bringForward('case.due');
  expect(await row()).toEqual({ step: 3, due: null, state: 2 });
  expect(news().map((each) => (each as { readonly notice: string }).notice)).toEqual([
    'open',
    'repeat',
    'repeat',
    'repeat',
  ]);
});

test('a repeated notice tells when its figure was measured, and the worse one that came meanwhile', async () => {
  const imei = '860000000002022';
  await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  const pressures = [
    ['10:00', 205, 122],
    ['10:01', 218, 128],
    ['10:02', 186, 112],
  ] as const;
  for (const [time, high, low] of pressures) {
    ward.setTime(time);
    await heard({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high, low } });
  }
  ward.setTime('10:03');
  await ward.bringForward('case.due');
  const [at, worseAt, newestAt] = pressures.map(([time]) => ward.at(time).toISOString());
  const told = { ['abnormaL_DIA']: expect.stringContaining('205/122') as unknown, valueTime: at };
  expect(news()).toMatchObject([
    { ...told, notice: 'open', ['tO_TIME']: at, worst: null },
    { ...told, notice: 'repeat', ['tO_TIME']: newestAt, worst: { value: '218/128', time: worseAt } },
  ]);
});

test('reminders of an open case repeat only with new abnormal readings: level 3 every hour', async () => {
  const imei = '860000000002021';
  await ward.wearer(imei, { type: 'bp_monitor', registered: true });
  const bp = (): object => ({
    imei,
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 188, low: 112 },
  });
  for (const time of ['10:00', '10:30', '10:59', '11:01', '11:30', '12:01']) {
    ward.setTime(time);
    await heard(bp());
  }
  expect(
    news()
      .map((each) => each as { readonly notice: string; readonly tO_TIME: string })
      .map(({ notice, tO_TIME }) => [notice, tO_TIME]),
  ).toEqual([
    ['open', ward.at('10:00').toISOString()],
    ['repeat', ward.at('11:01').toISOString()],
    ['repeat', ward.at('12:01').toISOString()],
  ]);
});
