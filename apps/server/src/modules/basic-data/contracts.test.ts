import { contract } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { WireRows } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, imported } from '@kangmai/testkit/importing';

let app: TestApp;
let author: Client;
let approver: Client;
let rows: WireRows;
let userId: number;
let approverId: number;
let today: string;

beforeAll(async () => {
  app = await startApp();
  const everything = { dataScope: 'all', allPermissions: true } as const;
  author = (await addUser(app, 'Alpha', { userName: 'contract.author', ...everything })).client;
  approver = (await addUser(app, 'Alpha', { userName: 'contract.approver', ...everything })).client;
  rows = new WireRows(contract, author, await Samples.of(app, 'Alpha'));
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'contract.author'",
  );
  userId = row?.id ?? 0;
  const [second] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'contract.approver'",
  );
  approverId = second?.id ?? 0;
  today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
});
afterAll(() => app.close());

interface Payment {
  readonly id: number;
  readonly date: string;
  readonly amount: number;
  readonly paid: boolean;
}
interface Contract {
  readonly id: number;
  readonly contractNo: string;
  readonly state: string;
  readonly renewFromId: number | null;
  readonly payPlan: readonly Payment[];
  readonly paidAmount: number | null;
  readonly remainingDays: number | null;
  readonly approveRemark: string | null;
}

const call = (name: string, body: object, by = author): Promise<Answer<{ id: number; state: string }>> =>
  by.post(`XYJ_Contract/${name}`, body as never);
const read = async (id: number): Promise<Contract> =>
  (await author.get<Record<string, Contract>>('XYJ_Contract/GetXYJ_ContractForEdit', { Id: id })).result[
    'xyJ_Contract'
  ] as Contract;
const made = async (more: object = {}): Promise<number> => (await rows.create({ chargeUserId: userId, ...more })).id;
const effective = async (more: object = {}): Promise<number> => {
  const id = await made(more);
  expect((await call('Submit', { id })).status).toBe(200);
  const { status, error } = await call('Approve', { id, pass: true, remark: '同意' }, approver);
  expect([status, error]).toEqual([200, null]);
  return id;
};
const problems = ({ error }: Answer<unknown>): readonly (readonly [string, string])[] =>
  (error?.validationErrors ?? []).map(({ members, message }) => [members[0] ?? '', message]);

test('numbers of a day follow each other', async () => {
  const [one, other] = [await read(await made()), await read(await made())];
  expect(one.contractNo).toMatch(/^HT\d{11}$/);
  expect(Number(other.contractNo.slice(10))).toBe(Number(one.contractNo.slice(10)) + 1);
});

test('payments that do not come to the amount are refused at their row; nothing is written', async () => {
  const id = await made();
  const { payPlan } = await read(id);
  const wrong = await call('CreateOrEdit', { id, payPlan: [payPlan[0], { ...payPlan[1], amount: 59.99 }] });
  expect(problems(wrong)).toEqual([
    ['payPlan[1].amount', '付款计划第2行 金额：各期合计 99.99 元，合同金额 100.00 元，相差 0.01 元；请调整到一致'],
  ]);
  expect(problems(await call('CreateOrEdit', { id, amount: 101 }))[0]?.[0]).toBe('payPlan[1].amount');
  expect((await read(id)).payPlan).toEqual(payPlan);
  expect((await call('CreateOrEdit', { id, amount: 101, payPlan: [{ ...payPlan[0], amount: 101 }] })).status).toBe(200);
});

test('a draft without payments is kept, and not submitted', async () => {
  const id = await made({ payPlan: [] });
  const refused = await call('Submit', { id });
  expect(problems(refused)[0]?.[0]).toBe('payPlan');
  const [free] = [await made({ payPlan: [], amount: null })];
  expect((await call('Submit', { id: free })).status).toBe(200);
});

test('the end is after the start', async () => {
  const refused = await call('CreateOrEdit', { id: await made(), endDate: '2026-01-01' });
  expect(problems(refused)).toEqual([['endDate', '到期日期应晚于生效日期']]);
});

test('who submitted cannot approve; a second person sends back with a reason, or approves', async () => {
  const id = await made();
  expect((await call('Submit', { id }, approver)).error?.reason).toBe('state.other-person');
  await call('Submit', { id });
  expect((await call('Approve', { id, pass: true })).error?.reason).toBe('state.second-person');
  expect((await call('SendBack', { id, remark: '金额有误' })).error?.reason).toBe('state.second-person');
  for (const [name, more] of [
    ['Approve', { pass: false }],
    ['SendBack', {}],
  ] as const)
    expect(problems(await call(name, { id, ...more }, approver))[0]?.[0]).toBe('remark');
  expect((await call('Approve', { id, pass: false, remark: '金额有误' }, approver)).result).toEqual({
    id,
    state: 'draft',
  });
  expect(await read(id)).toMatchObject({ state: 'draft', approveRemark: '金额有误' });
  await call('Submit', { id });
  expect((await call('Approve', { id }, approver)).result).toEqual({ id, state: 'effective' });
});

test('who drafted or submitted takes a contract back from approval; nobody else does', async () => {
  const id = await made({ chargeUserId: approverId });
  await call('Submit', { id }, approver);
  const refused = (await call('Approve', { id })).error;
  expect([refused?.reason, refused?.details]).toEqual([
    'state.second-person',
    '提交人、创建人、经办人及修改过内容的人不能审核，请同事操作。',
  ]);
  expect((await call('Withdraw', { id })).result).toEqual({ id, state: 'draft' });
  await call('Submit', { id }, approver);
  const third = (await addUser(app, 'Alpha', { userName: 'contract.third', dataScope: 'all', allPermissions: true }))
    .client;
  expect((await call('Withdraw', { id }, third)).error?.reason).toBe('state.other-person');
  expect((await call('Withdraw', { id }, approver)).result).toEqual({ id, state: 'draft' });
  expect((await call('Withdraw', { id }, approver)).error?.reason).toBe('state.not-allowed');
});

test('payments are overdue while their contract is in force, not before its approval nor after its termination', async () => {
  const isOverdue = async (id: number): Promise<boolean> => {
    const { result } = await author.get<{ totalCount: number }>('XYJ_Contract/GetAll', {
      contractNoFilter: (await read(id)).contractNo,
      overdueFilter: true,
    });
    return result.totalCount === 1;
  };
  const id = await made({ amount: 100, payPlan: [{ date: '2026-01-02', amount: 100 }] });
  await call('Submit', { id });
  expect(await isOverdue(id)).toBe(false);
  await call('Approve', { id }, approver);
  expect(await isOverdue(id)).toBe(true);
  await call('Terminate', { id, date: today, reason: '对方违约' });
  expect(await isOverdue(id)).toBe(false);
});

test('an export comes back: rows are found by the number that the server gave, and nothing is doubled', async () => {
  const id = await made();
  const { contractNo } = await read(id);
  const line = { 合同编号: contractNo, 合同名称: '改过的名称', 到期日期: '2099年12月30日', 签订日期: '2026.1.5' };
  const batch = await imported(author, 'XYJ_Contract', [line]);
  expect(batch).toMatchObject({ validRows: 0, duplicateRows: 1, problemRows: 0, unknownColumns: [] });
  expect(await confirmed(author, batch, { onDuplicate: 'update' })).toMatchObject({ state: 'done', writtenRows: 1 });
  expect(await read(id)).toMatchObject({
    contractNo,
    name: '改过的名称',
    endDate: '2099-12-30T00:00:00',
    signDate: '2026-01-05T00:00:00',
  });
});

test('of two who approve at once one is told that it was done', async () => {
  const id = await made();
  await call('Submit', { id });
  const answers = await Promise.all(
    [true, false].map((pass) => call('Approve', { id, pass, remark: '同时审批' }, approver)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});

test('terms stay once submitted; payments are marked as paid, and what is paid is counted', async () => {
  const id = await effective();
  const { payPlan } = await read(id);
  expect((await call('CreateOrEdit', { id, name: '改名' })).error?.reason).toBe('contract.binding');
  const other = [
    { ...payPlan[0], amount: 50 },
    { ...payPlan[1], amount: 50 },
  ];
  expect((await call('CreateOrEdit', { id, payPlan: other })).error?.reason).toBe('contract.binding');
  const paid = [{ ...payPlan[0], paid: true }, payPlan[1]];
  expect((await call('CreateOrEdit', { id, payPlan: paid, remark: '已付首期' })).status).toBe(200);
  const { result } = await author.get<{ items: readonly Record<string, unknown>[] }>('XYJ_Contract/GetAll', {
    contractNoFilter: (await read(id)).contractNo,
  });
  const days = Math.round((Date.parse('2099-12-31') - Date.parse(today)) / 86_400_000);
  expect(result.items[0]).toMatchObject({ xyJ_Contract: { paidAmount: 40, remainingDays: days } });
  expect((await author.delete('XYJ_Contract/Delete', { Id: id })).error?.reason).toBe('contract.not-draft');
});

test('a contract in force is renewed once, behind its end; the renewal names it', async () => {
  const id = await effective({ startDate: '2026-01-01', endDate: '2027-12-31' });
  const period = { startDate: '2028-01-01', endDate: '2028-12-31', amount: 120 };
  const early = await call('Renew', { id, ...period, startDate: '2027-12-31' });
  expect(problems(early)).toEqual([['startDate', '生效日期应晚于原合同到期日期 2027-12-31']]);
  const answers = await Promise.all([call('Renew', { id, ...period }), call('Renew', { id, ...period })]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const renewal = answers.find(({ status }) => status === 200);
  expect(await read(renewal?.result.id ?? 0)).toMatchObject({ renewFromId: id, state: 'draft', payPlan: [] });
  expect((await call('Renew', { id: await made(), ...period })).error?.reason).toBe('contract.not-renewable');
});

test('a termination has a day and a reason; afterwards nothing leads on', async () => {
  const id = await effective();
  expect(problems(await call('Terminate', { id, date: today }, approver))[0]?.[0]).toBe('reason');
  const early = await call('Terminate', { id, date: '2025-12-31', reason: '对方停业' }, approver);
  expect(problems(early)[0]?.[0]).toBe('date');
  expect((await call('Terminate', { id, date: today, reason: '对方停业' }, approver)).result.state).toBe('terminated');
  expect((await call('Submit', { id })).error?.reason).toBe('state.not-allowed');
});

test('an unrelated tenant finds neither the contract nor its party', async () => {
  const stranger = (
    await addUser(app, 'Beta', { userName: 'contract.stranger', dataScope: 'all', allPermissions: true })
  ).client;
  const id = await made();
  for (const name of ['Submit', 'Approve', 'Terminate', 'Renew'])
    expect(
      (
        await call(
          name,
          { id, date: today, reason: '对方停业', startDate: '2100-01-01', endDate: '2100-12-31', amount: 1 },
          stranger,
        )
      ).status,
      name,
    ).toBe(404);
  const { body } = await rows.create({ chargeUserId: userId });
  const foreign = await stranger.post<number>('ProviderArchives/CreateOrEdit', {
    name: '外地服务商',
    category: 'care',
    linkman: '林某',
    phone: '13800000000',
  });
  const refused = await call('CreateOrEdit', { ...body, id: null, providerId: foreign.result });
  expect(problems(refused)[0]?.[0]).toBe('providerId');
});
