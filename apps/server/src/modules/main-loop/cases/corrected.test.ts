import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface CaseRow {
  readonly id: number;
  readonly level: number;
  readonly state: number;
  readonly finding: string;
  readonly value: string;
  readonly outcome: string | null;
  readonly due: Date | null;
}

let app: TestApp;
let admin: Client;
let serial = 0;

const run = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));
const good = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

async function person(): Promise<number> {
  serial += 1;
  return good(
    await admin.post<number>('C_client/CreateOrEdit', {
      name: '王阿姨',
      certificateType: '03',
      certificate_no: `E${String(serial).padStart(8, '6')}`,
      gender: '2',
      birthday: '1966-05-05',
      phone: `137${String(10_000_000 + serial)}`,
      regionCode: '530102',
    }),
  );
}
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const enter = async (body: object): Promise<number> =>
  good(await admin.post<{ id: number }>('Watch_bps/CreateOrEdit', body)).id;
const take = async (id: number, reason: string) => good(await admin.post('Watch_bps/Void', { id, reason }));
const cases = (client: number): Promise<CaseRow[]> =>
  run(
    'select id, level, state, finding, value, outcome, next_due_at as due from abnormal_case where tenant_id = $1 and client_id = $2 order by id',
    [client],
  );
const followed = () =>
  expect
    .poll(
      async () =>
        (
          await run<{ n: number }>(
            "select count(*) as n from outbox where tenant_id = $1 and topic = 'readings.stored'",
          )
        )[0]?.n,
      { timeout: 60_000 },
    )
    .toBe(0);
const only = async (client: number): Promise<CaseRow> => {
  await followed();
  const [found, ...more] = await cases(client);
  expect(more).toEqual([]);
  if (!found) throw new Error('no case');
  return found;
};

test('a typo that is corrected ends the case that nobody touched, with its reason', async () => {
  const client = await person();
  const measured = minutesAgo(5);
  const id = await enter({ userId: client, high: 211, low: 118, measure_time: measured });
  expect(await only(client)).toMatchObject({ level: 4, state: 0 });
  await enter({ id, userId: client, high: 121, low: 81, measure_time: measured, reason: '录入错误' });
  expect(await only(client)).toMatchObject({ state: 5, outcome: '读数已更正或作废，异常不再成立', due: null });
});

test('so does one that is void, and the answer of a claimed case stays with its owner', async () => {
  const [client, other] = [await person(), await person()];
  const id = await enter({ userId: client, high: 211, low: 118, measure_time: minutesAgo(5) });
  const claimed = await enter({ userId: other, high: 211, low: 118, measure_time: minutesAgo(5) });
  const { id: caseId } = await only(other);
  good(await admin.post('AbnormalData/Claim', { id: caseId }));
  await take(id, '录入错误');
  await take(claimed, '录入错误');
  expect(await only(client)).toMatchObject({ state: 5 });
  expect(await only(other)).toMatchObject({
    state: 1,
    level: 1,
    due: null,
    finding: expect.stringMatching(/^读数已更正/),
  });
});

test('a case that other readings support stays with the level they give', async () => {
  const client = await person();
  await enter({ userId: client, high: 152, low: 92, measure_time: minutesAgo(20) });
  const worst = await enter({ userId: client, high: 211, low: 118, measure_time: minutesAgo(10) });
  const before = await only(client);
  expect(before).toMatchObject({ level: 4, state: 0 });
  await take(worst, '录入错误');
  const after = await only(client);
  expect(after).toMatchObject({
    id: before.id,
    state: 0,
    value: '152/92',
    finding: expect.stringMatching(/^读数已更正/),
  });
  expect(after.level).toBeLessThan(4);
  const { history } = good(
    await admin.get<{
      readonly history: readonly { readonly isCorrection: boolean; readonly after: { readonly level?: string } }[];
    }>('AbnormalData/GetAbnormalDataForEdit', { id: after.id }),
  );
  expect(history.filter(({ isCorrection }) => isCorrection)).toHaveLength(1);
  expect(history.find(({ isCorrection }) => isCorrection)?.after.level).toBeDefined();
});
