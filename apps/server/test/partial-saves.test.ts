import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let host: Client;
let clientId: number;

beforeAll(async () => {
  app = await startApp();
  [admin, host] = await Promise.all([app.as('admin', 'Alpha'), app.as('admin')]);
  clientId = await made('C_client/CreateOrEditFromCustom', { name: '王小明', phone: '13900001111' });
});
afterAll(() => app.close());

async function made(path: string, body: object): Promise<number> {
  const answer = await admin.post<number>(path, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
}
const refused = (member: string): object => ({ status: 400, error: { validationErrors: [{ members: [member] }] } });
const now = new Date().toISOString();

describe('a field set to null is judged as empty, not by its former value', () => {
  let serial = 0;
  const source = async (more: object): Promise<number> =>
    (
      await host.post<number>('IngestSources/CreateOrEdit', {
        sourceName: '网关',
        sourceCode: `gate${(serial += 1)}`,
        protocol: 'json',
        ...more,
      })
    ).result;
  const change = (path: string, body: object): Promise<Answer<unknown>> =>
    (path.startsWith('IngestSources') ? host : admin).post(path, body);

  test('a source keeps its list of devices or its prefix', async () => {
    const id = await source({ imeiPrefix: '8612' });
    expect(await change('IngestSources/CreateOrEdit', { id, imeiPrefix: null })).toMatchObject(refused('imeiList'));
    expect(
      (await change('IngestSources/CreateOrEdit', { id, imeiPrefix: null, imeiList: ['861234567890123'] })).status,
    ).toBe(200);
    expect(await change('IngestSources/CreateOrEdit', { id, imeiList: null })).toMatchObject(refused('imeiList'));
  });

  test('a source with a static token keeps its addresses', async () => {
    const id = await source({ imeiPrefix: '8612', authType: 'bearer', ipAllow: '127.0.0.1' });
    expect(await change('IngestSources/CreateOrEdit', { id, ipAllow: null })).toMatchObject(refused('ipAllow'));
    expect((await change('IngestSources/CreateOrEdit', { id, ipAllow: null, authType: 'hmac' })).status).toBe(200);
  });

  test('a call for help is not closed while its findings are taken away, nor are they taken away later', async () => {
    const id = await made('SOS_Records/CreateOrEdit', {
      userId: clientId,
      sosType: 1,
      sosTime: now,
      cause: 1,
      handleResult: '已送医',
    });
    expect((await change('SOS_Records/CreateOrEdit', { id, state: 1 })).status).toBe(200);
    const { result: cases } = await admin.get<{ items: { abnormalData: { id: number } }[] }>('AbnormalData/GetAll', {
      USERIDFilter: clientId,
      ABNORMAL_TYPEFilter: 'sos',
    });
    await made('AbnormalData/LogContact', { id: cases.items[0]?.abnormalData.id, callOutcome: 1 });
    expect(await change('SOS_Records/CreateOrEdit', { id, state: 3, handleResult: null })).toMatchObject(
      refused('handleResult'),
    );
    expect((await change('SOS_Records/CreateOrEdit', { id, state: 3 })).text).toMatch(/"success":true/);
    expect(await change('SOS_Records/CreateOrEdit', { id, cause: null })).toMatchObject(refused('cause'));
  });

  test('a case is not closed while its findings are taken away, nor are they taken away later', async () => {
    const id = await made('AbnormalData/CreateOrEdit', {
      USERID: clientId,
      ABNORMAL_TYPE: 'weight',
      ABNORMAL_DIA: '血压高',
      ABNORMAL_LEVEL: 3,
      FROM_TIME: now,
      TO_TIME: now,
      handleType: 1,
      handleResult: '已电话随访并复测',
    });
    expect(await change('AbnormalData/CreateOrEdit', { id, state: 3, handleType: null })).toMatchObject(
      refused('handleType'),
    );
    expect(await change('AbnormalData/CreateOrEdit', { id, state: 3, handleResult: null })).toMatchObject(
      refused('handleResult'),
    );
    expect((await change('AbnormalData/CreateOrEdit', { id, state: 3 })).text).toMatch(/"success":true/);
    expect(await change('AbnormalData/CreateOrEdit', { id, handleResult: null })).toMatchObject(
      refused('handleResult'),
    );
  });
});
