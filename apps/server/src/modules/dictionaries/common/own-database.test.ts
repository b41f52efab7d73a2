import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { client, type Client } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { queryAt } from '@kangmai/testkit/rows';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let app: TestApp;
let cluster: Cluster;
let host: Client;

beforeAll(async () => {
  [app, cluster] = await Promise.all([startApp(), startCluster()]);
  host = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await cluster.stop();
});

interface Page {
  readonly items: readonly { readonly commonDictionary: { readonly id: number; readonly name: string } }[];
}

async function adminOf(connectionString: string): Promise<Client> {
  const made = await host.post('Tenant/CreateTenant', {
    tenancyName: 'Epsilon',
    name: 'Epsilon 健康中心',
    adminEmailAddress: 'admin@epsilon.example',
    adminPassword: password,
    isActive: true,
    connectionString,
  });
  expect(made.status, made.text).toBe(200);
  const { result } = await host.get<{ items: { id: number }[] }>('Tenant/GetTenants', { Filter: 'epsilon' });
  const answer = await client(app.url, { 'abp.tenantid': String(result.items[0]?.id) }).post<{ accessToken: string }>(
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: 'admin', password },
  );
  return client(app.url, { authorization: `Bearer ${answer.result.accessToken}` });
}

test('a tenant with a database of its own reads the codes of the host, changed ones too, below its own ids', async () => {
  const url = await cluster.database();
  const admin = await adminOf(url);
  const names = async (code: string): Promise<readonly string[]> =>
    (await admin.get<Page>('CommonDictionarys/GetAll', { CodeFilter: code })).result.items.map(
      ({ commonDictionary: { name } }) => name,
    );
  const until = (code: string, wanted: readonly string[]): Promise<void> =>
    vi.waitFor(async () => expect(await names(code)).toEqual(wanted), { timeout: 60_000, interval: 250 });
  await until('I10', ['特发性(原发性)高血压']);
  const above = (await admin.get<Page>('CommonDictionarys/GetAll', { CodeFilter: 'I10' })).result.items[0];
  const own = await admin.post<number>('CommonDictionarys/CreateOrEdit', {
    dicType: 'icd10',
    code: 'I10.x01',
    name: '高血压1级',
    parentId: above?.commonDictionary.id,
  });
  expect(own.status, own.text).toBe(200);
  const { result: id } = await host.post<number>('CommonDictionarys/CreateOrEdit', {
    dicType: 'icd10',
    code: 'I10.x99',
    name: '平台新增',
  });
  await until('I10.x99', ['平台新增']);
  await host.post('CommonDictionarys/CreateOrEdit', { id, name: '平台改名' });
  await until('I10.x99', ['平台改名']);
  await host.delete('CommonDictionarys/Delete', { id });
  await until('I10.x99', []);
  expect(await queryAt(url, 'select id::integer from common_dictionary where tenant_id > 0')).toEqual([
    { id: own.result },
  ]);
  expect(own.result).toBeGreaterThanOrEqual(100_000_000);
});
