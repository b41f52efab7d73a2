import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface Policy {
  readonly id: number;
  readonly policyName: string;
  readonly level: number;
  readonly sourceKind: string;
  readonly steps: readonly object[];
  readonly valid: boolean;
  readonly isSystem: boolean;
  readonly rowVersion: number;
}

const rung = (afterMinutes: number, more: object = {}): object => ({
  afterMinutes,
  to: ['manager'],
  channels: ['inapp'],
  ...more,
});
const critical = { policyName: '夜间危急', level: 4, sourceKind: 'any', repeatMinutes: 5, steps: [rung(0), rung(2)] };

async function policies(): Promise<readonly Policy[]> {
  const { result } = await admin.get<{ items: readonly { alarmPolicy: Policy }[] }>('AlarmPolicys/GetAll', {
    MaxResultCount: 100,
  });
  return result.items.map(({ alarmPolicy }) => alarmPolicy);
}

const validCritical = async (): Promise<readonly Policy[]> =>
  (await policies()).filter(({ level, sourceKind, valid }) => level === 4 && sourceKind === 'any' && valid);

async function refusals(policy: object): Promise<readonly (readonly [member: string, message: string])[]> {
  const { status, error, text } = await admin.post('AlarmPolicys/CreateOrEdit', policy);
  expect(status, text).toBe(400);
  return (error?.validationErrors ?? []).map(({ members, message }) => [members.join(), message]);
}

test('a tenant has the built-in policies of levels 2 to 4', async () => {
  expect((await policies()).map(({ level, sourceKind, isSystem }) => [level, sourceKind, isSystem])).toEqual([
    [4, 'any', true],
    [3, 'any', true],
    [2, 'any', true],
  ]);
});

test('problems of rungs are told at their place, in words', async () => {
  expect(await refusals({ ...critical, steps: [] })).toEqual([
    ['steps', expect.stringContaining('至少需要一个升级步骤')],
  ]);
  expect(await refusals({ ...critical, steps: [rung(0), rung(3), rung(5, { to: [] })] })).toEqual([
    ['steps[2].to', expect.stringMatching(/接收人/u)],
  ]);
  expect(await refusals({ ...critical, steps: [rung(0), rung(3), rung(3)] })).toEqual([
    ['steps[2].afterMinutes', expect.stringContaining('递增')],
  ]);
  expect(await refusals({ ...critical, repeatMinutes: null })).toEqual([
    ['repeatMinutes', expect.stringContaining('末步重复间隔')],
  ]);
  expect(await refusals({ ...critical, steps: Array.from({ length: 25 }, (_, at) => rung(at)) })).toEqual([
    ['steps', expect.stringContaining('24')],
  ]);
  const onScreens = [rung(0), rung(3, { to: ['wearer', 'guardian1'] })];
  expect(await refusals({ ...critical, steps: onScreens })).toEqual([
    ['steps[1].channels', expect.stringContaining('不登录系统')],
  ]);
  expect(await refusals({ ...critical, steps: [rung(11)] })).toEqual([
    ['steps[0].afterMinutes', expect.stringContaining('最迟10分钟')],
  ]);
  expect(await refusals({ ...critical, steps: [rung(1441)] })).toEqual([
    ['steps[0].afterMinutes', expect.stringContaining('1440')],
  ]);
});

test('the last valid policy of level 4 is neither switched off, changed nor deleted', async () => {
  const [last] = await validCritical();
  expect(await refusals({ ...last, valid: false })).toEqual([['valid', expect.stringContaining('最后一个')]]);
  expect(await refusals({ ...last, level: 3 })).toEqual([['level', expect.stringContaining('最后一个')]]);
  expect(await refusals({ ...last, sourceKind: 'sos' })).toEqual([['sourceKind', expect.stringContaining('最后一个')]]);
  const deleted = await admin.delete(`AlarmPolicys/Delete?Id=${last?.id}`);
  expect([deleted.status, deleted.error?.reason], deleted.text).toEqual([400, 'policy.last-critical']);
  expect(await validCritical()).toHaveLength(1);
});

test('of two changes at once that would leave none, one is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const made = await admin.post('AlarmPolicys/CreateOrEdit', critical);
    expect(made.status, made.text).toBe(200);
    const [one, other] = await validCritical();
    const answers = await Promise.all([
      admin.post('AlarmPolicys/CreateOrEdit', { ...one, valid: false }),
      admin.delete(`AlarmPolicys/Delete?Id=${other?.id}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await validCritical()).toHaveLength(1);
    const [left] = await validCritical();
    for (const { id, ...policy } of (await policies()).filter(({ level, valid }) => level === 4 && !valid))
      if (id !== left?.id)
        expect((await admin.post('AlarmPolicys/CreateOrEdit', { id, ...policy, valid: true })).status).toBe(200);
    for (const { id } of (await validCritical()).slice(1)) await admin.delete(`AlarmPolicys/Delete?Id=${id}`);
  }
});
