import { contract } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { WireRows } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let clerk: Client;
let head: Client;
let other: Client;
let rows: WireRows;
let today: string;
const ids = new Map<string, number>();

beforeAll(async () => {
  app = await startApp();
  const everything = { dataScope: 'all', allPermissions: true } as const;
  const add = async (userName: string): Promise<Client> =>
    (await addUser(app, 'Alpha', { userName, ...everything })).client;
  [clerk, head, other] = [await add('c.clerk'), await add('c.head'), await add('c.other')];
  rows = new WireRows(contract, clerk, await Samples.of(app, 'Alpha'));
  for (const { id, name } of await app.query<{ id: number; name: string }>(
    'Alpha',
    'select id, user_name as name from app_user where tenant_id = $1',
  ))
    ids.set(name, id);
  today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
});
afterAll(() => app.close());

const call = (name: string, body: object, by = clerk): Promise<Answer<{ id: number; state: string }>> =>
  by.post(`XYJ_Contract/${name}`, body as never);
const made = async (more: object = {}): Promise<number> =>
  (await rows.create({ chargeUserId: ids.get('c.clerk') ?? null, ...more })).id;
const reasonOf = async (asked: Promise<Answer<unknown>>): Promise<string | undefined> => (await asked).error?.reason;
const fieldsOf = ({ error }: Answer<unknown>): readonly (string | undefined)[] =>
  (error?.validationErrors ?? []).map(({ members }) => members[0]);

test('whoever wrote terms, or is in charge, does not approve', async () => {
  const id = await made();
  const { status } = await call(
    'CreateOrEdit',
    { id, amount: 9_999_999, payPlan: [{ date: today, amount: 9_999_999 }] },
    head,
  );
  expect(status).toBe(200);
  expect((await call('Submit', { id })).status).toBe(200);
  expect(await reasonOf(call('Approve', { id }, head))).toBe('state.second-person');
  expect(await reasonOf(call('SendBack', { id, remark: '退回' }, head))).toBe('state.second-person');
  expect((await call('SendBack', { id, remark: '金额有误' }, other)).status).toBe(200);
  expect((await call('Submit', { id })).status).toBe(200);
  expect((await call('Approve', { id }, other)).status).toBe(200);

  const charged = await made({ chargeUserId: ids.get('c.head') });
  expect((await call('Submit', { id: charged }, head)).status).toBe(200);
  expect(await reasonOf(call('Approve', { id: charged }, head))).toBe('state.second-person');
});

test('remark, files and reminder stay open while it is approved; who is in charge does not', async () => {
  const id = await made();
  await call('Submit', { id });
  expect((await call('CreateOrEdit', { id, remark: '补充说明', remindDays: 7 }, head)).status).toBe(200);
  expect(await reasonOf(call('CreateOrEdit', { id, chargeUserId: ids.get('c.other') }, head))).toBe('contract.binding');
  expect((await call('Approve', { id }, head)).status).toBe(200);
});

test('payments are marked neither before the approval nor after a termination', async () => {
  const id = await made();
  const plan = async (): Promise<readonly object[]> =>
    (
      await clerk.get<{ xyJ_Contract: { payPlan: readonly object[] } }>('XYJ_Contract/GetXYJ_ContractForEdit', {
        Id: id,
      })
    ).result.xyJ_Contract.payPlan;
  const mark = async (): Promise<Answer<unknown>> => {
    const [first, ...further] = await plan();
    return call('CreateOrEdit', { id, payPlan: [{ ...first, paid: true }, ...further] });
  };
  expect(fieldsOf(await mark())).toEqual(['payPlan[0].paid']);
  await call('Submit', { id });
  expect(fieldsOf(await mark())).toEqual(['payPlan[0].paid']);
  await call('Approve', { id }, head);
  const ahead = await call('Terminate', { id, date: '9999-12-31', reason: '对方停业' }, head);
  expect(fieldsOf(ahead)).toEqual(['date']);
  await call('Terminate', { id, date: today, reason: '对方停业' }, head);
  expect(fieldsOf(await mark())).toEqual(['payPlan[0].paid']);
});

test('a contract that has ended is not approved', async () => {
  const id = await made({ startDate: '2020-01-01', endDate: '2020-12-31' });
  await call('Submit', { id });
  expect(await reasonOf(call('Approve', { id }, head))).toBe('contract.ended');
});
